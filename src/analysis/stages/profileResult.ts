import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { rowCount } from '../../profiles/events';
import type { ProfileJoin } from '../../profiles/join';
import type { ProfileResult } from '../results/workspaceResults';
import { isTrace } from '../applications/tracedApplication';
import type { CountedKernels } from './countedKernels';
import { isGpu } from './kernelFacts';

/** A profile file as the views show it, with what its rows found in the sources. */
export function profileResult(
  file: ProfileFile,
  joins: readonly ProfileJoin[],
  gpu: GpuSpec,
  countedKernels: CountedKernels,
): ProfileResult {
  const counted = countedKernels.of(file);
  const inState = (state: ProfileJoin['state']): ProfileJoin[] =>
    joins.filter((join) => join.state === state);
  const shown = ({ name, kernelIds }: ProfileJoin): ProfileResult['joined'][number] => ({ name, kernelIds });
  return {
    path: file.path,
    format: file.format,
    status: file.status,
    reason: file.reason ?? null,
    device: file.device,
    otherGpu: file.device !== null && !isGpu(file.device, gpu),
    isTrace: isTrace(file),
    kernelRows: rowCount(file.kernels, file.kernelEvents) + (file.compiled?.length ?? 0),
    transferRows: rowCount(file.transfers, file.transferEvents),
    joined: inState('joined').map(shown),
    ambiguous: inState('ambiguous').map(shown),
    notJoined: inState('unmatched').map(({ name }) => name),
    ...(counted.length > 0 && { counted }),
    warnings: file.warnings,
  };
}
