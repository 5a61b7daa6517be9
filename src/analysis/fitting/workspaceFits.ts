import type { CudaWorkspace, FindByLowering, LoweringOptions } from '../../cuda/workspace';
import { fitCounts, type CountFit } from '../../fitting/countFit';
import type { LowerWith, OpenParameter } from '../../fitting/openProgram';
import type { Launch } from '../../kernel/kernel';
import { InputError } from '../../kernel/result';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { KernelFacts } from '../stages/kernelFacts';
import { numbersSet } from '../stages/numbersSet';
import type { AnalysisSettings } from '../workspaceState';
import { shapeOfCounters } from './fittedShape';
import { countersToFit, type KernelCounters } from './kernelProfile';
import { launchOfProfile, lowererOf } from './profiledLaunch';

/** What counts decide of a kernel, as far as it can be kept. */
type Chosen = Pick<CountFit, 'values' | 'distance'>;

/** The program of a kernel fitted to the counts of a profile, without simulating it. */
export interface FirstFit extends Chosen {
  readonly kind: 'fitted';
  readonly counters: KernelCounters;
  /** The launch in source, and what is chosen of it: the extents are those of the profile. */
  readonly launch: Launch | null;
  readonly options: LoweringOptions;
  /** What the source leaves open at that launch. */
  readonly open: readonly OpenParameter[];
  /** Equal where the kernel and everything that its programs depend on are equal. */
  readonly basis: string;
}

export type KernelFitting =
  FirstFit | { readonly kind: 'refused'; readonly counters: KernelCounters; readonly reason: string };

/** Values that are tried of one kernel at most. */
const MOST_TRIES = 150;
/** Extents are those of the launch; counters do not choose them. */
const EXTENT = /^(grid|block)Dim[XYZ]$/;

/** Fits kernels of a workspace to the counts of their profiles, and keeps what it found while that holds. */
export class WorkspaceFits {
  readonly #find: FindByLowering<Chosen>;

  constructor(private readonly cuda: CudaWorkspace) {
    this.#find = cuda.findings<Chosen>();
  }

  /** The fit of a kernel to its profile; null where no profile of it has counters. What the user has set stays. */
  of(facts: KernelFacts, gpu: GpuSpec, settings: AnalysisSettings): KernelFitting | null {
    const counters = countersToFit(facts, gpu);
    if (counters === null) return null;
    try {
      return this.#fit(facts, counters, settings);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { kind: 'refused', counters, reason: error.message };
    }
  }

  #fit(facts: KernelFacts, counters: KernelCounters, settings: AnalysisSettings): FirstFit | null {
    const { profile } = counters;
    const kernelId = facts.kernel.id;
    const launch = launchOfProfile(profile, facts.launches);
    const given = numbersSet(facts.kernel, settings);
    const options = {
      ...shapeOfCounters(profile, facts),
      sharedBytes: Math.max(0, profile.dynamicSharedBytes ?? facts.dynamicSharedBytes),
      arguments: given,
    };
    const lowererBy = (lower: (options: LoweringOptions) => ReturnType<CudaWorkspace['lower']>): LowerWith =>
      withoutExtents(
        lowererOf(profile, (values) => lower({ ...options, arguments: { ...values, ...given } })),
      );
    const finding = this.#find(
      { kernelId, launch, options, key: JSON.stringify(profile.metrics) },
      (lower) => {
        return chosenOf(fitCounts(lowererBy(lower), profile, mostTimes(MOST_TRIES)));
      },
    );
    if (finding === null) return null;
    const { open } = lowererBy((wanted) => this.cuda.lower(kernelId, launch, wanted))({});
    return { kind: 'fitted', counters, launch, options, open, ...finding.found, basis: finding.basis };
  }
}

/** True for the first `most` times that it is asked. */
function mostTimes(most: number): () => boolean {
  let asked = 0;
  return () => asked++ < most;
}

function chosenOf({ values, distance }: CountFit): Chosen {
  return { values, distance };
}

function withoutExtents(lowerWith: LowerWith): LowerWith {
  return (values) => {
    const lowered = lowerWith(values);
    return { ...lowered, open: lowered.open.filter(({ name }) => !EXTENT.test(name)) };
  };
}
