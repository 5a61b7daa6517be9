import { readFileSync } from 'node:fs';
import path from 'node:path';
import { requireGpu } from '../../../src/gpu/findGpu';
import { parseScenario } from '../../../src/kernel/scenario';
import type { AppResult } from '../../../src/simulator/run/result';
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
/** Instructions back to what is there by then. */
const FAR = 8;
/** Steps between two looks at the clock, and additions and copies of such a look. */
const STEPS = 8;
const LOOK_ADDITIONS = 4;

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

const kindOf = (body: string): string => body.replace(/\d+$/, '');
const togetherOf = (body: string): number => Number(/\d*$/.exec(body)![0]) || 1;

/** Loads of a step, and what joins their values, three at a time. */
function loadsOf(kind: string, together: number) {
  const { array, at, apart } = SHAPES[kind]!;
  const names = Array.from({ length: together }, (_, i) => `r${i}`);
  return {
    loads: names.map((into, i) => ({ op: 'load', array, index: `${at} + ${i * apart}`, distance: 0, into })),
    join: { op: 'compute', class: 'integer', count: Math.ceil(together / 2), distance: 1, after: names },
  };
}

const integer = (count: number, distance: number) => ({ op: 'compute', class: 'integer', count, distance });
/** VIADD and IMAD: additions and copies that leave the pipe of comparisons alone. */
const added = (count: number, distance: number) => ({ op: 'compute', class: 'fp32', count, distance });
const JUMP = { op: 'compute', class: 'control', count: 1, distance: 1 };
const turns = (body: readonly unknown[]) => ({ op: 'loop', name: 'k', trips: STEPS, body });

/**
 * Eight steps in machine code (nvcc 13, sm_90). Loads of L1 stand in front of eight turns of a loop without them; in the
 * other loops the counter is compared while loads or additions are under way.
 */
function stepsOf(kind: string, together: number): readonly unknown[] {
  const shape = SHAPES[kind];
  if (shape === undefined) {
    const additions = { op: 'compute', class: 'fp32', count: ADDITIONS, distance: 1 };
    return [turns([added(1, FAR), integer(1, 1), additions, { ...JUMP, distance: FAR }])];
  }
  const { loads, join } = loadsOf(kind, together);
  if (shape.array === 'data') return [...loads, join, turns([added(1, 1), integer(2, 1), JUMP])];
  return [turns([...loads, added(1, 1), integer(1, 1), join, { ...JUMP, distance: FAR }])];
}

/** Eight steps and a look at the clock, by an instruction (S2UR) that goes the way of shared memory and is waited for. */
const roundOf = (kind: string, together: number): readonly unknown[] => [
  ...stepsOf(kind, together),
  { op: 'load', array: 'words', index: '0', distance: 0, into: 'clock' },
  { ...integer(2, 1), after: ['clock'] },
  JUMP,
  integer(3, 1),
  added(LOOK_ADDITIONS, 1),
  JUMP,
];

/** @param threads of every block of the run: on the card all are as large, and warps with nothing to do end at once */
function appOf({ body, warps }: LoadsBlock, i: number, threads: number) {
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
        then: [{ op: 'loop', name: 'i', trips: ENDLESS, body: roundOf(kindOf(body), togetherOf(body)) }],
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
  return apps.map(({ counters }, i) => (1000 * stepsCounted(run[i]!.body, counters)) / cycles);
}

/** Steps by instructions of a block, less those of looks at the clock. */
function stepsCounted(body: string, counters: AppResult['counters']): number {
  if (SHAPES[kindOf(body)] === undefined)
    return (STEPS * counters.fp32) / (STEPS * (ADDITIONS + 1) + LOOK_ADDITIONS);
  const together = togetherOf(body);
  if (counters.globalLoad > 0) return counters.globalLoad / together;
  return (STEPS * counters.sharedLoad) / (STEPS * together + 1);
}
