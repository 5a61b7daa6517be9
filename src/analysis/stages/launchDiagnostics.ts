import { occupancy } from '../../gpu/occupancy';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Kernel, Launch } from '../../kernel/kernel';
import type { Severity, SourceDiagnostic } from '../../kernel/source';
import { resolveDim3, volume, type Dim3 } from '../../kernel/symbolic';
import type { KernelFacts } from './kernelFacts';

const WARP = 32;
/** Largest grid by axis since compute capability 3.0 (CUDA C++ Programming Guide, technical specifications). */
const MAX_GRID: Dim3 = [2 ** 31 - 1, 65535, 65535];
const MAX_BLOCK: Dim3 = [1024, 1024, 64];
const AXES = ['x', 'y', 'z'] as const;

type Finding = readonly [code: string, severity: Severity, message: string];

/** What is wrong or wasteful with a launch on this GPU. */
export function launchDiagnostics(
  launch: Launch,
  facts: KernelFacts | undefined,
  gpu: GpuSpec,
): SourceDiagnostic[] {
  const findings = [
    ...gridFindings(resolveDim3(launch.grid)),
    ...blockFindings(launch, facts?.kernel, gpu),
    ...residencyFindings(launch, facts, gpu),
  ];
  return findings.map(([code, severity, message]) => ({
    code,
    severity,
    message,
    range: launch.configRange,
  }));
}

function gridFindings(grid: Dim3 | null): Finding[] {
  if (!grid) return [];
  return grid.flatMap((extent, axis): Finding[] => {
    if (extent < 1)
      return [['grid-empty', 'error', `the grid's ${AXES[axis]} extent is ${extent}: the launch fails`]];
    if (extent > MAX_GRID[axis]!)
      return [
        [
          'grid-too-large',
          'error',
          `the grid's ${AXES[axis]} extent is ${extent}, the limit is ${MAX_GRID[axis]}`,
        ],
      ];
    return [];
  });
}

function blockFindings(launch: Launch, kernel: Kernel | undefined, gpu: GpuSpec): Finding[] {
  const block = resolveDim3(launch.block);
  if (!block) return [];
  const threads = volume(block);
  const limit = gpu.limits.maxThreadsPerBlock;
  const axis = block.findIndex((extent, index) => extent < 1 || extent > MAX_BLOCK[index]!);
  if (axis >= 0)
    return [
      [
        'block-extent',
        'error',
        `the block's ${AXES[axis]} extent is ${block[axis]}, allowed are 1 to ${MAX_BLOCK[axis]}`,
      ],
    ];
  if (threads > limit)
    return [
      [
        'block-too-large',
        'error',
        `${threads} threads per block, ${gpu.name} allows ${limit}: the launch fails`,
      ],
    ];
  const bound = kernel?.launchBounds?.maxThreadsPerBlock.value;
  if (typeof bound === 'number' && threads > bound)
    return [
      [
        'over-launch-bounds',
        'error',
        `${threads} threads per block, but ${kernel!.name} was compiled for at most ${bound} (__launch_bounds__)`,
      ],
    ];
  if (threads % WARP === 0) return [];
  const idle = WARP - (threads % WARP);
  return [
    [
      'block-not-warps',
      'warning',
      `${threads} threads per block are no multiple of ${WARP}: ${idle} lanes of the last warp stay idle`,
    ],
  ];
}

function residencyFindings(launch: Launch, facts: KernelFacts | undefined, gpu: GpuSpec): Finding[] {
  const block = resolveDim3(launch.block);
  const shared = launch.sharedBytes.value ?? 0;
  if (!block || !facts || volume(block) < 1 || volume(block) > gpu.limits.maxThreadsPerBlock || shared < 0)
    return [];
  const total = facts.staticSharedBytes.value + shared;
  if (total > gpu.limits.sharedBytesPerBlockOptIn)
    return [
      [
        'shared-too-large',
        'error',
        `${total} bytes of shared memory per block, ${gpu.name} allows ${gpu.limits.sharedBytesPerBlockOptIn}`,
      ],
    ];
  const result = occupancy(gpu.limits, {
    threadsPerBlock: volume(block),
    registersPerThread: facts.registers.value,
    staticSharedBytes: facts.staticSharedBytes.value,
    dynamicSharedBytes: shared,
  });
  if (result.reason !== undefined)
    return [['does-not-fit', 'error', `no block fits an SM of ${gpu.name}: ${result.reason}`]];
  const findings: Finding[] = [];
  if (result.needsSharedOptIn)
    findings.push([
      'shared-opt-in',
      'information',
      `${total} bytes of shared memory per block need cudaFuncAttributeMaxDynamicSharedMemorySize`,
    ]);
  const grid = resolveDim3(launch.grid);
  if (grid && volume(grid) > 0 && volume(grid) < gpu.sms)
    findings.push([
      'grid-below-sms',
      'information',
      `${volume(grid)} blocks leave ${gpu.sms - volume(grid)} of ${gpu.sms} SMs of ${gpu.name} without work`,
    ]);
  return findings;
}
