import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { LINE_BYTES } from '../../../simulator/core/sizes';
import { type SimulatorSpec } from '../../../simulator/spec/simulatorSpec';

/** What of a kernel decides which of its data are still in the L2 cache when it is launched again. */
export interface Relaunched {
  /** Bytes of its arrays, those of the whole GPU. */
  readonly dataBytes: number;
  /** Cycles of a launch alone; asked for where there are others. */
  readonly launchCycles: () => number;
}

/**
 * Tests whether a launch finds in the L2 cache what the one before it has left there, beside as much of the others' data
 * as goes through meanwhile.
 */
export function findsItsData(
  kernel: Relaunched,
  others: readonly Relaunched[],
  { spec }: Pick<LoadedSpec, 'spec'>,
): boolean {
  const between = others.map(
    (other) => other.dataBytes * Math.min(1, kernel.launchCycles() / other.launchCycles()),
  );
  const bytes = between.reduce((sum, each) => sum + each, kernel.dataBytes);
  return bytes * (spec.partOfGpu ?? 1) <= l2Bytes(spec);
}

/** Bytes of data that are read from all SMs and stay in the L2 cache: each side of a divided one keeps all of them. */
function l2Bytes({ l2 }: SimulatorSpec): number {
  return (l2.slices * l2.sets * l2.ways * LINE_BYTES) / l2.partitions;
}
