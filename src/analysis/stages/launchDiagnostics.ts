import { message, type Words } from '../../kernel/message';
import { compareComputeCapability } from '../../gpu/catalogue';
import { MAX_BLOCK, MAX_GRID } from '../../kernel/launchLimits';
import { WARP_SIZE } from '../../kernel/warp';
import { occupancy, type Occupancy } from '../../gpu/occupancy';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Kernel, Launch } from '../../kernel/kernel';
import type { Severity, SourceDiagnostic } from '../../kernel/source';
import {
  isByteCount,
  isLaunchable,
  resolveDim3,
  volume,
  type Dim3,
  type SymbolicDim3,
} from '../../kernel/symbolic';
import type { KernelFacts } from './kernelFacts';

/** Largest grid before compute capability 3.0 (CUDA C++ Programming Guide): x was 16 bits wide. */
const MAX_GRID_BEFORE_3: Dim3 = [65535, 65535, 65535];
/** First compute capability with cooperative launches. */
const COOPERATIVE_SINCE = '6.0';
const AXES = ['x', 'y', 'z'] as const;

type Finding = readonly [code: string, severity: Severity, message: Words];

/** What is wrong or wasteful with a launch on this GPU; nothing for code that is not compiled. */
export function launchDiagnostics(
  launch: Launch,
  facts: KernelFacts | undefined,
  gpu: GpuSpec,
): SourceDiagnostic[] {
  if (launch.inactive !== undefined) return [];
  const faults = [
    ...gridFaults(launch.grid, gpu),
    ...blockFaults(launch.block, facts?.kernel, gpu),
    ...sharedFaults(launch, facts, gpu),
    ...cooperativeFaults(launch, gpu),
  ];
  const findings =
    faults.length > 0 ? faults : [...laneFindings(launch), ...residencyFindings(launch, facts, gpu)];
  return findings.map(([code, severity, message]) => ({
    code,
    severity,
    message,
    range: launch.configRange,
  }));
}

/** Each axis by itself: a part that is not known hides no fault of the others. */
function gridFaults(grid: SymbolicDim3, gpu: GpuSpec): Finding[] {
  const limits = compareComputeCapability(gpu.computeCapability, '3.0') < 0 ? MAX_GRID_BEFORE_3 : MAX_GRID;
  return grid.flatMap(({ value }, axis): Finding[] => {
    if (value === null) return [];
    const extent = `the grid's ${AXES[axis]} extent is ${value}`;
    if (value < 1) return [['grid-empty', 'error', `${extent}: the launch fails`]];
    const limit = limits[axis]!;
    return value > limit
      ? [['grid-too-large', 'error', `${extent}, ${gpu.name} allows ${limit}: the launch fails`]]
      : [];
  });
}

function blockFaults(block: SymbolicDim3, kernel: Kernel | undefined, gpu: GpuSpec): Finding[] {
  const known = block.every(({ value }) => value !== null);
  const product = block.reduce((threads, { value }) => threads * (value ?? 1), 1);
  const threads = `${known ? '' : 'at least '}${product} threads per block`;
  const limit = gpu.limits.maxThreadsPerBlock;
  if (product > limit && block.every(({ value }) => value === null || value >= 1))
    return [['block-too-large', 'error', `${threads}, ${gpu.name} allows ${limit}: the launch fails`]];
  const axis = block.findIndex(
    ({ value }, index) => value !== null && (value < 1 || value > MAX_BLOCK[index]!),
  );
  if (axis >= 0)
    return [
      [
        'block-extent',
        'error',
        `the block's ${AXES[axis]} extent is ${block[axis]!.value}, allowed are 1 to ${MAX_BLOCK[axis]}: the launch fails`,
      ],
    ];
  const bound = kernel?.launchBounds?.maxThreadsPerBlock.value;
  if (typeof bound === 'number' && bound >= 1 && product > bound)
    return [
      [
        'over-launch-bounds',
        'error',
        `${threads}, but ${kernel!.name} is compiled for at most ${bound} (__launch_bounds__): the launch fails`,
      ],
    ];
  return [];
}

