import type { CudaFileIndex } from '../../cuda/workspace';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Launch } from '../../kernel/kernel';
import type { SourceDiagnostic } from '../../kernel/source';
import type { KernelFacts } from './kernelFacts';
import { launchDiagnostics } from './launchDiagnostics';
import type { FoundRaces } from './foundRaces';
import type { UnusedNumbers } from './unusedNumbers';

/** Facts of a kernel by its id. */
export type FactsOf = (kernelId: string) => KernelFacts | undefined;

/** The facts of the one kernel that a launch starts; undefined where it is none or one of many. */
export function factsAt(launch: Launch, factsOf: FactsOf): KernelFacts | undefined {
  return launch.kernelIds.length === 1 ? factsOf(launch.kernelIds[0]!) : undefined;
}

/**
 * What was not understood of a file, and what is wrong with its launches and numbers.
 *
 * @param isChosen false while the user has chosen no GPU
 * @param races what the programs of all files are told of theirs
 */
export function fileDiagnostics(
  file: Pick<CudaFileIndex, 'path' | 'launches' | 'diagnostics'>,
  factsOf: FactsOf,
  gpu: GpuSpec,
  unused: UnusedNumbers,
  isChosen: boolean,
  races: FoundRaces,
): SourceDiagnostic[] {
  return [
    ...file.diagnostics,
    ...file.launches.flatMap((launch) => launchDiagnostics(launch, factsAt(launch, factsOf), gpu, isChosen)),
    ...(races.diagnostics.get(file.path) ?? []),
    ...unused.in(file.path),
  ];
}
