// Runs the 79 programs of Magic's evaluation alone on simulated GPUs, and a sample of pairs in time slices and under MPS.
//   npm run study -- magic-collect
//   … --gpus gtx-950,…     on these
//   … --slices 24          so many pairs in time slices, drawn by --seed
//   … --mps 12             so many under MPS
//   … --disputed 16        so many more under MPS that are told otherwise in turns than side by side
//   … --seconds 300        starts nothing more after so much processor time
//   … --workers 2          so many simulations at a time
//   … --executor slurm     as job arrays of Slurm, --batch of them a task, whatever --seconds says (docs/sweeps.md)
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import type { Row } from '../magic/jobs/rows';
import type { MagicJob } from '../magic/jobs/jobs';
import { pairJob, readJobs, recordedAlone, recordedSolos, soloJob } from '../magic/jobs/runs';
import { RecordedRows } from '../recordedRows';
import { sampledPairs } from '../magic/jobs/sample';
import { disputedPairs, Tellers } from '../magic/jobs/underMps';
import { processorSeconds, studySweep, SWEEP_OPTIONS } from '../sweep/studySweep';
import type { Executor } from '../sweep/executor';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const SLICE_CYCLES = 50_000;
const { values } = parseArgs({
  options: {
    ...SWEEP_OPTIONS,
    gpus: { type: 'string', default: 'gtx-950,gtx-1080-ti,gtx-760' },
    slices: { type: 'string', default: '24' },
    mps: { type: 'string', default: '12' },
    disputed: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '900' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/magic-runs.ndjson') },
  },
});
const mayStart = (): boolean => processorSeconds() <= Number(values.seconds);

const jobs = await readJobs(ROOT);
const rows = new RecordedRows<Row>(values.file);
const gpus = values.gpus.split(',').map(loadSpec);
console.error('lowered', processorSeconds());
const pairs = sampledPairs([...jobs.keys()], Number(values.seed));
await studySweep(values, { file: values.file, mayStart }, async (executor) => {
  await make(
    executor,
    gpus.flatMap((gpu) => [...jobs.values()].map((app) => soloJob(app, gpu))),
  );
  console.error('alone', processorSeconds());
  await make(executor, [
    ...pairJobs(pairs.slice(0, Number(values.slices)), SLICE_CYCLES),
    ...pairJobs(pairs.slice(0, Number(values.mps)), null),
    ...pairJobs(disputed(Number(values.disputed)), null),
  ]);
  console.error('in pairs', processorSeconds());
});

/** Pairs of which the first has run alone. */
function pairJobs(some: readonly (readonly [string, string])[], sliceCycles: number | null): MagicJob[] {
  return some.flatMap(([of, beside]) => {
    const alone = recordedAlone(rows, jobs.get(of)!, gpus[0]!);
    return alone === null ? [] : [pairJob([jobs.get(of)!, jobs.get(beside)!], alone, gpus[0]!, sliceCycles)];
  });
}

function disputed(count: number): (readonly [string, string])[] {
  if (count === 0) return [];
  const tellers = new Tellers(recordedSolos(rows, gpus[0]!), gpus[0]!);
  return disputedPairs(tellers, [...jobs.keys()], Number(values.seed)).slice(0, count);
}

function make(executor: Executor, wanted: readonly MagicJob[]): Promise<void> {
  const missing = wanted.filter(({ key }) => rows.get(key) === undefined);
  return executor.run(
    'magic',
    missing.map((input) => ({ key: input.key, input })),
    (made) => rows.add(made),
  );
}
