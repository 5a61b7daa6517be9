import { message, type Words } from '../../kernel/message';
import { lineAndText } from '../../kernel/codeAssumption';
import type { CudaWorkspace, Lowering } from '../../cuda/workspace';
import { calibrate } from '../../fitting/calibrate';
import type { FreeParameterValues } from '../../fitting/freeParameters';
import { DURATION_WEIGHTS, PREDICTIVE_WEIGHTS } from '../../fitting/residuals';
import type { KernelProfile, ProfileFile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import { joinProfiles } from '../../profiles/join';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { CalibrationResult } from '../results/fitResult';
import type { FitCandidate } from './candidates';
import { checkOf } from './fitCheck';
import { gpuOf, WINDOW_CYCLES, type FitOptions } from './fitKernels';
import { extentsOfProfile, launchOfProfile, lowererOf } from './profiledLaunch';

/**
 * The kernel of a profile lowered from source and calibrated to the counters.
 * @throws InputError when the source lacks the kernel, it cannot be lowered, or counters cannot be.
 */
export function calibrateKernel(
  candidate: FitCandidate,
  workspace: CudaWorkspace,
  options: FitOptions,
): CalibrationResult {
  const { profile } = candidate;
  const kernelId = sourceKernel(profile, workspace);
  const kernel = workspace.kernel(kernelId)!;
  const loaded = loadSpec(gpuOf(candidate, options.gpu).id);
  const launch = launchOfProfile(profile, workspace.launchesOf(kernelId));
  const extents = extentsOfProfile(profile);
  const lower = (values: FreeParameterValues) =>
    workspace.lower(kernelId, launch, { ...extents, arguments: values });
  const found = calibrate(lowererOf(profile, lower), profile, loaded, {
    weights: options.matchDuration ? DURATION_WEIGHTS : PREDICTIVE_WEIGHTS,
    windowCycles: WINDOW_CYCLES,
    budgetCycles: options.refineCycles,
    seed: options.seed,
    ...(options.shouldContinue && { shouldContinue: options.shouldContinue }),
  });
  return {
    name: profile.name,
    location: profile.location,
    source: { path: kernel.path, line: kernel.line },
    program: found.program,
    registersPerThread: found.program.registersPerThread,
    launch: found.launch,
    parameters: found.parameters,
    distance: found.distance,
    notes: [...candidate.notes, ...withoutNumber(lower({}))],
    measuredDurationNs: profile.durationNs,
    check: checkOf(found),
  };
}

function sourceKernel(profile: KernelProfile, workspace: CudaWorkspace): string {
  const { kernels, launches } = workspace.index();
  const file: ProfileFile = {
    path: profile.location.path,
    format: '',
    status: 'full',
    device: profile.device,
    kernels: [profile],
    transfers: [],
    api: [],
    warnings: [],
  };
  const [join] = joinProfiles(kernels, [file], launches);
  if (join?.state === 'joined') return join.kernelIds[0]!;
  throw new InputError(
    message('fitting.noKernel', {
      name: profile.name,
      reason: join?.reason ?? message('fitting.notInSources'),
    }),
    'unknown-kernel',
  );
}

/** What lowering assumed that no number replaces. */
function withoutNumber(lowered: Lowering | null): readonly Words[] {
  if (lowered?.kind !== 'lowered') return [];
  return lowered.assumptions.flatMap((one) => (one.parameter === null ? [lineAndText(one)] : []));
}
