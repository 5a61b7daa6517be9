import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { median } from '../../src/stats/quantile';

const STARTS = 9;

/**
 * Loads the extension's bundle in a fresh process, with an editor of which every property is again such a
 * thing; prints the milliseconds.
 */
const MEASURE = `
const Module = require('node:module');
const anything = () => new Proxy(function () {}, {
  get: (target, key) => key === Symbol.toPrimitive ? () => '' : key === Symbol.iterator ? undefined : key === 'then' ? undefined : anything(),
  apply: anything, construct: anything,
});
// Bundles copy a module's own properties and keep its prototype.
const editor = Object.create(anything());
const load = Module._load;
Module._load = (request, ...rest) => request === 'vscode' ? editor : load(request, ...rest);
const start = performance.now();
const extension = require(process.argv[1]);
console.log(performance.now() - start);
if (typeof extension.activate !== 'function') throw new Error('the bundle exports no activate');
process.exit(0);
`;

/** Milliseconds to load the extension's bundle: the median of fresh processes. */
export function loadingMs(dist: string): number {
  return median(Array.from({ length: STARTS }, () => once(path.join(dist, 'extension.js'))));
}

function once(bundle: string): number {
  const run = spawnSync(process.execPath, ['-e', MEASURE, bundle], { encoding: 'utf8' });
  const milliseconds = Number(run.stdout.trim());
  if (run.status !== 0 || !(milliseconds > 0)) throw new Error(`loading ${bundle}: ${run.stderr}`);
  return milliseconds;
}
