import { closeBrowser } from './browser';

/** What the hooks need of a workbench. */
interface OpenWorkbench {
  pictureOfFailure(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Workbenches that are open now. */
export const openWorkbenches = new Set<OpenWorkbench>();

/** A picture of every failure, of tests that are made once more, too. At the root of the run, so that every scenario has it. */
afterEach(async function (this: Mocha.Context): Promise<void> {
  const test = this.currentTest;
  // A test that is to be made once more is in no state.
  if (test === undefined || test.state === 'passed' || test.isPending()) return;
  const name = test.fullTitle().replace(/\W+/g, '-').slice(0, 80);
  for (const workbench of openWorkbenches) {
    const file = await workbench.pictureOfFailure(name).catch(() => undefined);
    if (file) console.log(`      the page as it was: ${file}`);
  }
});

/** Neither page nor browser is left behind, whatever a scenario forgot. */
after(async () => {
  for (const workbench of [...openWorkbenches]) await workbench.close().catch(() => undefined);
  await closeBrowser();
});
