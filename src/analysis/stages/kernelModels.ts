import { occupancy, type Occupancy } from '../../gpu/occupancy';
import type { GpuSpec } from '../../kernel/gpuSpec';
import {
  classifyFromMetrics,
  classifyFromMix,
  type Classification,
} from '../../predictors/moka/classification/classify';
import { utilizationFromMix } from '../../predictors/moka/contention/estimate';
import { utilizationFromMetrics, type Utilization } from '../../predictors/moka/contention/utilization';
import type { KernelFacts } from './kernelFacts';

/** What the models say of one kernel when it runs alone. */
export interface KernelModels {
  readonly occupancy: Occupancy;
  readonly classification: Classification | null;
  readonly utilization: Utilization | null;
  /** Why a model has no answer, in words. */
  readonly gaps: readonly string[];
}

/** Runs the solo models on one kernel: a profile's metrics first, else the source estimate. */
export function runModels(facts: KernelFacts, gpu: GpuSpec): KernelModels {
  const gaps: string[] = [];
  const resident = occupancy(gpu.limits, {
    threadsPerBlock: facts.threadsPerBlock.value,
    registersPerThread: facts.registers.value,
    staticSharedBytes: facts.staticSharedBytes.value,
    dynamicSharedBytes: facts.dynamicSharedBytes,
  });
  return {
    occupancy: resident,
    classification: classification(facts, gpu, gaps),
    utilization: utilization(facts, resident, gpu, gaps),
    gaps,
  };
}

function classification(facts: KernelFacts, gpu: GpuSpec, gaps: string[]): Classification | null {
  const { metrics, kernel } = facts;
  if (metrics && facts.metricThreads !== null) {
    const measured = classifyFromMetrics(metrics, facts.metricThreads, gpu);
    if (measured.ok) return measured.value;
    gaps.push(measured.error.message);
  }
  return kernel.mix ? classifyFromMix(kernel.mix, gpu) : null;
}

/** Utilisations are rates of one GPU: a profile of another one does not tell them. */
function utilization(
  facts: KernelFacts,
  resident: Occupancy,
  gpu: GpuSpec,
  gaps: string[],
): Utilization | null {
  if (facts.metrics && facts.sameGpu) {
    const measured = utilizationFromMetrics(facts.metrics, gpu);
    if (measured.ok) return { ...measured.value, origin: facts.metricsOrigin };
    gaps.push(measured.error.message);
  }
  if (!facts.kernel.mix || resident.warpsPerSm === 0) return null;
  return utilizationFromMix(facts.kernel.mix, resident.warpsPerSm, gpu);
}
