import { MODEL_INPUTS } from './inputs';

/**
 * What a network reads of the twelve inputs.
 * - `events`: the inputs as they are, as in the paper
 * - `utilisation`: quantities that do not grow with the SMs or that compare both sides, so that what was
 *   learned from one kernel holds for another; ours, beside the paper's
 */
export const ENCODINGS = ['events', 'utilisation'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const PLACE = Object.fromEntries(MODEL_INPUTS.map((name, i) => [name, i])) as Readonly<
  Record<(typeof MODEL_INPUTS)[number], number>
>;

const UTILISATION_WIDTH = 16;

export function encodedWidth(encoding: Encoding): number {
  return encoding === 'events' ? MODEL_INPUTS.length : UTILISATION_WIDTH;
}

/** Writes what the network reads for the inputs `from`, which are left as they are. */
export function encode(encoding: Encoding, from: Float64Array, to: Float64Array): void {
  if (encoding === 'events') to.set(from);
  else encodeUtilisation(from, to);
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
  to[0] = -Math.log(share);
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

function portion(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
