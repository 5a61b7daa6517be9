import type { DeviceTask } from '../../../timeline/models';
import type { BlockShape } from './blockShape';

/** A kernel whose blocks end evenly spaced in time. */
export interface PipelinedKernel {
  readonly task: DeviceTask;
  readonly shape: BlockShape;
  readonly blocks: number;
  /** End of its first block and of its last one, ns. */
  readonly firstEndNs: number;
  readonly endNs: number;
}

/** Sums of shares miss whole numbers by rounding. */
const ROUNDING = 1e-9;

/** Halvings of the search interval: to less than 1 ns of the longest kernels. */
const SEARCH_STEPS = 60;

/** Blocks of a kernel that have not ended at `ns`. */
function unfinished({ blocks, firstEndNs, endNs }: PipelinedKernel, ns: number): number {
  if (ns < firstEndNs) return blocks;
  if (ns >= endNs) return 0;
  return ((endNs - ns) / (endNs - firstEndNs)) * (blocks - 1);
}

interface Residency {
  readonly blocks: readonly number[];
  /** Share of each SM resource that is taken, over the whole GPU. */
  readonly taken: readonly number[];
  /** False while a kernel still has blocks to place: nobody behind it may start. */
  readonly allPlaced: boolean;
}

/** Kernels in the order of their start take what those before them leave (leftover policy). */
function residencyAt(kernels: readonly PipelinedKernel[], sms: number, ns: number): Residency {
  const taken = [0, 0, 0, 0];
  let allPlaced = true;
  const blocks = kernels.map((kernel) => {
    const { need, blocksPerIteration } = kernel.shape;
    const left = unfinished(kernel, ns);
    const fits = Math.min(
      blocksPerIteration,
      ...need.map((share, at) => (share === 0 ? Infinity : ((1 - taken[at]!) * sms) / share)),
    );
    const resident = Math.max(0, Math.min(left, fits));
    if (resident < left - ROUNDING * kernel.blocks) allPlaced = false;
    need.forEach((share, at) => {
      taken[at]! += (resident * share) / sms;
    });
    return resident;
  });
  return { blocks, taken, allPlaced };
}

/** Resident blocks of each kernel at `ns`, in the order of `kernels`. */
export function residentBlocks(
  kernels: readonly PipelinedKernel[],
  sms: number,
  ns: number,
): readonly number[] {
  return residencyAt(kernels, sms, ns).blocks;
}

/**
 * The earliest time from `ns` on at which all blocks of the running kernels are placed and one more block
 * with the given need finds room.
 */
export function earliestRoomNs(
  running: readonly PipelinedKernel[],
  need: readonly number[],
  sms: number,
  ns: number,
): number {
  const hasRoom = (at: number): boolean => {
    const { taken, allPlaced } = residencyAt(running, sms, at);
    return allPlaced && need.every((share, resource) => taken[resource]! + share / sms <= 1 + ROUNDING);
  };
  if (hasRoom(ns)) return ns;
  let [none, some] = [ns, running.reduce((last, kernel) => Math.max(last, kernel.endNs), ns)];
  for (let step = 0; step < SEARCH_STEPS && some - none > ROUNDING * some; step++) {
    const middle = (none + some) / 2;
    if (hasRoom(middle)) some = middle;
    else none = middle;
  }
  return some;
}
