// Runs test/smoke/**/*.test.ts against a built command line.
//   node scripts/test-smoke.mjs [PART…] [--extension FOLDER] [--counts FILE]
// PART: only files whose path below test/smoke holds it
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleTogether } from './bundle-tests.mjs';
import { globSync } from './files.mjs';
import { countingReporter, runMocha } from './mocha.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: { extension: { type: 'string', default: root }, counts: { type: 'string' } },
});
const base = path.join(root, 'test/smoke');
const files = globSync(base, (file) => file.endsWith('.test.ts')).filter(
  (file) => parts.length === 0 || parts.some((part) => path.relative(base, file).includes(part)),
);
process.exitCode = await runMocha({
  bundles: await bundleTogether(files, 1, path.join(root, 'dist/test/smoke')),
  args: countingReporter(values.counts),
  env: { CORUN_CLI: path.resolve(values.extension, 'dist/cli.js') },
});
