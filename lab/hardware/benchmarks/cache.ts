import type { Statement } from '../../../src/kernel/program';
import { atClock, cyclesOf, rate } from './runner';

/** Threads of a block of gpu-cache, and loads of each of its two streams that are under way together. */
const BLOCK = 512;
const UNROLL = 8;
/** Elements of each stream in a round of the loop, as the source asks for. */
const ROUND = 32;
/** Passes after which a footprint beyond L1 has found its share of hits: warps that hit must get ahead of those that miss. */
const LONG_RUN = 300;

/**
 * Bandwidth in GB/s of gpu-cache: a block of 512 threads on every SM reads `kib` KiB of floats again and again, all SMs
 * the same. `short` leaves the first four passes out and counts the next twelve; else a whole run of 300 passes counts,
 * as on the card, which makes tens of thousands.
 */
export function cacheBandwidth(gpu: string, clockMHz: number, kib: number, short: boolean): number {
  const loaded = atClock(gpu, clockMHz);
  const perThread = Math.round((kib * 128) / BLOCK);
  const n = perThread * BLOCK;
  const { sms } = loaded.spec;
  const rounds = Math.floor(perThread / ROUND);
  const pass: Statement[] = [
    ...(rounds === 0
      ? []
      : [{ op: 'loop' as const, name: 'i', trips: rounds, body: round(n, `i * ${ROUND}`, ROUND) }]),
    ...round(n, `${rounds * ROUND}`, perThread % ROUND),
  ];
  const cycles = (passes: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 32,
      arrays: { B: { elementBytes: 4, elements: 2 * n } },
      body: [{ op: 'loop', trips: passes, body: pass }],
      grid: sms,
      block: BLOCK,
    });
  const bytesOfPass = 2 * n * 4 * sms;
  return short
    ? rate(12 * bytesOfPass, cycles(16) - cycles(4), clockMHz)
    : rate(LONG_RUN * bytesOfPass, cycles(LONG_RUN), clockMHz);
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
