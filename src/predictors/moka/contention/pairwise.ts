import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { Origin } from '../../../kernel/origin';
import type { Prediction } from '../../../kernel/prediction';
import { contention } from './contention';
import type { ContentionMetric } from './resources';
import type { Utilization } from './utilization';

export const CONTENTION_PREDICTOR = 'moka-contention';

/** A kernel of the pairwise matrix. */
export interface ContendingKernel {
  readonly name: string;
  readonly utilization: Utilization;
  /** Resident blocks per SM when alone; null while unknown. */
  readonly blocksPerSm: number | null;
  /** Blocks of the launch; null while unknown. */
  readonly gridBlocks: number | null;
}

/** What holds for a whole matrix of contention factors. */
export const CO_RESIDENCY_CONDITION =
  'Holds only while blocks of both kernels are resident on the same SMs; waiting for free block slots is not in it.';

/**
 * Slowdown of `victim` beside `aggressor` by Moka's contention factor. The factor is the same for both
 * kernels of a pair. It is the largest of the four parts, one per resource type.
 */
export function predictPair(victim: ContendingKernel, aggressor: ContendingKernel, gpu: GpuSpec): Prediction {
  const result = contention([victim.utilization, aggressor.utilization]);
  return {
    subject: victim.name,
    partners: [aggressor.name],
    slowdown: result.factor,
    parts: result.byType,
    mode: 'streams',
    predictor: CONTENTION_PREDICTOR,
    origin: originOf(victim.utilization.origin, aggressor.utilization.origin),
    inputs: { ...inputsOf('victim', victim), ...inputsOf('aggressor', aggressor) },
    assumptions: [...victim.utilization.assumptions, ...aggressor.utilization.assumptions].filter(
      (assumption, index, all) => all.findIndex((other) => other.text === assumption.text) === index,
    ),
    error: {
      metric: null,
      evidence:
        'The contention factor was never compared with measured pairs, neither in the dissertation nor here.',
    },
    validOnly: [CO_RESIDENCY_CONDITION, ...fillingConditions([victim, aggressor], gpu)],
  };
}

/** `cells[victim][aggressor]`; a kernel beside a second instance of itself stands on the diagonal. */
export function contentionMatrix(
  kernels: readonly ContendingKernel[],
  gpu: GpuSpec,
): readonly (readonly Prediction[])[] {
  return kernels.map((victim) => kernels.map((aggressor) => predictPair(victim, aggressor, gpu)));
}

function originOf(...origins: readonly Origin[]): Origin {
  return origins.includes('assumed') ? 'assumed' : 'predicted';
}

function inputsOf(role: string, kernel: ContendingKernel): Record<string, number> {
  const values = Object.entries(kernel.utilization.values) as [ContentionMetric, number][];
  return Object.fromEntries(values.map(([metric, value]) => [`${role}.${metric}`, value]));
}

/** Under the leftover policy a kernel that fills the GPU leaves the other one only its last wave. */
function fillingConditions(kernels: readonly ContendingKernel[], gpu: GpuSpec): readonly string[] {
  return kernels.flatMap(({ name, blocksPerSm, gridBlocks }) =>
    blocksPerSm !== null && gridBlocks !== null && blocksPerSm > 0 && gridBlocks >= blocksPerSm * gpu.sms
      ? [
          `${name} fills all ${blocksPerSm * gpu.sms} block slots of the ${gpu.name}: launched first, it leaves the other kernel only its last wave.`,
        ]
      : [],
  );
}
