import { message } from '../../kernel/message';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { AppliedSplit, Mechanism, SplitPart } from './appliedSplit';
import { greenContextSplit } from './greenContexts';
import { mpsSplit } from './mps';

/** Mechanisms that come near to any split; of MIG's few there is a list (`migSplits`). */
export type FineMechanism = Exclude<Mechanism, 'mig'>;

const SPLITS: Readonly<Record<FineMechanism, (gpu: GpuSpec, parts: readonly SplitPart[]) => AppliedSplit>> = {
  'green-contexts': greenContextSplit,
  mps: mpsSplit,
};

/**
 * A split of SMs rounded to what a mechanism allows on a GPU, with the text that sets it up.
 *
 * @throws InputError that says why the GPU cannot do it.
 */
export function applySplit(
  gpu: GpuSpec,
  parts: readonly SplitPart[],
  mechanism: FineMechanism,
): AppliedSplit {
  if (gpu.simulatedOnly && mechanism !== 'green-contexts')
    throw new InputError(message('sharing.simulatedOnly', { gpu: gpu.name }));
  const sum = parts.reduce((total, part) => total + part.sms, 0);
  if (parts.length === 0 || sum > gpu.sms || parts.some(({ sms }) => !Number.isInteger(sms) || sms < 1))
    throw new InputError(
      message('sharing.splitBeyond', { parts: parts.length, sum, gpu: gpu.name, sms: gpu.sms }),
    );
  return SPLITS[mechanism](gpu, parts);
}
