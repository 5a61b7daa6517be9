import { message, type Message } from '../../kernel/message';
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
    throw new InputError(
      message('sharing.noGreenContexts', { gpu: gpu.name, capability: gpu.computeCapability }),
    );
  const smallest = Math.ceil(rule.minimumSms / rule.multipleSms) * rule.multipleSms;
  const takesRest = parts.reduce((sum, part) => sum + part.sms, 0) === gpu.sms;
  const least = takesRest ? rule.minimumSms : smallest;
  if (smallest * (parts.length - 1) + least > gpu.sms)
    throw new InputError(
      message('sharing.greenContextsNeed', { parts: parts.length, smallest, gpu: gpu.name, sms: gpu.sms }),
    );
  const rounded = roundedParts(parts, rule.multipleSms, smallest);
  const sms = takesRest ? withRest(rounded, gpu.sms, rule) : shrunkTo(rounded, gpu.sms, rule.multipleSms);
  return {
    mechanism: 'green-contexts',
    sms,
    settings: sms.map((count) => message('sharing.smsSetting', { count })),
    unusedSms: gpu.sms - sms.reduce((sum, count) => sum + count, 0),
    isCap: false,
    shared: ['L2 cache', 'DRAM bandwidth', 'PCIe'],
    apply: [
      {
        title: message('sharing.greenContextsTitle'),
        language: 'cpp',
        code: greenContextCode(parts, sms, takesRest),
      },
    ],
    notes: [
      ...granularityNote(gpu, rule, takesRest),
      message('sharing.greenContextsProcess'),
      message('sharing.greenContextsRounded'),
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
): Message[] {
  if (multipleSms === 1) return [];
  const rule = { minimumSms, multipleSms };
  if (!takesRest) return [message('sharing.granularity', rule)];
  return Number(computeCapability) >= 9
    ? [message('sharing.granularityRestClusters', rule)]
    : [message('sharing.granularityRest', rule)];
}
