// Runs bundled test files with mocha in Node, for the unit and the smoke tests.
import path from 'node:path';
import { runGuarded } from './guarded.mjs';
import { TEST_MS } from './limits.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Mocha arguments that also write the numbers of passed, failed and skipped tests to a file. */
export function countingReporter(counts) {
  const reporter = path.join(root, 'scripts/counting-reporter.cjs');
  return ['--reporter', reporter, ...(counts ? ['--reporter-option', `counts=${path.resolve(counts)}`] : [])];
}

/** Tests run much code a few times each: V8 waits twice as long as by itself before it optimises a function. */
const V8 = ['--interrupt-budget=300000'];

/** Runs bundled test files. Returns mocha's exit code. */
export async function runMocha({ bundles, args = [], env = {} }) {
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const seed = path.join(root, 'scripts/property-seed.mjs');
  const run = await runGuarded(
    [
      ...V8,
      ...['--enable-source-maps', mocha, '--no-config', '--require', seed, '--timeout', String(TEST_MS)],
      ...bundles,
      ...args,
    ],
    // What command lines keep of their compiled code stays out of the user's folders.
    { env: { ...process.env, XDG_CACHE_HOME: path.join(root, '.cache'), ...env } },
  );
  return run.status;
}
