import { message, type Words } from '../../kernel/message';
import type { CudaWorkspace, DeriveByLowering, Relower, LoweringOptions } from '../../cuda/workspace';
import { fitCounts, type CountFit } from '../../fitting/countFit';
import type { LowerWith, FreeParameterValues } from '../../fitting/freeParameters';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Launch } from '../../kernel/kernel';
import { InputError } from '../../kernel/result';
import { loadSpec } from '../../simulator/spec/loadSpec';
import { slicesOf, wholeGpu } from '../simulation/gpuSlice';
import { fitTask, type FitTask } from '../simulation/task';
import type { KernelFacts } from '../stages/kernelFacts';
import { numbersSet } from '../stages/numbersSet';
import type { AnalysisSettings } from '../workspaceState';
import type { FirstFit } from './firstFit';
import type { FittedValues } from './fittedNumbers';
import { shapeOfCounters } from './fittedShape';
import { countersToFit, type KernelCounters } from './kernelProfile';
import { plannedFit, refusedFit, type PlannedFit, type Unsimulated } from './plannedFit';
import { launchOfProfile, profiledLowerer } from './profiledLaunch';

/** What counts decide of a kernel, as far as it can be kept. */
type Chosen = Pick<CountFit, 'values' | 'distance'>;

/** Programs that are tried of one kernel at most. */
const MOST_TRIES = 150;

/** Fits kernels of a workspace to their profiles, and keeps what it found while that holds. */
export class WorkspaceFits {
  private readonly find: DeriveByLowering<Chosen>;
  private readonly simulated = new Map<string, FreeParameterValues>();

  constructor(private readonly cuda: CudaWorkspace) {
    this.find = cuda.derivedResults<Chosen>();
  }

  /** Takes note of what simulations have decided, by the keys of their tasks. */
  learn(values: FittedValues): void {
    for (const [key, of] of Object.entries(values)) this.simulated.set(key, of);
  }

  /** The fit of a kernel to its profile; null where no profile of it has counters. What the user has set stays. */
  of(facts: KernelFacts, gpu: GpuSpec, settings: AnalysisSettings): PlannedFit | null {
    const counters = countersToFit(facts, gpu);
    if (counters === null) return null;
    try {
      const first = this.firstFit(facts, counters, settings);
      const task = this.simulation(facts, first);
      const key = 'reason' in task ? '' : task.key;
      return plannedFit(facts, first, task, this.simulated.get(key) ?? first.byCounts);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return refusedFit(facts, counters, error.said);
    }
  }

  private firstFit(facts: KernelFacts, counters: KernelCounters, settings: AnalysisSettings): FirstFit {
    const { profile } = counters;
    const kernelId = facts.kernel.id;
    const launch = launchOfProfile(profile, facts.launches);
    const options = {
      ...shapeOfCounters(profile, facts),
      sharedBytes: Math.max(0, profile.dynamicSharedBytes ?? facts.dynamicSharedBytes),
      arguments: numbersSet({ kernel: facts.kernel, launch }, settings),
    };
    const search = (lower: Relower): Chosen => {
      const { values, distance } = fitCounts(
        profiledLowerer(profile, options, lower),
        profile,
        mostTimes(MOST_TRIES),
      );
      return { values, distance };
    };
    const key = JSON.stringify(profile.metrics);
    const finding = this.find({ kernelId, launch, options, key }, search);
    if (finding === null) throw new InputError(message('analysis.bodyNotRead'));
    const { value: found, fingerprint: basis } = finding;
    const { freeParameters: open } = this.lowerer(kernelId, counters, launch, options)({});
    return { counters, launch, options, open, byCounts: found.values, distance: found.distance, basis };
  }

  private lowerer(
    kernelId: string,
    { profile }: KernelCounters,
    launch: Launch | null,
    options: LoweringOptions,
  ): LowerWith {
    return profiledLowerer(profile, options, (wanted) => this.cuda.lower(kernelId, launch, wanted));
  }

  /** The simulation beside the profile, or why there is none. */
  private simulation(
    { kernel }: KernelFacts,
    { counters, launch, options, byCounts, basis }: FirstFit,
  ): FitTask | Unsimulated {
    const { profile, gpu } = counters;
    if (gpu === null) return { reason: unknownGpu(profile.device) };
    try {
      const [slice] = slicesOf(wholeGpu(loadSpec(gpu.id).spec));
      const { program } = this.lowerer(kernel.id, counters, launch, options)(byCounts);
      const { name, grid, block, registers, metrics, durationNs, location } = profile;
      const { staticSharedBytes, dynamicSharedBytes, device, calls } = profile;
      const sources = this.cuda.textsOf([kernel.path, ...(launch === null ? [] : [launch.path])]);
      const request = {
        sources,
        commands: this.cuda.commandsOf([...sources.keys()]),
        kernelId: kernel.id,
        launch,
        options,
        profile: {
          ...{ name, grid, block, registers, metrics, durationNs, location },
          ...{ staticSharedBytes, dynamicSharedBytes, device, calls, startNs: null, stream: null },
        },
        gpuId: gpu.id,
        slice,
        byCounts,
      };
      return fitTask(kernel.id, request, `${basis}\n${JSON.stringify(program)}`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { reason: error.said };
    }
  }
}

function unknownGpu(device: string | null): Words {
  return device === null ? message('analysis.unnamedGpu') : message('analysis.unknownGpu', { device });
}

/** True for the first `most` times that it is asked. */
function mostTimes(most: number): () => boolean {
  let asked = 0;
  return () => asked++ < most;
}
