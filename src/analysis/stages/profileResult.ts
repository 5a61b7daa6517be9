import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import type { ProfileResult } from '../results/workspaceResults';
import { isGpu } from './kernelFacts';

/** How the rows of one profile found (or did not find) kernels of the sources. */
export interface ProfileJoin {
  readonly joined: ReadonlyMap<string, readonly string[]>;
  readonly ambiguous: ReadonlyMap<string, readonly string[]>;
  readonly notJoined: readonly string[];
}

/** A profile file as the views show it. */
export function profileResult(file: ProfileFile, join: ProfileJoin, gpu: GpuSpec): ProfileResult {
  const entries = (map: ReadonlyMap<string, readonly string[]>): ProfileResult['joined'] =>
    [...map].map(([name, kernelIds]) => ({ name, kernelIds }));
  return {
    path: file.path,
    format: file.format,
    status: file.status,
    reason: file.reason ?? null,
    device: file.device,
    otherGpu: file.device !== null && !isGpu(file.device, gpu),
    kernelRows: file.kernels.length,
    transferRows: file.transfers.length,
    joined: entries(join.joined),
    ambiguous: entries(join.ambiguous),
    notJoined: join.notJoined,
    warnings: file.warnings,
  };
}
