import type { SplitPart } from './appliedSplit';

const HEAD = `#include <cuda.h>
#include <cstdlib>

static void check(CUresult result) { if (result != CUDA_SUCCESS) std::abort(); }

static CUgreenCtx contextOn(CUdevice device, CUdevResource sms) {
  CUdevResourceDesc description;
  CUgreenCtx context;
  check(cuDevResourceGenerateDesc(&description, &sms, 1));
  check(cuGreenCtxCreate(&context, description, device, CU_GREEN_CTX_DEFAULT_STREAM));
  return context;
}
`;

const TAKE = `static CUgreenCtx takeSms(CUdevice device, CUdevResource& rest, unsigned count) {
  CUdevResource all = rest, part;
  unsigned groups = 1;
  check(cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, count));
  return contextOn(device, part);
}
`;

const HOLD = `// The driver splits what is left once more only as the resource of a context, which has to stay.
static void holdRest(CUdevice device, CUdevResource& rest) {
  check(cuGreenCtxGetDevResource(contextOn(device, rest), &rest, CU_DEV_RESOURCE_TYPE_SM));
}
`;

/**
 * C++ for the driver API of CUDA 12.4 and newer: a green context and a stream for each part, in the order given.
 *
 * @param takesRest whether the last part gets what the others leave
 */
export function greenContextCode(
  parts: readonly SplitPart[],
  sms: readonly number[],
  takesRest: boolean,
): string {
  const taken = takesRest ? parts.length - 1 : parts.length;
  return [
    HEAD,
    ...(taken > 0 ? [TAKE] : []),
    ...(taken > 1 ? [HOLD] : []),
    `constexpr int parts = ${parts.length};`,
    'CUgreenCtx contexts[parts];',
    'CUstream streams[parts];  // what is launched into streams[i] runs on the SMs of part i',
    '',
    '// After cuInit, or any call of the CUDA runtime.',
    'void createPartitions(CUdevice device) {',
    '  CUdevResource rest;',
    '  check(cuDeviceGetDevResource(device, &rest, CU_DEV_RESOURCE_TYPE_SM));',
    ...parts.flatMap(({ name }, at) => [
      ...(at > 0 && at < taken ? ['  holdRest(device, rest);'] : []),
      at < taken
        ? `  contexts[${at}] = takeSms(device, rest, ${sms[at]});  // ${commentOf(name)}`
        : `  contexts[${at}] = contextOn(device, rest);  // ${commentOf(name)}: the remaining ${sms[at]} SMs`,
    ]),
    '  for (int i = 0; i < parts; ++i)',
    '    check(cuGreenCtxStreamCreate(&streams[i], contexts[i], CU_STREAM_NON_BLOCKING, 0));',
    '}',
  ].join('\n');
}

/** A name that cannot end a comment or begin a new line. */
function commentOf(name: string): string {
  return name.replaceAll(/[^\w .:<>()-]/g, '_');
}
