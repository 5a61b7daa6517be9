import type { GpuSpec } from '../../kernel/gpuSpec';
import {
  referenceFromMeasurement,
  referenceSetFor,
  simulatedReferences,
  withMeasuredKernels,
  type ReferenceKernel,
  type ReferenceSet,
  hasVoters,
} from '../../predictors';
import { dimensionsOf, timingsOf } from './blockResult';
import type { KernelFacts } from './kernelFacts';
import type { KernelModels } from './kernelModels';

/** With fewer block sizes than this, the fastest one says little. */
const LEAST_BLOCK_SIZES = 3;

interface MeasuredCandidate {
  readonly facts: KernelFacts;
  readonly models: KernelModels;
}

/**
 * Reference kernels for block sizes: the published set, and the kernels of the workspace that were profiled
 * on this GPU at three block sizes or more. A kernel is no reference for itself.
 *
 * Where too few were measured for a vote, those simulated for the GPU stand in for the published ones.
 *
 * @returns the set to use for the kernel of that id
 */
export function measuredReferences(
  candidates: readonly MeasuredCandidate[],
  gpu: GpuSpec,
): (kernelId: string) => ReferenceSet {
  const set = referenceSetFor(gpu);
  const measured = new Map(
    candidates.flatMap(({ facts, models }) => {
      const reference = referenceOf(facts, models, gpu, set);
      return reference === null ? [] : [[facts.kernel.id, reference] as const];
    }),
  );
  return (kernelId) => {
    const others = [...measured].filter(([id]) => id !== kernelId).map(([, reference]) => reference);
    const candidate = candidates.find(({ facts }) => facts.kernel.id === kernelId);
    const known = withMeasuredKernels(set, others);
    const simulated = simulatedReferences(gpu);
    return !candidate || !simulated || canVote(known, candidate)
      ? known
      : withMeasuredKernels(simulated, others);
  };
}

/** False where a set has too few kernels of the candidate's class; true where the class is not known. */
function canVote(set: ReferenceSet, { facts, models: { classification } }: MeasuredCandidate): boolean {
  if (classification === null) return true;
  return hasVoters({ class: classification.class, dimensions: dimensionsOf(facts.block) }, set);
}

function referenceOf(
  facts: KernelFacts,
  { classification }: KernelModels,
  gpu: GpuSpec,
  set: ReferenceSet,
): ReferenceKernel | null {
  const timings = timingsOf(facts, gpu);
  const sizes = new Set(timings.map(({ threadsPerBlock }) => threadsPerBlock));
  if (sizes.size < LEAST_BLOCK_SIZES || !facts.sameGpu || !facts.metrics || !classification) return null;
  const best = timings.reduce((a, b) => (b.time.value < a.time.value ? b : a));
  return referenceFromMeasurement(
    {
      name: facts.kernel.name,
      application: facts.kernel.path,
      dimensions: dimensionsOf(facts.block),
      bestBlock: best.threadsPerBlock,
      classification,
      metrics: facts.metrics,
    },
    gpu,
    set,
  );
}
