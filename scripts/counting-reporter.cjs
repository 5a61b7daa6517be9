// Mocha's spec reporter, which also writes how many tests passed, failed and were skipped, which failed, and what
// each suite cost in processor time, to the file of its option `counts`: scripts/test.mjs adds them up and names
// those that failed, were repeated, and cost most. An attempt that is repeated is told as well: the last error alone
// may only be a consequence of the first.
const console = require('node:console');
const { writeFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');
const { processorSeconds } = require('./processorTime.cjs');

/** Characters of a failed test's error that the summary repeats; the whole stands where the test ran. */
const LONGEST_MESSAGE = 400;

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const repeated = [];
    runner.on(Runner.constants.EVENT_TEST_RETRY, (test, error) => {
      repeated.push(test.fullTitle());
      console.log(
        `    once more: ${test.title}\n      ${String(error?.message).replaceAll('\n', '\n      ')}`,
      );
    });
    const file = options.reporterOptions?.counts;
    if (!file) return;
    const failed = [];
    const costs = costsOfSuites(runner);
    runner.on(Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      failed.push(`${test.fullTitle()}: ${String(error?.message).slice(0, LONGEST_MESSAGE)}`);
    });
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(
        file,
        JSON.stringify({
          passed: passes,
          failed: failures,
          skipped: pending,
          which: failed,
          repeated,
          costs,
        }),
      );
    });
  }
};

/**
 * Processor seconds of each outermost suite, its hooks included: `{ title, seconds }`, filled in as they end. What is
 * done before the first one (tests are loaded) goes by the name of its own.
 */
function costsOfSuites(runner) {
  const costs = [];
  let before = 0;
  const add = (title) => {
    const now = processorSeconds();
    costs.push({ title, seconds: now - before });
    before = now;
  };
  runner.once(Runner.constants.EVENT_RUN_BEGIN, () => add('(loading)'));
  runner.on(Runner.constants.EVENT_SUITE_END, (suite) => {
    if (suite.parent?.root) add(suite.title);
  });
  return costs;
}
