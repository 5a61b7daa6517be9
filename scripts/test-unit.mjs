// Bundles test/unit/**/*.test.ts (or only the named folders or files) and runs them with mocha in Node.
//   node scripts/test-unit.mjs                 everything
//   node scripts/test-unit.mjs cuda gpu        test/unit/cuda and test/unit/gpu
//   node scripts/test-unit.mjs test/unit/gpu/occupancy.test.ts
//   node scripts/test-unit.mjs cuda -- --grep launch
//   node scripts/test-unit.mjs --part 1/4      every fourth file
// One file from source, without bundles: npx mocha test/unit/gpu/occupancy.test.ts (see .mocharc.json).
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleTogether } from './bundle-tests.mjs';
import { globSync } from './files.mjs';
import { runMocha } from './mocha.mjs';

/**
 * Bundles of a full run: each is made of the whole product again, is loaded and gets warm, but with too few, one
 * process waits long for the other.
 */
const MOST_BUNDLES = 4;

const root = path.resolve(import.meta.dirname, '..');
const split = process.argv.indexOf('--');
const { values, positionals: names } = parseArgs({
  args: process.argv.slice(2, split < 0 ? undefined : split),
  allowPositionals: true,
  options: { part: { type: 'string', default: '1/1' } },
});
const mochaArgs = split < 0 ? [] : process.argv.slice(split + 1);

const base = path.join(root, 'test/unit');

/** A folder or file as named from the root or from test/unit, as a part of its path. */
function within(name) {
  const below = path.relative(base, path.resolve(root, name));
  return path.join('test/unit', below.startsWith('..') ? name : below);
}

const [part, parts] = values.part.split('/').map(Number);
const all = globSync(base, (file) => file.endsWith('.test.ts'));
const named =
  names.length === 0 ? all : all.filter((file) => names.some((name) => file.includes(within(name))));
// Dealt out: neighbours in a folder tend to take alike long.
const chosen = named.filter((_, index) => index % parts === part - 1);
if (chosen.length === 0) {
  console.error(`no test matches ${names.join(' ')}`);
  process.exit(2);
}

// One output folder a selection, so that two selections can run side by side.
const selection =
  names.length === 0
    ? `unit-${part}-of-${parts}`
    : `unit-${createHash('sha256')
        .update([values.part, ...names].join('\n'))
        .digest('hex')
        .slice(0, 12)}`;
const most = parts > 1 ? 1 : MOST_BUNDLES;
const bundles = await bundleTogether(chosen, most, path.join(root, 'dist/test', selection));
const jobs = Math.min(availableParallelism(), bundles.length);
const parallel = jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : [];
process.exitCode = await runMocha({ bundles, args: [...parallel, ...mochaArgs] });
