// The Chromium that shows the offline VS Code.
import { chromium } from 'playwright-core';

/** Switches that keep Chromium to the page: no sandbox (containers), no GPU, no traffic of its own. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless Chromium; the caller closes it. */
export function launchBrowser(executablePath) {
  return chromium.launch({ executablePath, headless: true, args: SWITCHES });
}
