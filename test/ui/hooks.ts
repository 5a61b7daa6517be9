import { openWorkbenches } from './workbench';

/** Root hooks of the scenarios: a picture of every failure, and no browser left behind. */
export const mochaHooks = {
  async afterEach(this: Mocha.Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    const name = test.fullTitle().replace(/\W+/g, '-').slice(0, 80);
    for (const workbench of openWorkbenches) {
      const file = await workbench.screenshot(name, 'failures').catch(() => undefined);
      if (file) console.log(`      the page as it was: ${file}`);
    }
  },
  async afterAll(): Promise<void> {
    for (const workbench of [...openWorkbenches]) await workbench.close().catch(() => undefined);
  },
};
