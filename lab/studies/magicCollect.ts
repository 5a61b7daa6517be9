// Runs the 79 programs of Magic's evaluation alone on simulated GPUs, and a sample of pairs in time slices and under MPS.
//   npm run study -- magic-collect
//   … --gpus gtx-950,…     on these
//   … --slices 24          so many pairs in time slices, drawn by --seed
//   … --mps 12             so many under MPS
//   … --seconds 300        starts nothing more after so much processor time
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import type { Row } from '../magic/jobs/rows';
import { mpsRow, readJobs, sliceRow, soloRow } from '../magic/jobs/runs';
import { RecordedRows } from '../recordedRows';
import { sampledPairs } from '../magic/jobs/sample';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const SLICE_CYCLES = 50_000;
const { values } = parseArgs({
  options: {
    gpus: { type: 'string', default: 'gtx-950,gtx-1080-ti,gtx-760' },
    slices: { type: 'string', default: '24' },
    mps: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '900' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/magic-runs.ndjson') },
  },
});
const seconds = (): number => process.cpuUsage().user / 1e6;
const isOver = (): boolean => seconds() > Number(values.seconds);

const jobs = await readJobs(ROOT);
const rows = new RecordedRows<Row>(values.file);
const gpus = values.gpus.split(',').map(loadSpec);
console.error('lowered', seconds());
for (const gpu of gpus) {
  for (const app of jobs.values()) if (!isOver()) soloRow(rows, app, gpu);
  console.error(gpu.gpu.id, seconds());
}
const pairs = sampledPairs([...jobs.keys()], Number(values.seed));
const named = (count: number) =>
  pairs.slice(0, count).map(([of, beside]) => [jobs.get(of)!, jobs.get(beside)!] as const);
for (const pair of named(Number(values.slices))) if (!isOver()) sliceRow(rows, pair, SLICE_CYCLES, gpus[0]!);
console.error('time slices', seconds());
for (const pair of named(Number(values.mps))) if (!isOver()) mpsRow(rows, pair, gpus[0]!);
console.error('MPS', seconds());
