import type { LoweringOptions } from '../../cuda/workspace';
import type { CountFit } from '../../fitting/countFit';
import type { FreeParameter, FreeParameterValues } from '../../fitting/freeParameters';
import type { Launch } from '../../kernel/kernel';
import type { KernelCounters } from './kernelProfile';

/** The program of a kernel fitted to the counts of a profile, without simulating it. */
export interface FirstFit {
  readonly counters: KernelCounters;
  /** The launch in source, and what is chosen of it: the extents are those of the profile. */
  readonly launch: Launch | null;
  readonly options: LoweringOptions;
  /** What the source leaves open at that launch. */
  readonly open: readonly FreeParameter[];
  readonly byCounts: FreeParameterValues;
  readonly distance: CountFit['distance'];
  /** Equal where the kernel and everything that its programs depend on are equal. */
  readonly basis: string;
}
