// Runs pairs of an application that yields and a latency-critical one on an eighth of a simulated GPU, and keeps what came of it.
//   npm run study -- gspace-collect
//   … --alone           micro-benchmarks and programs alone
//   … --space 8         maps of all ordered pairs of so many representatives of the micro-benchmarks
//   … --pairs 10        configurations of so many pairs of table 2, in an order drawn by --seed: all numbers of SMs, four or more
//                       numbers of blocks, each run to the end of the latency-critical program or to the target
//   … --unpreempted 30  so many of them beside a best-effort program that gives up nothing
//   … --full 1          all configurations of so many of them
//   … --applications 3  the same of so many pairs with the applications of table 2
//   … --scaled          programs alone on a part of the places, and as kernels that yield
//   … --whole           the configurations of figure 6 on the whole GPU, and on the eighth those that divide evenly
//   … --seconds 300     starts nothing more after so much processor time
//   … --workers 2       so many simulations at a time
//   … --executor slurm  as job arrays of Slurm, --batch of them a task, whatever --seconds says (docs/sweeps.md)
import path from 'node:path';
import { parseArgs } from 'node:util';
import { collect } from '../gspace/collect';
import { collectWhole } from '../gspace/collectWhole';
import { PART, readPrograms } from '../gspace/programs';
import { Runs } from '../gspace/runs';
import { processorSeconds, studySweep, SWEEP_OPTIONS } from '../sweep/studySweep';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    ...SWEEP_OPTIONS,
    gpu: { type: 'string', default: 'titan-v' },
    alone: { type: 'boolean', default: false },
    space: { type: 'string', default: '0' },
    pairs: { type: 'string', default: '0' },
    unpreempted: { type: 'string', default: '0' },
    full: { type: 'string', default: '0' },
    applications: { type: 'string', default: '0' },
    scaled: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/gspace-runs.ndjson') },
  },
});
const programs = await readPrograms(ROOT, PART);
const runs = new Runs(values.file, values.gpu, PART);
const mayStart = (): boolean => processorSeconds() <= Number(values.seconds);
await studySweep(values, { file: values.file, mayStart }, async (executor) => {
  const part = { programs, runs, executor };
  await collect(part, {
    isAlone: values.alone,
    space: Number(values.space),
    pairs: Number(values.pairs),
    unpreempted: Number(values.unpreempted),
    full: Number(values.full),
    applications: Number(values.applications),
    isScaled: values.scaled,
    seed: Number(values.seed),
  });
  if (!values.whole) return;
  const whole = {
    programs: await readPrograms(ROOT, 1),
    runs: new Runs(values.file, values.gpu, 1),
    executor,
  };
  await collectWhole(whole, part);
});
console.error(`${processorSeconds().toFixed(0)} s`);
