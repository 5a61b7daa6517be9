// Mocha's spec reporter, which also writes how many tests passed, failed and were skipped, and which failed,
// to the file of its option `counts`: scripts/test.mjs adds them up and names those that failed. An attempt that is repeated is told as well: the last
// error alone may only be a consequence of the first.
const console = require('node:console');
const { writeFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

/** Characters of a failed test's error that the summary repeats; the whole stands where the test ran. */
const LONGEST_MESSAGE = 400;

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.on(Runner.constants.EVENT_TEST_RETRY, (test, error) => {
      console.log(
        `    once more: ${test.title}\n      ${String(error?.message).replaceAll('\n', '\n      ')}`,
      );
    });
    const file = options.reporterOptions?.counts;
    if (!file) return;
    const failed = [];
    runner.on(Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      failed.push(`${test.fullTitle()}: ${String(error?.message).slice(0, LONGEST_MESSAGE)}`);
    });
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      writeFileSync(
        file,
        JSON.stringify({ passed: passes, failed: failures, skipped: pending, which: failed }),
      );
    });
  }
};
