// Runs the benches of lab/benches one after the other, and says how long each took:
//   npm run bench [-- --long]             some five minutes of processor time; eight where nothing is cut down
//   npm run bench -- NAME [arguments…]    one of them
import { performance } from 'node:perf_hooks';
import { buildAll } from './build.mjs';
import { labPrograms, runLab } from './lab.mjs';

/** Benches that are cut down unless the long form is asked for, and what asks for it. */
const LONG = { matrix: ['--all'] };
const [first, ...rest] = process.argv.slice(2);
const benches = labPrograms('benches');
const one = benches.find(({ name }) => name === first);
if (first !== undefined && first !== '--long' && one === undefined) {
  console.error(`there is no bench '${first}' (${benches.map(({ name }) => name).join(', ')})`);
  process.exit(2);
}
await buildAll();
for (const bench of one ? [one] : benches) {
  console.log(`\n> npm run bench -- ${bench.name}\n`);
  const started = performance.now();
  const status = await runLab(bench, one ? rest : first === '--long' ? (LONG[bench.name] ?? []) : []);
  console.log(`\n${bench.name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  if (status !== 0) process.exitCode = 1;
}
