import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { AppliedSplit, SplitPart } from './appliedSplit';
import { greenContextCode } from './greenContextCode';

/**
 * A split with green contexts. `cuDevSmResourceSplitByCount` gives groups of a multiple of SMs and what is left.
 * Where the parts use up the GPU the last one takes what is left, which has no granularity but the minimum.
 *
 * @throws InputError when the GPU has no green contexts, or the applications do not fit with the minimum each.
 */
export function greenContextSplit(gpu: GpuSpec, parts: readonly SplitPart[]): AppliedSplit {
  const rule = gpu.sharing.greenContext;
  if (rule === null)
    throw new InputError(`${gpu.name} (compute capability ${gpu.computeCapability}) has no green contexts`);
  const smallest = Math.ceil(rule.minimumSms / rule.multipleSms) * rule.multipleSms;
  const takesRest = parts.reduce((sum, part) => sum + part.sms, 0) === gpu.sms;
  const least = takesRest ? rule.minimumSms : smallest;
  if (smallest * (parts.length - 1) + least > gpu.sms)
    throw new InputError(
      `${parts.length} green contexts need at least ${smallest} SMs each; ${gpu.name} has ${gpu.sms}`,
    );
  const rounded = roundedParts(parts, rule.multipleSms, smallest);
  const sms = takesRest ? withRest(rounded, gpu.sms, rule) : shrunkTo(rounded, gpu.sms, rule.multipleSms);
  return {
    mechanism: 'green-contexts',
    sms,
    settings: sms.map((count) => `${count} SMs`),
    unusedSms: gpu.sms - sms.reduce((sum, count) => sum + count, 0),
    isCap: false,
    shared: ['L2 cache', 'DRAM bandwidth', 'PCIe'],
    apply: [
      {
        title: 'Green contexts, CUDA driver API',
        language: 'cpp',
        code: greenContextCode(parts, sms, takesRest),
      },
    ],
    notes: [
      ...granularityNote(gpu, rule, takesRest),
      'Green contexts live in one process: applications of several processes need MPS or MIG.',
      'The driver may round further where some SMs of a cluster are switched off: cuGreenCtxGetDevResource tells what a context got.',
    ],
  };
}

type Rule = NonNullable<GpuSpec['sharing']['greenContext']>;

function roundedParts(parts: readonly SplitPart[], multiple: number, smallest: number): number[] {
  return parts.map((part) => Math.max(smallest, Math.round(part.sms / multiple) * multiple));
}

/** The last part gets what the others leave, and these leave it the minimum. */
function withRest(rounded: readonly number[], total: number, { minimumSms, multipleSms }: Rule): number[] {
  const others = shrunkTo(rounded.slice(0, -1), total - minimumSms, multipleSms);
  return [...others, total - others.reduce((sum, count) => sum + count, 0)];
}

/** Parts that fit: the largest gives way, a multiple at a time. */
function shrunkTo(sms: readonly number[], total: number, multiple: number): number[] {
  const fitting = [...sms];
  while (fitting.reduce((sum, count) => sum + count, 0) > total)
    fitting[fitting.indexOf(Math.max(...fitting))]! -= multiple;
  return fitting;
}

function granularityNote(
  { computeCapability }: GpuSpec,
  { minimumSms, multipleSms }: Rule,
  takesRest: boolean,
): string[] {
  if (multipleSms === 1) return [];
  const rule = `Each context has at least ${minimumSms} SMs and a multiple of ${multipleSms}`;
  if (!takesRest) return [`${rule}.`];
  const clusters = Number(computeCapability) >= 9 ? ', without a guarantee for thread block clusters' : '';
  return [`${rule}, but for the last, which takes the rest${clusters}.`];
}
