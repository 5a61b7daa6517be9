// Follows the progress file that test/host writes inside VS Code, and prints it as the results come.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SILENCE_MS as STEP_SILENCE_MS } from '../limits.mjs';

/** Below the silence that ends the whole step, so that the reason is told. */
const SILENCE_MS = STEP_SILENCE_MS / 2;
const POLL_MS = 150;

/**
 * Follows `file` until the run ended, the host died (`died()` returns a reason) or nothing was
 * told for SILENCE_MS.
 * Returns `{ passed, failed, skipped, problem }`; `problem` says why there is no complete result.
 */
export async function followProgress(file, { died = () => undefined }) {
  const state = { passed: 0, failures: [], skipped: 0, problem: undefined, started: false, done: false };
  let told = Date.now();
  let read = 0;
  while (!state.done) {
    const reason = died();
    const before = read;
    read = consume(file, read, state);
    if (state.done) break;
    if (read > before) told = Date.now();
    if (reason) state.problem = reason;
    else if (Date.now() - told > SILENCE_MS)
      state.problem = `${state.started ? 'no test ended' : 'no test started'} for ${SILENCE_MS / 60_000} minutes`;
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
