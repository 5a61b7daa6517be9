import { appendFileSync } from 'node:fs';
import { Runner, reporters } from 'mocha';

/** One line of the progress file that the launcher follows. */
export type HostEvent =
  | { kind: 'start'; total: number }
  | { kind: 'pass'; title: string; durationMs: number }
  | { kind: 'skip'; title: string }
  | { kind: 'fail'; title: string; message: string; stack: string }
  | { kind: 'end' }
  | { kind: 'error'; message: string };

/** Appends `event` to the progress file; synchronous, so that nothing is lost when the host goes down. */
export function report(file: string, event: HostEvent): void {
  appendFileSync(file, `${JSON.stringify(event)}\n`);
}

const { EVENT_RUN_BEGIN, EVENT_TEST_PASS, EVENT_TEST_PENDING, EVENT_TEST_FAIL } = Runner.constants;

/** Mocha reporter that prints nothing and writes each result to the file of its option `file`. */
export class ProgressReporter extends reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner);
    const file = String(options.reporterOptions['file']);
    const title = (test: Mocha.Runnable) => test.titlePath().join(' › ');
    runner.on(EVENT_RUN_BEGIN, () => report(file, { kind: 'start', total: runner.total }));
    runner.on(EVENT_TEST_PASS, (test) =>
      report(file, { kind: 'pass', title: title(test), durationMs: test.duration ?? 0 }),
    );
    runner.on(EVENT_TEST_PENDING, (test) => report(file, { kind: 'skip', title: title(test) }));
    runner.on(EVENT_TEST_FAIL, (test, error: Error) =>
      report(file, { kind: 'fail', title: title(test), message: error.message, stack: error.stack ?? '' }),
    );
  }
}
