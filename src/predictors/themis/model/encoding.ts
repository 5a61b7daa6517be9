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
 */
export const ENCODINGS = ['events', 'utilisation', 'warp-states', 'elsewhere'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const PLACE = Object.fromEntries(INPUT_COLUMNS.map((name, i) => [name, i])) as Readonly<
  Record<(typeof INPUT_COLUMNS)[number], number>
>;

const WIDTHS: Readonly<Record<Encoding, number>> = {
  events: MODEL_INPUTS.length,
  utilisation: 16,
  'warp-states': 7,
  elsewhere: 8,
};

export const encodedWidth = (encoding: Encoding): number => WIDTHS[encoding];

/** Whether an encoding needs counters that only simulated events come with. */
export const readsWarpStates = (encoding: Encoding): boolean =>
  encoding === 'warp-states' || encoding === 'elsewhere';

/** What stands for the share of the SMs, which every encoding has first. */
export const encodedShare = (encoding: Encoding, share: number): number =>
  encoding === 'events' ? share : -Math.log(share);

/** Writes what the network reads for the inputs `from`, which are left as they are. */
export function encode(encoding: Encoding, from: Float64Array, to: Float64Array): void {
  if (encoding === 'utilisation') encodeUtilisation(from, to);
  else if (encoding === 'warp-states') encodeWarpStates(from, to, from[PLACE.smFraction]!);
  else if (encoding === 'elsewhere') encodeElsewhere(from, to);
  else for (let i = 0; i < MODEL_INPUTS.length; i++) to[i] = from[i]!;
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

/** The warp states of where they were counted, then that share; first the share that is asked about. */
function encodeElsewhere(from: Float64Array, to: Float64Array): void {
  const counted = from[PLACE.countedFraction]!;
  encodeWarpStates(from, to, counted);
  to[WIDTHS.elsewhere - 1] = to[0]!;
  to[0] = encodedShare('elsewhere', from[PLACE.smFraction]!);
}

function portion(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
