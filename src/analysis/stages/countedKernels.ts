import type { ProfileFile } from '../../kernel/profile';
import { counterIndex, isCounted, isTimeline, type CounterIndex } from '../../profiles/counterJoin';
import type { CountedKernelResult } from '../results/tracedKernelResult';
import { tracedKernels } from '../traces/tracedKernels';

interface Known {
  readonly counted: readonly ProfileFile[];
  readonly kernels: readonly CountedKernelResult[];
}

/** What was joined once holds as long as the files are the same. */
const known = new WeakMap<ProfileFile, Known>();

/** Kernels of the timelines of a workspace that counters of its other profiles belong to. */
export class CountedKernels {
  private readonly counted: readonly ProfileFile[];
  private index: CounterIndex | null = null;

  constructor(profiles: readonly ProfileFile[]) {
    this.counted = profiles.filter(isCounted);
  }

  of(file: ProfileFile): readonly CountedKernelResult[] {
    const counted = this.counted.filter((other) => other !== file);
    if (counted.length === 0 || !isTimeline(file)) return [];
    const last = known.get(file);
    if (last?.counted.length === counted.length && last.counted.every((other, i) => other === counted[i]))
      return last.kernels;
    const kernels = tracedKernels(file, this.indexOf(counted)).kernels.flatMap(
      ({ name, grid, block, class: found, memoryShare, counters, why }) =>
        counters === null ? [] : [{ name, grid, block, class: found, memoryShare, counters, why }],
    );
    known.set(file, { counted, kernels });
    return kernels;
  }

  /** Most timelines have no counters themselves: one index is for all of them. */
  private indexOf(counted: readonly ProfileFile[]): CounterIndex {
    if (counted.length < this.counted.length) return counterIndex(counted);
    return (this.index ??= counterIndex(counted));
  }
}
