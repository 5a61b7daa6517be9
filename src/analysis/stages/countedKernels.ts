import type { ProfileFile } from '../../kernel/profile';
import { isCounted, isTimeline } from '../../profiles/counterJoin';
import type { CountedKernelResult } from '../results/tracedKernelResult';
import { tracedKernels } from '../traces/tracedKernels';

interface Known {
  readonly counted: readonly ProfileFile[];
  readonly kernels: readonly CountedKernelResult[];
}

/** What was joined once holds as long as the files are the same. */
const known = new WeakMap<ProfileFile, Known>();

/** Kernels of a timeline that counters of the other profiles of a workspace belong to. */
export function countedKernels(
  file: ProfileFile,
  profiles: readonly ProfileFile[],
): readonly CountedKernelResult[] {
  if (!isTimeline(file)) return [];
  const counted = profiles.filter((other) => other !== file && isCounted(other));
  if (counted.length === 0) return [];
  const last = known.get(file);
  if (last?.counted.length === counted.length && last.counted.every((other, i) => other === counted[i]))
    return last.kernels;
  const kernels = tracedKernels(file, counted).kernels.flatMap(
    ({ name, grid, block, class: found, memoryShare, counters, why }) =>
      counters === null ? [] : [{ name, grid, block, class: found, memoryShare, counters, why }],
  );
  known.set(file, { counted, kernels });
  return kernels;
}
