// Runs bundled test files with mocha in Node, for the unit and the smoke tests.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundleTests } from './bundle-tests.mjs';

/** Ends a run that a test keeps alive: all unit tests take some four minutes on two cores. */
const MOST_MS = 30 * 60_000;

const root = path.resolve(import.meta.dirname, '..');

/** Mocha arguments that also write the numbers of passed, failed and skipped tests to a file. */
export function countingReporter(counts) {
  const reporter = path.join(root, 'scripts/counting-reporter.cjs');
  return ['--reporter', reporter, ...(counts ? ['--reporter-option', `counts=${path.resolve(counts)}`] : [])];
}

/** Bundles `files` (absolute paths below `base`) into `out` and runs them. Returns mocha's exit code. */
export async function runMocha({ files, base, out, args = [], env = {} }) {
  await bundleTests(files, base, out);
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js');
  const seed = path.join(root, 'scripts/property-seed.mjs');
  const run = spawnSync(
    process.execPath,
    ['--enable-source-maps', mocha, '--require', seed, '--timeout', '180000', `${out}/**/*.test.js`, ...args],
    {
      stdio: 'inherit',
      cwd: root,
      env: { ...process.env, ...env },
      timeout: MOST_MS,
      killSignal: 'SIGKILL',
    },
  );
  return run.status ?? 1;
}
