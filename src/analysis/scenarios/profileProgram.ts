import { message } from '../../kernel/message';
import { programFromProfile } from '../../fitting/fromProfile';
import type { LaunchHint } from '../../fitting/launchShape';
import type { ProfileFile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import { extentOf, type ScenarioKernel } from '../../kernel/scenario';
import { fitCandidates } from '../fitting/candidates';
import { gpuOf } from '../fitting/fitKernels';
import { requireGpu } from '../../gpu/findGpu';
import type { MakeProgram } from './resolve';

/**
 * Makes programs from profiles: the counters are read as of the GPU that the file names, or of the scenario's
 * where it names none.
 *
 * @param read the profile at a path of the scenario
 */
export function programsFromProfiles(read: (path: string) => Promise<ProfileFile>): MakeProgram {
  return async (kernel, place) => {
    const path = kernel.profile!;
    const candidates = fitCandidates([await read(path)], kernel.kernel);
    const [candidate] = candidates;
    if (candidates.length > 1)
      throw new InputError(
        message('analysis.severalKernels', {
          path,
          kernels: candidates.length,
          names: [...new Set(candidates.map(({ profile }) => profile.name))].slice(0, 8),
        }),
        'ambiguous-kernel',
      );
    const measuredOn =
      candidate!.profile.device === null ? requireGpu(place.gpu) : gpuOf(candidate!, undefined);
    const fitted = programFromProfile(candidate!.profile, measuredOn, hintOf(kernel));
    const { grid, block, sharedBytes } = fitted.launch;
    return {
      program: fitted.program,
      launch: { grid: [...grid], block: [...block], sharedBytes },
      assumptions: [
        message('analysis.syntheticProgram', {
          counters: fitted.inputs.length,
          path,
          gpu: measuredOn.id,
        }),
        ...candidate!.notes,
        ...fitted.assumptions.map(({ text }) => text),
      ],
    };
  };
}

function hintOf({ launch }: ScenarioKernel): LaunchHint {
  if (launch === undefined) return {};
  const { grid, block, sharedBytes } = launch;
  return { grid: extentOf(grid), block: extentOf(block), ...(sharedBytes !== undefined && { sharedBytes }) };
}
