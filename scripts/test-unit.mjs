// Bundles test/unit/**/*.test.ts (or only the named folders or files) and runs them with mocha in Node.
//   node scripts/test-unit.mjs                 everything
//   node scripts/test-unit.mjs cuda gpu        test/unit/cuda and test/unit/gpu
//   node scripts/test-unit.mjs cuda -- --grep launch
import path from 'node:path';
import { globSync } from './files.mjs';
import { runMocha } from './mocha.mjs';

const root = path.resolve(import.meta.dirname, '..');
const split = process.argv.indexOf('--');
const names = process.argv.slice(2, split < 0 ? undefined : split);
const mochaArgs = split < 0 ? [] : process.argv.slice(split + 1);

const base = path.join(root, 'test/unit');
const all = globSync(base, (file) => file.endsWith('.test.ts'));
const chosen =
  names.length === 0
    ? all
    : all.filter((file) => names.some((name) => file.includes(path.join('test/unit', name))));
if (chosen.length === 0) {
  console.error(`no test matches ${names.join(' ')}`);
  process.exit(2);
}

// One output folder a selection, so that two selections can run side by side.
const selection = names.length === 0 ? 'unit' : `unit-${names.join('-').replace(/\W+/g, '_')}`;
const out = path.join(root, 'dist/test', selection);
process.exitCode = await runMocha({ files: chosen, base, out, args: mochaArgs });
