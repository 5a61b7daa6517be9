// The profile editor's page in a browser, with a profile to show.
import { loadSamples, startBrowser } from './browser.mjs';

/** A browser with the page's files behind it. */
export async function startProfileHarness() {
  const samples = await loadSamples('profiles');
  const browser = await startBrowser('profile');

  /** Opens one page; `messages` are what the host says after `ready`. */
  async function open({ messages = [], ...look }) {
    const page = await browser.open(look);
    for (const message of messages) await page.send(message);
    return page;
  }

  return { open, samples };
}
