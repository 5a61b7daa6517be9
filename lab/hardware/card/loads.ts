import { readFileSync } from 'node:fs';
import path from 'node:path';
import { requireGpu } from '../../../src/gpu/findGpu';
import { parseScenario } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

/** What loads.cu printed on a card, of the runs that are compared: loads of L1 as often as they were made. */
const FILE = 'lab/hardware/card/h100_loads.txt';
const GPU = 'h100-sxm';
/** Core cycles before steps count, and while they do. */
const WARM = 18_000;
const COUNTED = 40_000;
/** Cycles by which a block comes after the one before it. */
const LATER = 60;
const ENDLESS = 1e8;
const ADDITIONS = 16;
const EMPTY_TURNS = 7;

/** A block of an SM: what its warps do again and again, and how many steps all of them together did in a thousand cycles. */
export interface LoadsBlock {
  readonly body: string;
  readonly warps: number;
  readonly steps: number;
}

/** Blocks of one SM, the oldest first, as they ran on the card. */
export type LoadsRun = readonly LoadsBlock[];

export const loadsRuns = (root: string): readonly LoadsRun[] =>
  readFileSync(path.join(root, FILE), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('loads '))
    .map(runOf);

function runOf(line: string): LoadsRun {
  const [blocks = '', steps = ''] = line.slice('loads '.length).split(' = ');
  const told = steps.split(' ').map(Number);
  return blocks.split(' ').map((block, i) => {
    const [body = '', warps] = block.split(':');
    return { body, warps: Number(warps), steps: told[i]! };
  });
}

/** Places of a warp's lanes, and how far apart its loads are, in words. */
const SHAPES: Readonly<
  Record<string, { readonly array: string; readonly at: string; readonly apart: number }>
> = {
  row: { array: 'data', at: 'threadX % 32 + 512 * (floor(threadX / 32) % 8)', apart: 32 },
  eight: { array: 'data', at: '32 * floor((threadX % 32) / 4) + 1024 * (floor(threadX / 32) % 4)', apart: 1 },
  wide: { array: 'data', at: '32 * (threadX % 32) + 1024 * (floor(threadX / 32) % 4)', apart: 1 },
  shared: { array: 'words', at: 'threadX % 32 + 64 * (floor(threadX / 32) % 4)', apart: 32 },
  twice: { array: 'words', at: '2 * (threadX % 32) + 64 * (floor(threadX / 32) % 4)', apart: 32 },
};

/** A step of loads.cuh: loads and what joins their values; beside those of L1 the loop of eight steps, in which they are not. */
function stepOf(kind: string, together: number): readonly unknown[] {
  const shape = SHAPES[kind];
  if (shape === undefined) return [{ op: 'compute', class: 'fp32', count: ADDITIONS, distance: 1 }];
  const names = Array.from({ length: together }, (_, i) => `r${i}`);
  const loads = names.map((into, i) => ({
    op: 'load',
    array: shape.array,
    index: `${shape.at} + ${i * shape.apart}`,
    distance: 0,
    into,
  }));
  const joined = Math.max(1, Math.floor(together / 2));
  const around = [
    { op: 'compute', class: 'integer', count: 2 * EMPTY_TURNS, distance: 1 },
    { op: 'compute', class: 'control', count: EMPTY_TURNS, distance: 1 },
  ];
  return [
    ...loads,
    { op: 'compute', class: 'integer', count: joined, distance: 1, after: names },
    ...(shape.array === 'data' ? around : []),
  ];
}

/** @param threads of every block of the run: on the card all are as large, and warps with nothing to do end at once */
function appOf({ body, warps }: LoadsBlock, i: number, threads: number) {
  const [, kind = '', together = '1'] = /^([a-z]+)(\d*)$/.exec(body)!;
  const loop = [
    ...stepOf(kind, Number(together)),
    { op: 'compute', class: 'integer', count: 2, distance: 2 },
    { op: 'compute', class: 'control', count: 1, distance: 2 },
  ];
  const program = {
    name: body,
    registersPerThread: 32,
    arrays: {
      data: { elementBytes: 4, elements: 8192 },
      words: { elementBytes: 4, elements: 2048, space: 'shared' },
    },
    body: [
      {
        op: 'if',
        condition: `threadX < ${warps * 32}`,
        then: [{ op: 'loop', name: 'i', trips: ENDLESS, body: loop }],
      },
    ],
  };
  const launch = { grid: 1, block: threads };
  return { name: `${body} ${i}`, program, launch, repeat: 'always', startCycle: LATER * i };
}

/** Steps of each block in a thousand cycles, as simulated on one SM. */
export function simulatedSteps(run: LoadsRun): readonly number[] {
  const threads = 32 * Math.max(...run.map(({ warps }) => warps));
  const { spec } = loadSpec(GPU);
  const scenario = parseScenario({
    gpu: GPU,
    mode: { kind: 'streams' },
    apps: run.map((block, i) => appOf(block, i, threads)),
    warmupCycles: WARM,
    limits: { cycles: COUNTED },
  });
  const machine = { gpu: requireGpu(GPU), spec: { ...spec, sms: 1 } };
  const { apps, cycles } = simulate(scenario, { spec: machine, slowdowns: false });
  return apps.map(({ counters }, i) => {
    const together = Number(/\d*$/.exec(run[i]!.body)![0]) || 1;
    const loads = (counters.globalLoad + counters.sharedLoad) / together;
    return (1000 * (run[i]!.body === 'chain' ? counters.fp32 / ADDITIONS : loads)) / cycles;
  });
}
