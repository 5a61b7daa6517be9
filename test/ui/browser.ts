import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { PATIENCE_MS } from '../support/patience';

/** Switches that keep Chromium to the page: no sandbox (containers), no GPU, no traffic of its own. */
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
];

/** What VS Code remembers in a browser. */
const MEMORY = 'local_storage,indexeddb,cookies';

/** The browser of a run: what VS Code is made of is fetched and compiled once for all scenarios. */
let started: Promise<BrowserContext> | undefined;

async function start(executablePath: string): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath, args: SWITCHES });
  const context = await browser.newContext({ reducedMotion: 'reduce', permissions: ['clipboard-write'] });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** An empty page of a browser (its path) that remembers of what earlier pages of `origin` kept only what lets it in. */
export async function newPage(
  executablePath: string,
  origin: string,
  cookie: Readonly<Record<'name' | 'value' | 'url', string>>,
): Promise<Page> {
  started ??= start(executablePath);
  const context = await started;
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: MEMORY });
  await devtools.detach();
  await context.addCookies([cookie]);
  return page;
}

/** Ends the browser of the run. */
export async function closeBrowser(): Promise<void> {
  const context = await started;
  started = undefined;
  await context?.browser()?.close();
}
