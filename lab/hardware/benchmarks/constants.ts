import type { Statement } from '../../../src/kernel/program';
import { atClock, cyclesOf } from './runner';

/** Loads of a turn of the loop, as nvcc unrolls it. */
const UNROLL = 4;
const WORD_BYTES = 4;

/** What a warp of `caches.cu` reads of constant memory: one word a load, a stride of words apart, round a footprint. */
export interface ConstantReads {
  readonly blocks: number;
  readonly warps: number;
  /** Words between the starts of neighbouring warps, and between loads. */
  readonly apart: number;
  readonly stride: number;
  readonly kib: number;
  /** Loads of a warp that count. */
  readonly loads: number;
}

/** Core cycles of a load of constant memory, warm. */
export function constantCycles(gpu: string, clockMHz: number, reads: ConstantReads): number {
  const loaded = atClock(gpu, clockMHz);
  const words = (reads.kib * 1024) / WORD_BYTES;
  const index = (start: string, u: number) =>
    `(${start} + (i * ${UNROLL} + ${u}) * ${reads.stride}) % ${words}`;
  const each = Array.from({ length: UNROLL }, (_, u) => u);
  const own = `(thread - lane) / 32 * ${reads.apart}`;
  // Each load's place is that of the one before, a step further, and back at the start where it has passed the end.
  const turn: Statement[] = [
    ...each.flatMap((u): Statement[] => [
      { op: 'compute', class: 'integer', count: 3 },
      { op: 'compute', class: 'fp32', count: 2 },
      { op: 'load', array: 'table', index: index(own, u), into: `w${u}`, distance: 0 },
    ]),
    { op: 'compute', class: 'integer', count: 2, after: each.map((u) => `w${u}`) },
    { op: 'compute', class: 'control' },
  ];
  const once: Statement[] = [
    {
      op: 'loop',
      name: 'i',
      trips: Math.ceil(words / 16 / UNROLL),
      body: each.map((u): Statement => ({
        op: 'load',
        array: 'table',
        index: `((i * ${UNROLL} + ${u}) * 16) % ${words}`,
        into: `w${u}`,
      })),
    },
    { op: 'barrier' },
  ];
  const cycles = (steps: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 32,
      arrays: { table: { elementBytes: WORD_BYTES, elements: words, space: 'constant' } },
      body: [...once, { op: 'loop', name: 'i', trips: steps / UNROLL, body: turn }],
      grid: reads.blocks,
      block: reads.warps * 32,
    });
  return (cycles(2 * reads.loads) - cycles(reads.loads)) / reads.loads;
}
