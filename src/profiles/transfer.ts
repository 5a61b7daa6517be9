import { message, type Message } from '../kernel/message';
import type { GpuSpec } from '../kernel/gpuSpec';
import type { KernelProfile, ProfileFile } from '../kernel/profile';
import { listGpus } from '../gpu/catalogue';
import { findGpu, type GpuMatch } from '../gpu/findGpu';

/**
 * The GPU that a profile was taken on, by its device name or, where there is none (Nsight
 * Compute), by its compute capability: then all GPUs of that capability are candidates.
 */
export function profileGpu(profile: ProfileFile): GpuMatch {
  if (profile.device !== null) return findGpu(profile.device);
  const capability = profile.kernels.find(
    (kernel) => kernel.computeCapability !== undefined,
  )?.computeCapability;
  const candidates = listGpus().filter((gpu) => !gpu.simulatedOnly && gpu.computeCapability === capability);
  const [first, ...others] = candidates;
  if (first === undefined) return { kind: 'unknown' };
  return others.length === 0 ? { kind: 'found', gpu: first } : { kind: 'ambiguous', candidates };
}

/** Measurements that carry over from a profile of one GPU to another. */
export interface Transferred {
  /** `same-gpu`: all of it. `same-architecture`: not times and rates. `program`: only what the program itself fixes. */
  readonly scope: 'same-gpu' | 'same-architecture' | 'program';
  /** The profile with everything left out that does not hold on the chosen GPU. */
  readonly kernel: KernelProfile;
  /** Names of what was left out. */
  readonly left: readonly string[];
  /** One sentence for the user. */
  readonly statement: Message;
}

/** Counts of what the program executes, and shares of threads in it: the GPU does not change them. */
const BY_PROGRAM =
  /^(inst_(executed|fp_\d+|integer|bit_convert|control|compute_ld_st|misc|inter_thread_communication|per_warp)(_.*)?|flop_count_.*|cf_executed|ldst_executed|branch_efficiency|warp_(nonpred_)?execution_efficiency|(global|local|shared|surface|texture)_\w*requests|.*_(load|store|atomic|reduction)_requests)$/;

/** Counts that the memory system of an architecture fixes: sector and line sizes differ between them. */
const BY_ARCHITECTURE =
  /^((gld|gst|local_load|local_store|shared_load|shared_store|atomic)_transactions(_per_request)?|(gld|gst|shared)_efficiency)$/;

/**
 * Part of a kernel's profile that holds for another GPU. Grid, block, shared memory and executed instructions
 * follow from the program; registers and memory transactions from the architecture that it was compiled for;
 * times, rates, cache hits, stalls and occupancy from the very GPU.
 * @param from the profile's GPU, or null when it is not known.
 */
export function transferable(kernel: KernelProfile, from: GpuSpec | null, to: GpuSpec): Transferred {
  if (from?.id === to.id)
    return {
      scope: 'same-gpu',
      kernel,
      left: [],
      statement: message('profiles.transfer.thisGpu', { gpu: to.name }),
    };
  const sameArchitecture = from?.computeCapability === to.computeCapability;
  const keeps = (name: string): boolean =>
    BY_PROGRAM.test(name) || (sameArchitecture && BY_ARCHITECTURE.test(name));
  const dropped = Object.keys(kernel.metrics).filter((name) => !keeps(name));
  const left = [
    ...(kernel.durationNs === null ? [] : ['durationNs']),
    ...(kernel.registers === null || sameArchitecture ? [] : ['registers']),
    ...dropped,
  ];
  const origin = from === null ? message('profiles.transfer.unknownGpu') : from.name;
  return {
    scope: sameArchitecture ? 'same-architecture' : 'program',
    kernel: reduced(kernel, sameArchitecture, keeps),
    left,
    statement: message(
      sameArchitecture ? 'profiles.transfer.sameArchitecture' : 'profiles.transfer.program',
      { origin, gpu: to.name },
    ),
  };
}

function reduced(
  kernel: KernelProfile,
  sameArchitecture: boolean,
  keeps: (name: string) => boolean,
): KernelProfile {
  const pick = <T>(values: Readonly<Record<string, T>> | undefined): Record<string, T> =>
    Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => keeps(name)));
  const { name, grid, block, staticSharedBytes, dynamicSharedBytes, stream, calls, location } = kernel;
  return {
    ...{ name, grid, block, staticSharedBytes, dynamicSharedBytes, stream, calls, location },
    registers: sameArchitecture ? kernel.registers : null,
    startNs: null,
    durationNs: null,
    device: null,
    metrics: pick(kernel.metrics),
    ...(kernel.metricRanges && { metricRanges: pick(kernel.metricRanges) }),
    ...(kernel.run === undefined ? {} : { run: kernel.run }),
  };
}
