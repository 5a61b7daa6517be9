import type { Quantities } from './quantities';

/** What may hold a kernel up. */
export const BOTTLENECKS = ['sms', 'dram', 'l2', 'latency'] as const;
export type Bottleneck = (typeof BOTTLENECKS)[number];

/** Fitted constants of the mechanism. */
export interface Constants {
  /** Factor on the share of DRAM's bandwidth that row hits let through. */
  readonly dramReach: number;
  /** Share of what L2's ports could pass that kernels get through them. */
  readonly l2Reach: number;
  /** Sharpness of the transition from one bottleneck to another; the larger, the nearer to their maximum. */
  readonly sharpness: number;
  /** How much longer loads take with load: amount and power of the busiest of DRAM and L2. */
  readonly loadAmount: number;
  readonly loadPower: number;
  /** Weight of L2's ports in that, beside DRAM's. */
  readonly loadL2: number;
  /** How far the wait for a part of the SM shrinks as the same warps spread over more SMs. */
  readonly spreading: number;
  /** Factor on the waves of a grid, which more SMs may run at a time. */
  readonly wavesReach: number;
}

export const CONSTANTS = [
  'dramReach',
  'l2Reach',
  'sharpness',
  'loadAmount',
  'loadPower',
  'loadL2',
  'spreading',
  'wavesReach',
] as const satisfies readonly (keyof Constants)[];

/**
 * Share of DRAM's peak that comes through at a row-hit rate: the line of HSM's text (0.46 at 0.2, 0.86 at 1; Zhao et
 * al., ASPLOS 2020, figure 3), which holds within some percent on every GPU that lines were fitted for (`models/hsm`).
 */
const dramLine = (rowHits: number): number => 0.36 + 0.5 * rowHits;

/** Times are at least so short a share: keeps logarithms finite. */
const SHORTEST = 1e-3;
/** A kernel may come out faster in company than alone by so much, of counting and placement. */
const LONGEST = 1.1;
/** Steps towards the load that a kernel makes alone, which depends on its pace. */
const STEPS = 4;
/** Keeps the wait at full load finite. */
const BEYOND_FULL = 1.03;

/** What the work that a kernel did in a cycle of the co-run takes alone on the whole GPU, in cycles. */
export interface TimesAlone {
  /** By each bottleneck by itself. */
  readonly by: Readonly<Record<Bottleneck, number>>;
  /** All of them together. */
  readonly time: number;
}

/**
 * The white-box part. Alone, the work of one cycle takes the longest of four times, or a little more where two are
 * alike: what the busiest part of the SMs needs for it when it is spread over all SMs that the blocks can use; what
 * DRAM needs at the kernel's row-hit rate; what L2's ports need; and the wait of its warps, for which loads take as
 * long as the load that the kernel makes alone has them, and which as many more warps share as SMs can hold.
 */
export function timesAlone(q: Quantities, c: Constants): TimesAlone {
  const more = Math.exp(q.usableSms);
  const dram = Math.min(1, Math.max(0.1, c.dramReach * dramLine(q.rowHits)));
  const sms = q.busy / more;
  const bus = q.dramOwn / dram;
  const l2 = q.l2Own / c.l2Reach;
  const moreWarps = Math.min(more, Math.max(1, c.wavesReach * Math.exp(q.waves)));
  const loads = 1 - clamp(q.waitLoads + q.waitSm);
  const spread = q.waitSm * Math.max(1 / more, 1 / moreWarps) ** c.spreading;
  const together = waitAt(Math.max(q.dramAll / dram, (c.loadL2 * q.l2All) / c.l2Reach), c);
  const own = Math.max(bus, c.loadL2 * l2);
  const p = c.sharpness;
  let latency = 0;
  let time = Math.max(sms, bus, l2, 1 / more);
  for (let step = 0; step < STEPS; step++) {
    const waits = waitAt(own / time, c) / together;
    latency = (loads + q.waitLoads * waits + spread) / moreWarps;
    time = (sms ** p + bus ** p + l2 ** p + latency ** p) ** (1 / p);
  }
  return { by: { sms, dram: bus, l2, latency }, time: Math.min(LONGEST, Math.max(SHORTEST, time)) };
}

/** How many times as long a load takes where the busiest of DRAM and L2 is so busy. */
function waitAt(load: number, { loadAmount, loadPower }: Constants): number {
  const busy = clamp(load);
  return 1 + (loadAmount * busy ** loadPower) / (BEYOND_FULL - busy);
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
