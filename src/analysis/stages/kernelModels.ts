import { message, plain, type Words } from '../../kernel/message';
import { occupancy, type Occupancy } from '../../gpu/occupancy';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Kernel } from '../../kernel/kernel';
import type { Assumption } from '../../kernel/origin';
import {
  classifyFromMetrics,
  classifyFromMix,
  type Classification,
  utilizationFromMix,
  utilizationFromMetrics,
  type Utilization,
  mixKey,
} from '../../predictors';
import type { KernelFacts } from './kernelFacts';

/** What the models say of one kernel when it runs alone. */
export interface KernelModels {
  readonly occupancy: Occupancy;
  readonly classification: Classification | null;
  readonly utilization: Utilization | null;
  /** Why a model has no answer, in words. */
  readonly gaps: readonly Words[];
}

/** Runs the solo models on one kernel: a profile's metrics first, else the source estimate. */
export function runModels(facts: KernelFacts, gpu: GpuSpec): KernelModels {
  const gaps: Words[] = [];
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

function classification(facts: KernelFacts, gpu: GpuSpec, gaps: Words[]): Classification | null {
  const { metrics, kernel } = facts;
  if (metrics && facts.metricThreads !== null) {
    const measured = classifyFromMetrics(metrics, facts.metricThreads, gpu);
    if (measured.ok) return measured.value;
    gaps.push(measured.error.said);
  }
  if (!kernel.mix) return null;
  const estimated = classifyFromMix(kernel.mix, gpu);
  return { ...estimated, assumptions: placed(estimated.assumptions, kernel) };
}

/** What was assumed in a kernel's own code, with the kernel and the line that it is about. */
function placed(
  assumptions: readonly Assumption[],
  { name, path, line, mix }: Kernel,
): readonly Assumption[] {
  const lines = new Map(mix?.assumptions.map((one) => [mixKey(one), one.line ?? line]));
  return assumptions.map((assumption) => {
    const { key, value, text } = assumption;
    const at = lines.get(key);
    if (at === undefined) return assumption;
    const what = message('kernel.of', { name, what: text });
    return { key: `${path}:${name}:${plain(text)}`, value, text: what, location: { path, line: at } };
  });
}

/** Utilisations are rates of one GPU: a profile of another one does not tell them. */
function utilization(
  facts: KernelFacts,
  resident: Occupancy,
  gpu: GpuSpec,
  gaps: Words[],
): Utilization | null {
  if (facts.metrics && facts.sameGpu) {
    const measured = utilizationFromMetrics(facts.metrics, gpu);
    if (measured.ok) return { ...measured.value, origin: facts.metricsOrigin };
    gaps.push(measured.error.said);
  }
  if (!facts.kernel.mix || resident.warpsPerSm === 0) return null;
  const estimated = utilizationFromMix(facts.kernel.mix, resident.warpsPerSm, gpu);
  return { ...estimated, assumptions: placed(estimated.assumptions, facts.kernel) };
}