/** Static arrays are limited by the compiler; only dynamic shared memory can opt in to more. */
function sharedFaults(launch: Launch, facts: KernelFacts | undefined, gpu: GpuSpec): Finding[] {
  const dynamic = launch.sharedBytes.value ?? 0;
  if (dynamic < 0)
    return [['shared-negative', 'error', `${dynamic} bytes of dynamic shared memory: the launch fails`]];
  const fixed = facts?.staticSharedBytes.value ?? 0;
  const { sharedBytesPerBlockDefault: most, sharedBytesPerBlockOptIn: optIn } = gpu.limits;
  if (fixed > most)
    return [
      [
        'static-shared-too-large',
        'error',
        `${fixed} bytes of static shared memory per block, the compiler allows ${most}; more must be dynamic (extern __shared__)`,
      ],
    ];
  const total = fixed + dynamic;
  return total > optIn
    ? [
        [
          'shared-too-large',
          'error',
          `${total} bytes of shared memory per block, ${gpu.name} allows ${optIn}: the launch fails`,
        ],
      ]
    : [];
}

function cooperativeFaults({ kind }: Launch, gpu: GpuSpec): Finding[] {
  const isOld = compareComputeCapability(gpu.computeCapability, COOPERATIVE_SINCE) < 0;
  if (kind !== 'cooperative' || !isOld) return [];
  const message = `cooperative launches need compute capability ${COOPERATIVE_SINCE}, ${gpu.name} has ${gpu.computeCapability}`;
  return [['cooperative-unsupported', 'error', message]];
}

function laneFindings(launch: Launch): Finding[] {
  const block = resolveDim3(launch.block);
  const threads = block === null ? 0 : volume(block);
  const last = threads % WARP_SIZE;
  if (last === 0) return [];
  const idle = WARP_SIZE - last;
  const message = `${threads} threads per block are no multiple of ${WARP_SIZE}: ${idle} ${idle === 1 ? 'lane' : 'lanes'} of the last warp stay idle`;
  // One thread is written on purpose, for serial work.
  return [['block-not-warps', threads === 1 ? 'information' : 'warning', message]];
}

function residencyFindings(launch: Launch, facts: KernelFacts | undefined, gpu: GpuSpec): Finding[] {
  const grid = resolveDim3(launch.grid);
  const idle =
    grid !== null && isLaunchable(grid) && volume(grid) < gpu.sms ? [idleSms(volume(grid), gpu)] : [];
  const block = resolveDim3(launch.block);
  const dynamicSharedBytes = launch.sharedBytes.value ?? 0;
  if (!facts || block === null || !isLaunchable(block) || !isByteCount(dynamicSharedBytes)) return idle;
  const resident = occupancy(gpu.limits, {
    threadsPerBlock: volume(block),
    registersPerThread: facts.registers.value,
    staticSharedBytes: facts.staticSharedBytes.value,
    dynamicSharedBytes,
  });
  // Registers that nobody measured are no proof.
  const severity: Severity = facts.registers.origin === 'assumed' ? 'warning' : 'error';
  if (resident.reason !== undefined)
    return [
      [
        'does-not-fit',
        severity,
        message('analysis.noBlockFitsOn', { gpu: gpu.name, reason: resident.reason }),
      ],
    ];
  const crowd = crowded(launch, grid, resident, gpu);
  if (crowd !== null) return [['cooperative-too-large', severity, crowd]];
  const total = facts.staticSharedBytes.value + dynamicSharedBytes;
  return [...(resident.needsSharedOptIn ? [optIn(total, gpu)] : []), ...idle];
}

/** All blocks of a cooperative launch must be resident at once; null where they are or may be. */
function crowded(launch: Launch, grid: Dim3 | null, resident: Occupancy, gpu: GpuSpec): string | null {
  if (launch.kind !== 'cooperative' || grid === null || !isLaunchable(grid)) return null;
  const slots = resident.blocksPerSm * gpu.sms;
  return volume(grid) > slots
    ? `${volume(grid)} blocks of a cooperative launch must be resident together, ${gpu.name} holds ${slots}: the launch fails`
    : null;
}

function optIn(total: number, gpu: GpuSpec): Finding {
  const message = `${total} bytes of shared memory per block are more than ${gpu.limits.sharedBytesPerBlockDefault}: the launch fails without cudaFuncAttributeMaxDynamicSharedMemorySize`;
  return ['shared-opt-in', 'information', message];
}

function idleSms(blocks: number, gpu: GpuSpec): Finding {
  const message = `${blocks === 1 ? '1 block leaves' : `${blocks} blocks leave`} ${gpu.sms - blocks} of ${gpu.sms} SMs of ${gpu.name} without work`;
  return ['grid-below-sms', 'information', message];
}
