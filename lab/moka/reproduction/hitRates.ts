import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { groupBy } from '../../../src/stats/grouping';
import { simk } from '../../../src/predictors/moka/simk/simk';
import { withoutKernel, type ReferenceSet } from '../../../src/predictors/moka/simk/references';

/** How often a method finds the best block of a reference kernel from the other ones. */
export interface HitRates {
  readonly group: string;
  readonly kernels: number;
  readonly simk: number;
  readonly simkStandardized: number;
  readonly plain: number;
  /** The most frequent best block of the others, whatever the kernel looks like. */
  readonly commonest: number;
}

/** Leave-one-out hits on the reference kernels, by class and dimensionality. */
export function leaveOneOutHits(set: ReferenceSet, gpu: GpuSpec): readonly HitRates[] {
  const groups = groupBy(set.kernels, (kernel) => `${kernel.class} ${kernel.dimensions}-D`);
  return [...groups].map(([group, kernels]) => {
    const hits = { simk: 0, simkStandardized: 0, plain: 0, commonest: 0 };
    for (const kernel of kernels) {
      const others = withoutKernel(set, kernel.name);
      const query = { ...kernel, coresPerSm: gpu.limits.fp32Lanes };
      const raw = simk(query, others, { stabilitySeeds: 0 });
      const scaled = simk(query, others, { stabilitySeeds: 0, standardize: true });
      const rest = kernels.filter((other) => other !== kernel).map((other) => other.bestBlock);
      if (raw.status === 'answered' && raw.threadsPerBlock === kernel.bestBlock) hits.simk++;
      if (scaled.status === 'answered' && scaled.threadsPerBlock === kernel.bestBlock)
        hits.simkStandardized++;
      if (raw.status === 'answered' && raw.plain.threadsPerBlock === kernel.bestBlock) hits.plain++;
      if (commonestOf(rest) === kernel.bestBlock) hits.commonest++;
    }
    return { group, kernels: kernels.length, ...hits };
  });
}

/** The value that occurs most often, the first one on a tie. */
function commonestOf(values: readonly number[]): number | undefined {
  const counts = [...groupBy(values, (value) => value)].map(([value, same]) => ({
    value,
    count: same.length,
  }));
  return counts.reduce<{ value: number; count: number } | undefined>(
    (best, entry) => (best === undefined || entry.count > best.count ? entry : best),
    undefined,
  )?.value;
}
