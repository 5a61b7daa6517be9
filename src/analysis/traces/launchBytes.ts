import type { KernelOperation } from '../../kernel/application';
import type { ProfileFile } from '../../kernel/profile';
import type { Dim3 } from '../../kernel/symbolic';
import { counterIndex, joinCounters } from '../../profiles/counterJoin';
import { deviceMemoryBytes, meanCounters } from '../../profiles/meanCounters';

/**
 * Bytes of device memory that launches of a trace move, by the counters of other files about the same program; null for
 * those that no counters belong to.
 */
export function launchBytes(
  timeline: ProfileFile,
  counted: readonly ProfileFile[],
): (kernel: KernelOperation) => number | null {
  const known = new Map<string, number>();
  for (const { name, grid, block, counters } of joinCounters([timeline], counterIndex(counted)).kernels) {
    const bytes = counters && deviceMemoryBytes(meanCounters(counters.rows));
    if (bytes !== null) known.set(keyOf(name, grid, block), bytes);
  }
  return ({ kernel, grid, block }) => known.get(keyOf(kernel, grid, block)) ?? null;
}

const keyOf = (name: string, grid: Dim3 | null, block: Dim3 | null): string =>
  `${name}|${grid?.join()}|${block?.join()}`;
