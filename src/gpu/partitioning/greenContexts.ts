import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { AppliedSplit, SplitPart } from './appliedSplit';

/**
 * A split with green contexts. `cuDevSmResourceSplitByCount` gives groups of a multiple of SMs and what is left;
 * the last application takes what is left, which has no granularity but the minimum.
 *
 * @throws InputError when the GPU has no green contexts, or the applications do not fit with the minimum each.
 */
export function greenContextSplit(gpu: GpuSpec, parts: readonly SplitPart[]): AppliedSplit {
  const rule = gpu.sharing.greenContext;
  if (rule === null)
    throw new InputError(`${gpu.name} (compute capability ${gpu.computeCapability}) has no green contexts`);
  const { minimumSms, multipleSms } = rule;
  const smallest = Math.ceil(minimumSms / multipleSms) * multipleSms;
  if (smallest * (parts.length - 1) + minimumSms > gpu.sms)
    throw new InputError(
      `${parts.length} green contexts need at least ${smallest} SMs each; ${gpu.name} has ${gpu.sms}`,
    );
  const sms = roundParts(parts, gpu.sms, smallest, multipleSms, minimumSms);
  return {
    mechanism: 'green-contexts',
    sms,
    settings: sms.map((count) => `${count} SMs`),
    unusedSms: 0,
    isCap: false,
    shared: ['L2 cache', 'DRAM bandwidth', 'PCIe'],
    apply: [{ title: 'Green contexts, CUDA driver API', language: 'cpp', code: driverCode(parts, sms) }],
    notes: [
      `At least ${minimumSms} SMs and a multiple of ${multipleSms} for each context but the last, which takes the rest.`,
      'Green contexts live in one process: applications of several processes need MPS or MIG.',
    ],
  };
}

/** All but the last rounded to the multiple, as near as they can be while the last keeps the minimum. */
function roundParts(
  parts: readonly SplitPart[],
  total: number,
  smallest: number,
  multiple: number,
  minimum: number,
): number[] {
  const sms = parts.map((part) => Math.max(smallest, Math.round(part.sms / multiple) * multiple));
  const last = parts.length - 1;
  const given = (): number => sms.slice(0, last).reduce((sum, count) => sum + count, 0);
  while (total - given() < minimum) {
    const largest = sms.slice(0, last).reduce((best, count, at) => (count > sms[best]! ? at : best), 0);
    sms[largest]! -= multiple;
  }
  sms[last] = total - given();
  return sms;
}

function driverCode(parts: readonly SplitPart[], sms: readonly number[]): string {
  const groups = parts
    .slice(0, -1)
    .flatMap((part, at) => [
      `// ${commentOf(part.name)}: ${sms[at]} SMs`,
      `groups = 1;`,
      `check(cuDevSmResourceSplitByCount(&part[${at}], &groups, &rest, &left, 0, ${sms[at]}));`,
      `rest = left;`,
    ]);
  const last = parts.length - 1;
  return [
    '#include <cuda.h>',
    '#include <cstdlib>',
    '',
    'static void check(CUresult result) { if (result != CUDA_SUCCESS) std::abort(); }',
    '',
    `constexpr int parts = ${parts.length};`,
    'CUgreenCtx contexts[parts];',
    'CUstream streams[parts];',
    '',
    'void createPartitions(CUdevice device) {',
    '  CUdevResource part[parts], rest, left;',
    '  unsigned groups;',
    '  check(cuDeviceGetDevResource(device, &rest, CU_DEV_RESOURCE_TYPE_SM));',
    ...groups.map((line) => `  ${line}`),
    `  // ${commentOf(parts[last]!.name)}: the remaining ${sms[last]} SMs`,
    `  part[${last}] = rest;`,
    '  for (int i = 0; i < parts; ++i) {',
    '    CUdevResourceDesc description;',
    '    check(cuDevResourceGenerateDesc(&description, &part[i], 1));',
    '    check(cuGreenCtxCreate(&contexts[i], description, device, CU_GREEN_CTX_DEFAULT_STREAM));',
    '    check(cuGreenCtxStreamCreate(&streams[i], contexts[i], CU_STREAM_NON_BLOCKING, 0));',
    '  }',
    '}',
  ].join('\n');
}

/** A name that cannot end a comment or begin a new line. */
function commentOf(name: string): string {
  return name.replaceAll(/[^\w .:<>()-]/g, '_').replace(/\\$/, '');
}
