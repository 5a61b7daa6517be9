// Follows the progress file that test/host writes inside VS Code, and prints it as the results come.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 150;

/**
 * Follows `file` until the run ended, the host died (`died()` returns a reason) or a limit passed.
 * Returns `{ passed, failed, skipped, problem }`; `problem` says why there is no complete result.
 */
export async function followProgress(file, { startMs, totalMs, died = () => undefined }) {
  const state = { passed: 0, failures: [], skipped: 0, problem: undefined, started: false, done: false };
  const begin = Date.now();
  let read = 0;
  while (!state.done) {
    const reason = died();
    read = consume(file, read, state);
    if (state.done) break;
    const elapsed = Date.now() - begin;
    if (reason) state.problem = reason;
    else if (!state.started && elapsed > startMs)
      state.problem = `no test started within ${startMs / 1000} s`;
    else if (elapsed > totalMs) state.problem = `the tests did not end within ${totalMs / 1000} s`;
    if (state.problem) break;
    await sleep(POLL_MS);
  }
  printFailures(state);
  return {
    passed: state.passed,
    failed: state.failures.length,
    skipped: state.skipped,
    problem: state.problem,
  };
}

/** Handles the complete lines behind offset `read`; returns the new offset. */
function consume(file, read, state) {
  if (!existsSync(file)) return read;
  const text = readFileSync(file, 'utf8');
  const end = text.lastIndexOf('\n') + 1;
  for (const line of text.slice(read, end).split('\n')) if (line) handle(JSON.parse(line), state);
  return end;
}

function handle(event, state) {
  const handlers = {
    start: () => {
      state.started = true;
      console.log(`  ${event.total} tests in the extension host`);
    },
    pass: () => {
      state.passed += 1;
      console.log(`    ✔ ${event.title} (${event.durationMs} ms)`);
    },
    skip: () => {
      state.skipped += 1;
      console.log(`    - ${event.title}`);
    },
    fail: () => {
      state.failures.push(event);
      console.log(`    ✘ ${event.title}`);
    },
    end: () => {
      state.done = true;
    },
    error: () => {
      state.problem = event.message;
      state.done = true;
    },
  };
  handlers[event.kind]();
}

function printFailures({ failures }) {
  failures.forEach((failure, index) => {
    const detail = failure.stack.includes(failure.message)
      ? failure.stack
      : `${failure.message}\n${failure.stack}`;
    console.log(`\n  ${index + 1}) ${failure.title}\n${detail.replace(/^/gm, '     ')}`);
  });
}
