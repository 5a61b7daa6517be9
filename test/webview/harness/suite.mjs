// The browser of a suite of tests and the page that a test looks at.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'mocha';
import { closeBrowser } from './browser.mjs';

// At the root of the run: the suites share one browser.
after(closeBrowser);

/**
 * Starts a harness for the suite that calls this, and closes what its tests open: one page at a time. A test
 * fails where its page logged an error or broke the content security policy.
 * @param start starts the harness
 */
export function useHarness(start) {
  let page;
  const suite = {
    /** What `start` made; there once the tests run. */
    harness: undefined,
    /** Opens a page in place of the one that is open. */
    async open(options) {
      await close();
      page = await suite.harness.open(options);
      return page;
    },
    /** What the page told the extension, of one type of message. */
    posted: async (type) => (await page.posted()).filter((message) => message.type === type),
    /** The last of them. */
    last: async (type) => (await suite.posted(type)).at(-1),
  };

  async function close() {
    if (page === undefined) return;
    const problems = [...page.errors, ...(await page.violations())];
    page.close();
    page = undefined;
    assert.deepEqual(problems, []);
  }

  before(async () => {
    suite.harness = await start();
  });
  afterEach(close);
  return suite;
}
