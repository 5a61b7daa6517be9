import { hasCounts } from '../../fitting/countFit';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { groupBy } from '../../stats/grouping';
import type { KernelFacts } from '../stages/kernelFacts';
import { candidatesOf, type FitCandidate } from './candidates';

/** Counters of a kernel with the GPU that they were measured on; null where that is not in the catalogue. */
export interface KernelCounters extends FitCandidate {
  readonly gpu: GpuSpec | null;
}

/**
 * The counters that a kernel's program is fitted to: those of the GPU at hand, else of another one, for counts are
 * nearly the same on all; of the launch at hand, else of another one; where several suit, those with most metrics.
 * Null where no profile has any.
 */
export function countersToFit(facts: KernelFacts, gpu: GpuSpec): KernelCounters | null {
  const byGpu = [...groupBy(facts.measured, (row) => row.gpu?.id ?? null).values()];
  const found = byGpu.flatMap((rows) =>
    candidatesOf(rows.map(({ row }) => row)).map((candidate) => ({ ...candidate, gpu: rows[0]!.gpu })),
  );
  const [first] = found
    .filter(({ profile }) => hasCounts(profile))
    .toSorted((a, b) => compare(suits(b, facts, gpu), suits(a, facts, gpu)));
  return first ?? null;
}

/** How well counters suit, what weighs most first. */
function suits(
  { profile, gpu: from }: KernelCounters,
  { block, grid }: KernelFacts,
  gpu: GpuSpec,
): readonly number[] {
  return [
    Number(from?.id === gpu.id),
    Number(profile.block?.join() === block.join()),
    Number(profile.grid?.join() === grid?.join()),
    Object.keys(profile.metrics).length,
  ];
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((value, i) => value - b[i]!).find((difference) => difference !== 0) ?? 0;
}
