// DRAM requests per second of processor time, beside Ramulator 2.1's own runs of the same streams.
//   npm run bench -- dram [--write]    with --write also to docs/simulator-validation-dram.md
import os from 'node:os';
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { parseDramStream, playStream } from '../../src/simulator/dram/dramStream';
import { bankCount } from '../../src/simulator/dram/dramTiming';
import { requireDramTiming } from '../../src/simulator/dram/timings';
import { dramStreams, streamText } from '../simulator/dram/streams';
import { ORACLE_MEMORIES, readOracle } from '../simulator/dram/oracle';
import { writeBlock } from '../reportBlocks';

const STREAMS = [
  'stream_bank',
  'stream_row',
  'random',
  'rbh050',
  'rbh080',
  'runs04',
  'rbh050_w030',
  'random_w050',
];
const OTHERS = ['gddr5_gtx480', 'gddr6_14000', 'hbm1_1gbps', 'hbm2_2000', 'hbm3_6400'];
const REPEATS = 15;

/** Requests per second of the fastest of some repetitions. */
function speed(memory: string, name: string): number {
  const timing = requireDramTiming(memory);
  const definition = dramStreams().find((stream) => stream.name === name)!;
  const stream = parseDramStream(streamText(definition), bankCount(timing));
  let best = Infinity;
  for (let i = 0; i < REPEATS; i++) {
    const before = process.cpuUsage();
    playStream(timing, stream);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return (stream.length * 1e6) / best;
}

/** What the oracle's run did, from its simulated cycles per second. */
function oracleSpeed(memory: string, name: string): number {
  const row = readOracle(process.cwd(), memory, 'FRFCFS-RowHit__ref').find(({ stream }) => stream === name)!;
  return (row.megacyclesPerSecond * 1e6 * 40000) / row.cycles;
}

const thousands = (value: number): string => Math.round(value / 1000).toLocaleString('en');
const withOracle = ORACLE_MEMORIES.flatMap((memory) =>
  STREAMS.map((name) => {
    const [ours, theirs] = [speed(memory, name), oracleSpeed(memory, name)];
    return [memory, name, thousands(ours), thousands(theirs), `${(ours / theirs).toFixed(0)}×`];
  }),
);
const alone = OTHERS.flatMap((memory) =>
  ['stream_bank', 'random', 'rbh050'].map((name) => [memory, name, thousands(speed(memory, name)), '–', '–']),
);
const table = markdownTable(
  ['memory', 'stream', 'thousand requests/s', 'Ramulator 2.1', 'times'],
  [...withOracle, ...alone],
);
console.log(table);
if (process.argv.includes('--write')) {
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, Node ${process.version}`;
  const text = `Processor time of the fastest of ${REPEATS} runs on ${machine}, other work on the machine.\n\n${table}`;
  await writeBlock(path.resolve('docs/simulator-validation-dram.md'), 'speed', text);
}
