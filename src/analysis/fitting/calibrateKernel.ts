import type { CudaWorkspace } from '../../cuda/workspace';
import { calibrate, type LowerWith } from '../../fitting/calibrate';
import { DURATION_WEIGHTS, PREDICTIVE_WEIGHTS } from '../../fitting/residuals';
import type { Launch } from '../../kernel/kernel';
import type { KernelProfile, ProfileFile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import { resolveDim3 } from '../../kernel/symbolic';
import { joinProfiles } from '../../profiles/join';
import { loadSpec } from '../../simulator/spec/loadSpec';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { CalibrationResult } from '../results/fitResult';
import type { FitCandidate } from './candidates';
import { gpuOf, WINDOW_CYCLES, type FitOptions } from './fitKernels';

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
  const kernel = workspace.index().kernels.find(({ id }) => id === kernelId)!;
  const loaded = loadSpec(gpuOf(candidate, options.gpu).id);
  const launch = launchOf(profile, workspace.launchesOf(kernelId));
  const { lowerWith, notes } = lowering(profile, workspace, kernelId, launch);
  const found = calibrate(lowerWith, profile, loaded, {
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
    notes: [...candidate.notes, ...notes],
    measuredDurationNs: profile.durationNs,
    check: {
      basis: found.measurement.basis,
      simulatedCycles: found.measurement.simulatedCycles,
      durationNs: found.measurement.durationNs,
      residuals: found.residuals,
      score: found.score,
    },
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
  throw new InputError(`kernel ${profile.name}: ${join?.reason ?? 'not in the sources'}`, 'unknown-kernel');
}

/** The launch in source that has the block of the profile, else the one of which most is known. */
function launchOf({ block }: KernelProfile, launches: readonly Launch[]): Launch | null {
  const same = launches.filter((launch) => resolveDim3(launch.block)?.join() === block?.join());
  return bestLaunch(same.length > 0 ? same : launches);
}

function lowering(
  profile: KernelProfile,
  workspace: CudaWorkspace,
  kernelId: string,
  launch: Launch | null,
): { readonly lowerWith: LowerWith; readonly notes: readonly string[] } {
  const { grid, block, dynamicSharedBytes } = profile;
  const lower = (values: Readonly<Record<string, number>>) => {
    const lowered = workspace.lower(kernelId, launch, {
      arguments: values,
      ...(grid && { grid }),
      ...(block && { block }),
      ...(dynamicSharedBytes !== null && { sharedBytes: dynamicSharedBytes }),
    });
    if (lowered?.kind === 'lowered') return lowered;
    throw new InputError(`kernel ${profile.name}: cannot be lowered: ${lowered?.reason ?? 'not found'}`);
  };
  const { assumptions } = lower({});
  return {
    lowerWith: (values) => {
      const lowered = lower(values);
      const open = lowered.assumptions.flatMap(({ parameter, value, text }) =>
        parameter === null || value === null ? [] : [{ name: parameter, value, text }],
      );
      return { program: lowered.program, launch: lowered.launch, open };
    },
    notes: assumptions.flatMap(({ parameter, text }) => (parameter === null ? [text] : [])),
  };
}
