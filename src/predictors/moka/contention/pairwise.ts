import { message, plain, type Words } from '../../../kernel/message';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { Assumption, Origin } from '../../../kernel/origin';
import type { ErrorBound, Prediction, SharingMode } from '../../../kernel/prediction';
import { contention } from './contention';
import type { ResourceUse } from '../../port';

export const CONTENTION_PREDICTOR = 'moka-contention';

/** A kernel of the pairwise matrix. */
export interface ContendingKernel {
  readonly name: string;
  readonly utilization: ResourceUse;
  /** Resident blocks per SM when alone; null while unknown. */
  readonly blocksPerSm: number | null;
  /** Blocks of the launch; null while unknown. */
  readonly gridBlocks: number | null;
}

/** No error is known of it. */
export const CONTENTION_ERROR: ErrorBound = {
  metric: null,
  evidence: message('predictors.contention.noEvidence'),
};

/** Sharing modes in which blocks of several kernels are resident on the same SMs at the same time. */
export const CONTENTION_MODES = ['streams', 'mps', 'intra-sm'] as const satisfies readonly SharingMode[];

const holdsFor = (mode: SharingMode): boolean => CONTENTION_MODES.some((one) => one === mode);

function modeCondition(mode: SharingMode): Words[] {
  if (holdsFor(mode)) return [];
  return [message('predictors.contention.otherMode', { mode })];
}

/** What holds for a whole matrix of contention factors. */
const CO_RESIDENCY_CONDITION = message('predictors.contention.coResident');

/**
 * Slowdown of `victim` beside `others` by Moka's contention factor. The factor is the same for all of them. It is
 * the largest of the four parts, one per resource type.
 */
export function predictPair(
  victim: ContendingKernel,
  others: readonly ContendingKernel[],
  gpu: GpuSpec,
  mode: SharingMode = 'streams',
): Prediction {
  const all = [victim, ...others];
  const result = contention(all.map(({ utilization }) => utilization));
  return {
    subject: victim.name,
    partners: others.map(({ name }) => name),
    slowdown: result.factor,
    parts: result.byType,
    composition: 'largest',
    mode: holdsFor(mode) ? mode : 'streams',
    predictor: CONTENTION_PREDICTOR,
    origin: originOf(...all.map(({ utilization }) => utilization.origin)),
    inputs: Object.assign(
      inputsOf('victim', victim),
      ...others.map((other, at) =>
        inputsOf(others.length === 1 ? 'aggressor' : `aggressor ${at + 1}`, other),
      ),
    ) as Record<string, number>,
    assumptions: distinct(all.flatMap(({ utilization }) => utilization.assumptions)),
    error: CONTENTION_ERROR,
    general: [CO_RESIDENCY_CONDITION, ...modeCondition(mode)],
    validOnly: [CO_RESIDENCY_CONDITION, ...fillingConditions(all, gpu)],
  };
}

/** The first assumption of each text. */
function distinct(assumptions: readonly Assumption[]): Assumption[] {
  const found = new Map<string, Assumption>();
  for (const one of assumptions) {
    const text = plain(one.text);
    if (!found.has(text)) found.set(text, one);
  }
  return [...found.values()];
}

function originOf(...origins: readonly Origin[]): Origin {
  return origins.includes('assumed') ? 'assumed' : 'predicted';
}

function inputsOf(role: string, kernel: ContendingKernel): Record<string, number> {
  const values = Object.entries(kernel.utilization.values) as [string, number][];
  return Object.fromEntries(values.map(([metric, value]) => [`${role}.${metric}`, value]));
}

/** Under the leftover policy a kernel that fills the GPU leaves the other one only its last wave. */
function fillingConditions(kernels: readonly ContendingKernel[], gpu: GpuSpec): readonly Words[] {
  return kernels.flatMap(({ name, blocksPerSm, gridBlocks }) =>
    blocksPerSm !== null && gridBlocks !== null && blocksPerSm > 0 && gridBlocks >= blocksPerSm * gpu.sms
      ? [message('predictors.contention.fills', { name, slots: blocksPerSm * gpu.sms, gpu: gpu.name })]
      : [],
  );
}
