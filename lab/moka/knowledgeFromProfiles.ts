import type { KernelOperation } from '../../src/kernel/application';
import type { GpuSpec } from '../../src/kernel/gpuSpec';
import type { KernelProfile } from '../../src/kernel/profile';
import { volume } from '../../src/kernel/symbolic';
import { parseKernelName } from '../../src/profiles/names/kernelName';
import { groupBy } from '../../src/stats/grouping';
import { median } from '../../src/stats/quantile';
import {
  gridBlocks,
  type BlockModel,
  type KernelKnowledge,
} from '../../src/predictors/moka/blocks/blockModel';
import { BlockShapes } from '../../src/predictors/moka/blocks/blockShape';
import { pipelinedBlocks } from '../../src/predictors/moka/blocks/pipelinedBlocks';
import { utilizationFromMetrics } from '../../src/predictors/moka/contention/utilization';

/**
 * What profiles tell of kernels: solo times, for other grids scaled by the block model from the nearest
 * measured one with the same block size, and utilizations from metrics. The time that an operation carries
 * itself comes first.
 */
export function knowledgeFromProfiles(
  profiles: readonly KernelProfile[],
  gpu: GpuSpec,
  blocks: BlockModel = pipelinedBlocks,
): KernelKnowledge {
  const byName = groupBy(profiles, (profile) => parseKernelName(profile.name).base);
  const shapes = new BlockShapes(gpu);
  const rowsOf = (kernel: KernelOperation): readonly KernelProfile[] =>
    byName.get(parseKernelName(kernel.kernel).base) ?? [];
  return {
    soloNs: (kernel) => kernel.soloNs ?? measuredNs(kernel, rowsOf(kernel), blocks, shapes),
    useOf: (kernel) => {
      for (const { metrics } of rowsOf(kernel)) {
        const utilization = utilizationFromMetrics(metrics, gpu);
        if (utilization.ok) return utilization.value.values;
      }
      return null;
    },
  };
}

function measuredNs(
  kernel: KernelOperation,
  rows: readonly KernelProfile[],
  blocks: BlockModel,
  shapes: BlockShapes,
): number | null {
  const distance = (row: KernelProfile): number => Math.abs(volume(row.grid!) - gridBlocks(kernel));
  const usable = rows.filter(
    ({ durationNs, grid, block }) =>
      durationNs !== null && grid !== null && block !== null && volume(block) === volume(kernel.block),
  );
  const nearest = usable.reduce((least, row) => Math.min(least, distance(row)), Infinity);
  const times = usable.filter((row) => distance(row) === nearest);
  if (times.length === 0) return null;
  const measured = { ...kernel, grid: times[0]!.grid! };
  const soloNs = median(times.map(({ durationNs }) => durationNs!));
  return blocks.scaledNs(measured, soloNs, gridBlocks(kernel), shapes.of(kernel));
}
