// Runs pairs of an application that yields and a latency-critical one on an eighth of a simulated GPU, and keeps what came of it.
//   npm run study -- gspace-collect
//   … --alone           micro-benchmarks and programs alone
//   … --space 8         maps of all ordered pairs of so many representatives of the micro-benchmarks
//   … --pairs 10        all configurations of so many pairs of table 2, in an order drawn by --seed
//   … --seconds 300     starts nothing more after so much processor time
//   … --part 1/2        half of the pairs, for two processes at a time
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { collect } from '../gspace/collect';
import { partOf } from '../gspace/part';
import { PART, readPrograms } from '../gspace/programs';
import { Runs } from '../gspace/runs';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    gpu: { type: 'string', default: 'titan-v' },
    alone: { type: 'boolean', default: false },
    space: { type: 'string', default: '0' },
    pairs: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    part: { type: 'string', default: '1/1' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/gspace-runs.ndjson') },
  },
});
const seconds = (): number => process.cpuUsage().user / 1e6;
const runs = new Runs(values.file, partOf(loadSpec(values.gpu), PART));
const [part, parts] = values.part.split('/').map(Number) as [number, number];
collect(await readPrograms(ROOT, PART), runs, {
  isAlone: values.alone,
  space: Number(values.space),
  pairs: Number(values.pairs),
  seed: Number(values.seed),
  isMine: (at) => at % parts === part - 1,
  isOver: () => seconds() > Number(values.seconds),
  say: (line) => console.error(line, `${seconds().toFixed(0)} s`),
});
