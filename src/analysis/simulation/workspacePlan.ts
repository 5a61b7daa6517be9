import { message, type Words } from '../../kernel/message';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { FittedNumbers, FittedValues } from '../fitting/fittedNumbers';
import type { PlannedFit } from '../fitting/plannedFit';
import type { WorkspaceFits } from '../fitting/workspaceFits';
import type { KernelFacts } from '../stages/kernelFacts';
import { openLaunch, sizesUnknown } from '../stages/openLaunch';
import type { AnalysisSettings } from '../workspaceState';
import { blockVariants } from './blockVariants';
import { slicesOf, wholeGpu } from './gpuSlice';
import { prepareKernel, type Preparation } from './preparation';
import { oneSize } from './projectSizes';
import type { SimulationPlan } from './simulationSet';
import type { TriedBlocks } from './triedBlocks';

export interface PlanRequest {
  /** Files whose kernels come first: those that the user looks at. */
  readonly focus: readonly string[];
  /** Kernels to simulate at most: pairs grow with the square. */
  readonly maxKernels: number;
  /** Ids of the only kernels to simulate; absent for all. */
  readonly only?: readonly string[];
  /** Pairs that are simulated: all where it is left out. */
  readonly pairs?: WantedPairs;
  /**
   * Whether edits of blocks are tried, which takes longer than all the rest; so where it is left out. Nothing runs at
   * other block sizes before every kernel has run alone.
   */
  readonly blocks?: boolean;
  /** What simulations beside profiles have decided so far, by the keys of their tasks. */
  readonly fitted?: FittedValues;
}

/** All pairs of the kernels that are simulated, or only those that can run together. */
export type WantedPairs = 'all' | 'meeting';

/** Pairs that can run together, by the ids of their kernels. */
export type MeetingIds = readonly (readonly [string, string])[];

/** Sources of a workspace, and what was found out about them by trying. */
export interface PlanSources {
  readonly cuda: CudaWorkspace;
  readonly fits: WorkspaceFits;
  readonly tried: TriedBlocks;
}

/**
 * What to simulate of a workspace: its kernels alone, in pairs, and at other block sizes; kernels that can run
 * together, and their pairs, come first.
 */
export function workspacePlan(
  { cuda, fits: fitter, tried }: PlanSources,
  all: readonly KernelFacts[],
  gpu: GpuSpec,
  settings: AnalysisSettings,
  { focus, maxKernels, only, pairs, blocks: triesBlocks = true }: PlanRequest,
  firstPairs: MeetingIds = [],
): SimulationPlan {
  const facts = only === undefined ? all : all.filter(({ kernel }) => only.includes(kernel.id));
  const meeting = new Set(firstPairs.flat());
  const rankOf = (fact: KernelFacts): number => rank(fact, focus, meeting);
  const chosen = facts.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, maxKernels);
  const fits = fitsOf(chosen, (fact) => fitter.of(fact, gpu, settings));
  const fittedOf = ({ kernel }: KernelFacts): FittedNumbers | null => fits[kernel.id]?.numbers ?? null;
  const prepare = (fact: KernelFacts, sizes?: ReadonlyMap<string, number>): Preparation =>
    prepareKernel(fact, { cuda, gpu, settings, fitted: fittedOf(fact), ...(sizes && { chosen: sizes }) });
  const prepared = oneSize(chosen, prepare);
  const ready = prepared.filter((one) => one.kind === 'ready');
  const openSizes = Object.fromEntries(prepared.map(({ kernelId, openSizes: open }) => [kernelId, open]));
  const rest = facts.filter((fact) => !chosen.includes(fact));
  const leftOut = [
    ...prepared.flatMap(refusal),
    ...rest.map((fact) => ({ kernelId: fact.kernel.id, reason: notChosen(fact, maxKernels, settings) })),
  ];
  try {
    const variants = () =>
      chosen
        .filter((fact) => ready.some(({ kernelId }) => kernelId === fact.kernel.id))
        .flatMap((fact) => blockVariants(fact, { cuda, gpu, settings, fitted: fittedOf(fact) }, tried));
    const whole = wholeGpu(loadSpec(gpu.id).spec);
    return {
      inputs: {
        gpuId: gpu.id,
        mode: settings.mode,
        whole,
        slices: slicesOf(whole),
        kernels: ready,
        blocks: triesBlocks || ready.length === 0 ? variants() : null,
        firstPairs,
        ...(pairs === 'meeting' ? { onlyPairs: firstPairs } : {}),
      },
      assumptions: Object.fromEntries(ready.map(({ kernelId, assumptions }) => [kernelId, assumptions])),
      fits,
      leftOut,
      openSizes,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const reason = error.said;
    return {
      inputs: null,
      assumptions: {},
      fits,
      openSizes,
      leftOut: [...leftOut, ...ready.map(({ kernelId }) => ({ kernelId, reason }))],
    };
  }
}

/** Why a kernel is not among those that are simulated: its launch is not told, or others come first. */
function notChosen(fact: KernelFacts, most: number, settings: AnalysisSettings): Words {
  const open = openLaunch(fact, settings);
  return open.length > 0 ? sizesUnknown(open) : message('analysis.mostSimulated', { kernels: most });
}

function fitsOf(
  facts: readonly KernelFacts[],
  fitOf: (fact: KernelFacts) => PlannedFit | null,
): SimulationPlan['fits'] {
  return Object.fromEntries(
    facts.flatMap((fact) => {
      const fit = fitOf(fact);
      return fit === null ? [] : [[fact.kernel.id, fit]];
    }),
  );
}

function refusal(prepared: Preparation): { kernelId: string; reason: Words }[] {
  return prepared.kind === 'refused' ? [{ kernelId: prepared.kernelId, reason: prepared.reason }] : [];
}

/**
 * Kernels in sight, by their text or a launch, first, then those that can run beside another one, then measured ones, then those whose launch is
 * told. Behind all of them are those of which nothing can run or be timed: they are to take nobody's place.
 */
function rank(
  { kernel, rows, launches, launchUnknown, grid }: KernelFacts,
  focus: readonly string[],
  meeting: ReadonlySet<string>,
): number {
  const known = rows.length > 0 ? 0 : launches.length > 0 ? 1 : 2;
  const inSight = [kernel, ...launches].some(({ path }) => focus.includes(path));
  const place = (inSight ? 0 : 10) + (meeting.has(kernel.id) ? 0 : 5);
  const untold = launchUnknown ? 100 : grid === null ? 50 : 0;
  return (kernel.inactive === undefined ? 0 : 200) + untold + place + known;
}
