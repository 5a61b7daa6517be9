import type { Statement } from '../../../src/kernel/program';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { atClock, cyclesOf, rate } from './runner';

/** Threads of a block of gpu-cache, and loads of each of its two streams that are under way together. */
const BLOCK = 512;
const UNROLL = 8;
/** Elements of each stream in a round of the loop, as the source asks for. */
const ROUND = 32;
/** Passes after which a footprint beyond L1 has found its share of hits: warps that hit must get ahead of those that miss. */
const LONG_RUN = 300;
/** SMs of a run whose warps start apart, with their share of the L2 cache's bandwidth. */
const FEW_SMS = 4;
/** Turns of a loop of 30 multiply-adds that each warp of a block starts later than the next: about 400 cycles. */
const TURNS_APART = 5;
const MULTIPLY_ADDS = 30;

/**
 * Bandwidth in GB/s of gpu-cache: a block of 512 threads on every SM reads `kib` KiB of floats again and again, all SMs
 * the same. `short` leaves the first four passes out and counts the next twelve; else a whole run of 300 passes counts,
 * as on the card, which makes tens of thousands.
 */
export function cacheBandwidth(gpu: string, clockMHz: number, kib: number, short: boolean): number {
  const loaded = atClock(gpu, clockMHz);
  const { sms } = loaded.spec;
  const cycles = (passes: number): number => passCycles(loaded, kib, passes, []);
  return short
    ? rate(12 * bytesOf(kib, sms), cycles(16) - cycles(4), clockMHz)
    : rate(LONG_RUN * bytesOf(kib, sms), cycles(LONG_RUN), clockMHz);
}

/** Bandwidth in GB/s of all SMs over the same run, taken from a few of them, if the warps of a block start apart. */
export function apartCacheBandwidth(gpu: string, clockMHz: number, kib: number): number {
  const loaded = atClock(gpu, clockMHz);
  const { sms, l2 } = loaded.spec;
  const sectorsPerCycle = (l2.sectorsPerCycle * FEW_SMS) / sms;
  const few = {
    ...loaded.spec,
    sms: FEW_SMS,
    l2: { ...l2, partitions: 1 as const, farCycles: 0, sectorsPerCycle },
  };
  const last = BLOCK / 32 - 1;
  const wait: Statement = {
    op: 'loop',
    trips: {
      start: `(${last} - floor(thread / 32)) * ${TURNS_APART}`,
      below: last * TURNS_APART + 1,
      step: 1,
    },
    body: [{ op: 'compute', class: 'fp32', count: MULTIPLY_ADDS }],
  };
  const cycles = passCycles({ ...loaded, spec: few }, kib, LONG_RUN, [wait]);
  return rate(LONG_RUN * bytesOf(kib, sms), cycles, clockMHz);
}

/** Floats of each of the two streams. */
const elementsOf = (kib: number): number => Math.round((kib * 128) / BLOCK) * BLOCK;

const bytesOf = (kib: number, sms: number): number => 2 * elementsOf(kib) * 4 * sms;

/** Core cycles in which a block on every SM does something first, and then reads the footprint so many times. */
function passCycles(loaded: LoadedSpec, kib: number, passes: number, first: readonly Statement[]): number {
  const n = elementsOf(kib);
  const perThread = n / BLOCK;
  const rounds = Math.floor(perThread / ROUND);
  const pass: Statement[] = [
    ...(rounds === 0
      ? []
      : [{ op: 'loop' as const, name: 'i', trips: rounds, body: round(n, `i * ${ROUND}`, ROUND) }]),
    ...round(n, `${rounds * ROUND}`, perThread % ROUND),
  ];
  return cyclesOf(loaded, {
    registersPerThread: 32,
    arrays: { B: { elementBytes: 4, elements: 2 * n } },
    body: [...first, { op: 'loop', trips: passes, body: pass }],
    grid: loaded.spec.sms,
    block: BLOCK,
  });
}

/** Products of `count` elements of a thread of the first and of the second `n` floats, from element `first` on. */
function round(n: number, first: string, count: number): Statement[] {
  const groups = Array.from({ length: Math.ceil(count / UNROLL) }, (_, group) => group * UNROLL);
  return [
    ...groups.flatMap((from) => products(n, `${first} + ${from}`, Math.min(UNROLL, count - from))),
    { op: 'compute', class: 'integer' },
    { op: 'compute', class: 'control' },
  ];
}

/** Products of elements whose loads are under way together. */
function products(n: number, first: string, count: number): Statement[] {
  const element = (from: number, u: number) => `${from} + (${first} + ${u}) * threadsPerBlock + thread`;
  const each = Array.from({ length: count }, (_, u) => u);
  return [
    ...each.flatMap((u): Statement[] => [
      { op: 'load', array: 'B', index: element(0, u), into: `a${u}`, distance: 0 },
      { op: 'load', array: 'B', index: element(n, u), into: `b${u}`, distance: 0 },
    ]),
    ...each.map((u): Statement => ({ op: 'compute', class: 'fp32', after: [`a${u}`, `b${u}`] })),
  ];
}
