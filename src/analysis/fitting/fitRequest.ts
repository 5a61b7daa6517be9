import type { CommandsFile, LoweringOptions } from '../../cuda/workspace';
import type { FreeParameterValues } from '../../fitting/freeParameters';
import type { Launch } from '../../kernel/kernel';
import type { KernelProfile } from '../../kernel/profile';
import type { GpuSlice } from '../simulation/gpuSlice';

/** A kernel to be simulated beside its profile: plain data that a thread of its own can work with. */
export interface FitRequest {
  /** Texts of the files that the kernel and its launch depend on, by path. */
  readonly sources: ReadonlyMap<string, string>;
  /** Commands of the build that may be those of these files. */
  readonly commands: ReadonlyMap<string, CommandsFile>;
  readonly kernelId: string;
  /** The launch in source, and what is chosen of it: the extents of the profile, numbers that the user set. */
  readonly launch: Launch | null;
  readonly options: LoweringOptions;
  readonly profile: KernelProfile;
  /** GPU of the profile, and the part of it that is simulated in its place. */
  readonly gpuId: string;
  readonly slice: GpuSlice;
  /** What counts have decided. */
  readonly byCounts: FreeParameterValues;
}
