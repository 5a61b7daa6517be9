import type { CalibratedParameter } from '../../fitting/calibrate';
import type { Origin, SourceLocation } from '../../kernel/origin';
import type { Dim3 } from '../../kernel/symbolic';

/** How a kernel's program was fitted to a profile of it. */
export interface KernelFit {
  readonly profile: SourceLocation;
  /** GPU of the profile, as the file names it; null where it does not. */
  readonly device: string | null;
  /** Whether the profile's numbers were measured, or made up like those of the samples. */
  readonly origin: Origin;
  /** The launch that the counters are of; null where the file does not tell. */
  readonly grid: Dim3 | null;
  readonly block: Dim3 | null;
  /** Why the program was not fitted; null where it was. */
  readonly refused: string | null;
  /** What became of each number that the source leaves open, at the profile's launch. */
  readonly parameters: readonly CalibratedParameter[];
  /** Mean distance of instruction and request counts, as a logarithm of ratios; null where it was not fitted. */
  readonly distance: { readonly before: number; readonly after: number } | null;
  /** How rows of the profile were put together, where there was a choice. */
  readonly notes: readonly string[];
}
