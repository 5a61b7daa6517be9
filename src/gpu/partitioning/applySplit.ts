import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { AppliedSplit, Mechanism, SplitPart } from './appliedSplit';
import { greenContextSplit } from './greenContexts';
import { migSplit } from './mig';
import { mpsSplit } from './mps';

const SPLITS: Readonly<Record<Mechanism, (gpu: GpuSpec, parts: readonly SplitPart[]) => AppliedSplit>> = {
  'green-contexts': greenContextSplit,
  mps: mpsSplit,
  mig: migSplit,
};

/**
 * A split of SMs rounded to what a mechanism allows on a GPU, with the text that sets it up.
 *
 * @throws InputError that says why the GPU cannot do it.
 */
export function applySplit(gpu: GpuSpec, parts: readonly SplitPart[], mechanism: Mechanism): AppliedSplit {
  if (gpu.simulatedOnly && mechanism !== 'green-contexts')
    throw new InputError(`${gpu.name} exists in simulation only: it has neither MPS nor MIG`);
  const sum = parts.reduce((total, part) => total + part.sms, 0);
  if (parts.length === 0 || sum > gpu.sms || parts.some(({ sms }) => !Number.isInteger(sms) || sms < 1))
    throw new InputError(
      `a split of ${parts.length} parts and ${sum} SMs in all; ${gpu.name} has ${gpu.sms}`,
    );
  return SPLITS[mechanism](gpu, parts);
}
