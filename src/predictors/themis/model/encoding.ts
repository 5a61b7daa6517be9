import { INPUT_COLUMNS, MODEL_INPUTS } from './inputs';

/**
 * What a network reads of the twelve inputs.
 * - `events`: the inputs as they are, as in the paper
 * - `utilisation`: quantities that do not grow with the SMs or that compare both sides, so that what was
 *   learned from one kernel holds for another; ours, beside the paper's
 * - `warp-states`: how far the SMs' issue slots are used, how many warps there are and how many of them wait for
 *   a slot, the traffic of both sides at the L2 cache, and the others' at DRAM; ours, with counters that the
 *   paper has not
 * - `elsewhere`: as `warp-states`, counted under one share of the SMs to tell of another; ours
 * - `sm-load`: as `warp-states`, with the warps that wait for any part of their SM, functional units and banks of
 *   shared memory too, how busy the busiest of these parts is, and the kernel's own use of DRAM; ours
 * - `sm-load-elsewhere`: as `elsewhere`, of these
 */
export const ENCODINGS = [
  'events',
  'utilisation',
  'warp-states',
  'elsewhere',
  'sm-load',
  'sm-load-elsewhere',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

const PLACE = Object.fromEntries(INPUT_COLUMNS.map((name, i) => [name, i])) as Readonly<
  Record<(typeof INPUT_COLUMNS)[number], number>
>;

const WIDTHS: Readonly<Record<Encoding, number>> = {
  events: MODEL_INPUTS.length,
  utilisation: 16,
  'warp-states': 7,
  elsewhere: 8,
  'sm-load': 10,
  'sm-load-elsewhere': 11,
};

export const encodedWidth = (encoding: Encoding): number => WIDTHS[encoding];

/** Whether an encoding needs counters that only simulated events come with. */
export const readsWarpStates = (encoding: Encoding): boolean =>
  encoding !== 'events' && encoding !== 'utilisation';

/** Whether an encoding knows how busy the SMs are, for which only simulated events come with enough counters. */
export const readsSmLoad = (encoding: Encoding): boolean =>
  encoding === 'sm-load' || encoding === 'sm-load-elsewhere';

/** What stands for the share of the SMs, which every encoding has first. */
export const encodedShare = (encoding: Encoding, share: number): number =>
  encoding === 'events' ? share : -Math.log(share);

/** Writes what the network reads for the inputs `from`, which are left as they are. */
export function encode(encoding: Encoding, from: Float64Array, to: Float64Array): void {
  const share = from[PLACE.smFraction]!;
  const counted = from[PLACE.countedFraction]!;
  switch (encoding) {
    case 'events':
      for (let i = 0; i < MODEL_INPUTS.length; i++) to[i] = from[i]!;
      return;
    case 'utilisation':
      return encodeUtilisation(from, to);
    case 'warp-states':
      return encodeWarpStates(from, to, share);
    case 'sm-load':
      return encodeSmLoad(from, to, share);
    case 'elsewhere':
      encodeWarpStates(from, to, counted);
      return askElsewhere(encoding, to, share);
    case 'sm-load-elsewhere':
      encodeSmLoad(from, to, counted);
      return askElsewhere(encoding, to, share);
  }
}

function encodeUtilisation(from: Float64Array, to: Float64Array): void {
  const share = from[PLACE.smFraction]!;
  const l1Accesses = from[PLACE.l1DataAccesses]!;
  const l2 = from[PLACE.l2Accesses]!;
  const misses = from[PLACE.l2Misses]!;
  const bandwidth = from[PLACE.memoryBandwidth]!;
  const otherL2 = from[PLACE.coRunnerL2Accesses]!;
  const otherMisses = from[PLACE.coRunnerL2Misses]!;
  const otherBandwidth = from[PLACE.coRunnerMemoryBandwidth]!;
  to[0] = encodedShare('utilisation', share);
  to[1] = from[PLACE.ipc]! / share;
  to[2] = l1Accesses / share;
  to[3] = portion(from[PLACE.l1DataMisses]!, l1Accesses);
  to[4] = from[PLACE.l1ConstantAccesses]! / share;
  to[5] = l2;
  to[6] = misses;
  to[7] = bandwidth;
  to[8] = otherL2;
  to[9] = otherMisses;
  to[10] = otherBandwidth;
  to[11] = portion(l2, l2 + otherL2);
  to[12] = portion(bandwidth, bandwidth + otherBandwidth);
  to[13] = portion(misses, l2);
  to[14] = l2 / share;
  to[15] = bandwidth / share;
}

/** Below so many instructions per cycle of a whole GPU, how few they are makes no difference. */
const LEAST_IPC = 0.24;

/**
 * An SM that issues in every slot loses nothing to the others and everything with its SMs; one that issues
 * seldom although warps are there waits for memory. Where the L2 cache is busy, it waits for the others' traffic.
 */
function encodeWarpStates(from: Float64Array, to: Float64Array, share: number): void {
  const warps = from[PLACE.warpCycles]!;
  const otherL2 = from[PLACE.coRunnerL2Accesses]!;
  to[0] = encodedShare('warp-states', share);
  to[1] = -Math.log(Math.max(LEAST_IPC, from[PLACE.ipc]! / share));
  to[2] = otherL2;
  to[3] = from[PLACE.l2Accesses]! + otherL2;
  to[4] = portion(warps, from[PLACE.smCycles]!);
  to[5] = portion(from[PLACE.stallNotSelected]! + from[PLACE.stallThrottle]!, warps);
  to[6] = from[PLACE.coRunnerMemoryBandwidth]!;
}

/**
 * What a kernel waits for on its SMs grows with fewer of them, whichever part of an SM it is: issue slots, a
 * functional unit, banks of shared memory. DRAM that it keeps busy by itself it leaves to nobody.
 */
function encodeSmLoad(from: Float64Array, to: Float64Array, share: number): void {
  encodeWarpStates(from, to, share);
  const waits = from[PLACE.stallNotSelected]! + from[PLACE.stallThrottle]! + from[PLACE.stallPipe]!;
  to[5] = portion(waits, from[PLACE.warpCycles]!);
  to[7] = from[PLACE.memoryBandwidth]!;
  to[8] = logarithm(from[PLACE.smBusy]! / share);
  to[9] = logarithm(from[PLACE.memoryBandwidth]!);
}

/** Below so small a share of a part's time, how small it is makes no difference. */
const LEAST_SHARE = 0.02;

const logarithm = (share: number): number => Math.log(Math.max(LEAST_SHARE, share));

/** What was counted under one share, then that share; first the share that is asked about. */
function askElsewhere(encoding: Encoding, to: Float64Array, share: number): void {
  to[WIDTHS[encoding] - 1] = to[0]!;
  to[0] = encodedShare(encoding, share);
}

function portion(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
