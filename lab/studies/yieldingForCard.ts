/**
 * Writes what measures yielding kernels on a card: a folder to be taken there, in which `bash run.sh OUT SECONDS` runs.
 *
 *   npm run study -- yielding-for-card OUT [FOLDER…]
 *
 * Maps are of programs of `workloads`; kernels that run beside their yielding forms are those of `workloads` and of more
 * folders of sources. What it prints is condensed by `npm run study -- yielding-on-card --raw`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { writeForms, writeMapSources } from '../gspace/card/kit';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const WORKLOADS = path.join(ROOT, 'workloads');
const [out, ...folders] = process.argv.slice(2);
if (out === undefined) throw new Error('tell the folder to write to');
fs.mkdirSync(out, { recursive: true });
for (const file of ['maps.cu', 'differences.cu', 'run.sh', 'compile.sh'])
  fs.copyFileSync(path.join(ROOT, 'lab/gspace/card', file), path.join(out, file));
await writeMapSources(WORKLOADS, out);
const jobs: string[] = [];
for (const folder of [WORKLOADS, ...folders]) jobs.push(...(await writeForms(folder, out)));
fs.writeFileSync(path.join(out, 'jobs.txt'), jobs.map((line) => `${line}\n`).join(''));
console.log(`${jobs.length} kernels`);
