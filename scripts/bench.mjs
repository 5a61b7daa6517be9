// Runs every bench of package.json (`bench:*`) one after the other, and says how long each took:
//   npm run bench [-- --long]    some four minutes of processor time; seven with --long, where nothing is cut down
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { buildAll } from './build.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
/** Benches that are cut down unless the long form is asked for, and what asks for it. */
const LONG = { 'bench:matrix': ['--', '--all'] };
const isLong = process.argv.includes('--long');
await buildAll();
for (const name of Object.keys(scripts).filter((script) => script.startsWith('bench:'))) {
  console.log(`\n> npm run ${name}\n`);
  const started = performance.now();
  const args = ['run', '--silent', name, ...(isLong ? (LONG[name] ?? []) : [])];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', cwd: root });
  console.log(`\n${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  if (status !== 0) process.exitCode = 1;
}
