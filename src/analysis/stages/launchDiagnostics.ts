import { message, type Words, type Message } from '../../kernel/message';
import { compareComputeCapability } from '../../gpu/catalogue';
import { MAX_BLOCK, MAX_GRID } from '../../kernel/launchLimits';
import { WARP_SIZE } from '../../kernel/warp';
import { occupancy, type Occupancy } from '../../gpu/occupancy';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Kernel, Launch } from '../../kernel/kernel';
import { restsOnCalls } from '../../cuda/constants/firstTime';
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

/**
 * What is wrong or wasteful with a launch on this GPU; nothing for code that is not compiled.
 *
 * @param isChosen false while the user has chosen no GPU: what this one is too old for is no error of the program
 */
export function launchDiagnostics(
  launch: Launch,
  facts: KernelFacts | undefined,
  gpu: GpuSpec,
  isChosen = true,
): SourceDiagnostic[] {
  if (launch.inactive !== undefined) return [];
  const faults = [
    ...gridFaults(launch.grid, gpu),
    ...blockFaults(launch.block, facts?.kernel, gpu),
    ...sharedFaults(launch, facts, gpu),
    ...cooperativeFaults(launch, gpu, isChosen),
  ];
  const findings =
    faults.length > 0
      ? faultsAsCalled(launch, faults)
      : [...laneFindings(launch), ...residencyFindings(launch, facts, gpu)];
  return findings.map(([code, severity, message]) => ({
    code,
    severity,
    message,
    range: launch.configRange,
  }));
}

/** Numbers that calls of the launching function hand over may never get as far as the launch: branches lie between. */
function faultsAsCalled(
  { grid, block, sharedBytes }: Launch,
  faults: readonly Finding[],
): readonly Finding[] {
  const isOfCalls = [...grid, ...block, sharedBytes].some(
    (value) => value.value !== null && restsOnCalls(value),
  );
  if (!isOfCalls) return faults;
  return faults.map(([code, , what]) => [code, 'warning', message('analysis.launch.asCalled', { what })]);
}

/** Each axis by itself: a part that is not known hides no fault of the others. */
function gridFaults(grid: SymbolicDim3, gpu: GpuSpec): Finding[] {
  const limits = compareComputeCapability(gpu.computeCapability, '3.0') < 0 ? MAX_GRID_BEFORE_3 : MAX_GRID;
  return grid.flatMap(({ value }, axis): Finding[] => {
    if (value === null) return [];
    const extent = { axis: AXES[axis]!, value };
    if (value < 1) return [['grid-empty', 'error', message('analysis.launch.gridEmpty', extent)]];
    const limit = limits[axis]!;
    return value > limit
      ? [
          [
            'grid-too-large',
            'error',
            message('analysis.launch.gridTooLarge', { ...extent, gpu: gpu.name, limit }),
          ],
        ]
      : [];
  });
}

function blockFaults(block: SymbolicDim3, kernel: Kernel | undefined, gpu: GpuSpec): Finding[] {
  const known = block.every(({ value }) => value !== null);
  const product = block.reduce((threads, { value }) => threads * (value ?? 1), 1);
  const threads = message(known ? 'analysis.launch.threads' : 'analysis.launch.threadsAtLeast', {
    threads: product,
  });
  const limit = gpu.limits.maxThreadsPerBlock;
  if (product > limit && block.every(({ value }) => value === null || value >= 1))
    return [
      [
        'block-too-large',
        'error',
        message('analysis.launch.blockTooLarge', { threads, gpu: gpu.name, limit }),
      ],
    ];
  const axis = block.findIndex(
    ({ value }, index) => value !== null && (value < 1 || value > MAX_BLOCK[index]!),
  );
  if (axis >= 0)
    return [
      [
        'block-extent',
        'error',
        message('analysis.launch.blockExtent', {
          axis: AXES[axis]!,
          value: block[axis]!.value!,
          most: MAX_BLOCK[axis]!,
        }),
      ],
    ];
  const bound = kernel?.launchBounds?.maxThreadsPerBlock.value;
  if (typeof bound === 'number' && bound >= 1 && product > bound)
    return [
      [
        'over-launch-bounds',
        'error',
        message('analysis.launch.overBounds', { threads, name: kernel!.name, bound }),
      ],
    ];
  return [];
}

/** Static arrays are limited by the compiler; only dynamic shared memory can opt in to more. */
function sharedFaults(launch: Launch, facts: KernelFacts | undefined, gpu: GpuSpec): Finding[] {
  const dynamic = launch.sharedBytes.value ?? 0;
  if (dynamic < 0)
    return [['shared-negative', 'error', message('analysis.launch.sharedNegative', { bytes: dynamic })]];
  const { sharedBytesPerBlockDefault: most, sharedBytesPerBlockOptIn: optIn } = gpu.limits;
  const bound = facts?.mostStaticSharedBytes ?? 0;
  if (bound <= most && bound + dynamic <= optIn) return [];
  const fixed = facts?.staticSharedBytes.value ?? 0;
  if (fixed > most)
    return [
      ['static-shared-too-large', 'error', message('analysis.launch.staticShared', { bytes: fixed, most })],
    ];
  const total = fixed + dynamic;
  return total > optIn
    ? [
        [
          'shared-too-large',
          'error',
          message('analysis.launch.shared', { bytes: total, gpu: gpu.name, most: optIn }),
        ],
      ]
    : [];
}

function cooperativeFaults({ kind }: Launch, gpu: GpuSpec, isChosen: boolean): Finding[] {
  const isOld = compareComputeCapability(gpu.computeCapability, COOPERATIVE_SINCE) < 0;
  if (kind !== 'cooperative' || !isOld) return [];
  const said = message('analysis.launch.cooperativeSince', {
    since: COOPERATIVE_SINCE,
    gpu: gpu.name,
    capability: gpu.computeCapability,
  });
  return [['cooperative-unsupported', isChosen ? 'error' : 'warning', said]];
}

function laneFindings(launch: Launch): Finding[] {
  const block = resolveDim3(launch.block);
  const threads = block === null ? 0 : volume(block);
  const last = threads % WARP_SIZE;
  if (last === 0) return [];
  const idle = WARP_SIZE - last;
  const said = message('analysis.launch.idleLanes', { threads, warp: WARP_SIZE, idle });
  // One thread is written on purpose, for serial work.
  return [['block-not-warps', threads === 1 ? 'information' : 'warning', said]];
}

function residencyFindings(launch: Launch, facts: KernelFacts | undefined, gpu: GpuSpec): Finding[] {
  const grid = resolveDim3(launch.grid);
  const idle =
    grid !== null && isLaunchable(grid) && volume(grid) < gpu.sms ? [idleSms(volume(grid), gpu)] : [];
  const block = resolveDim3(launch.block);
  const dynamicSharedBytes = launch.sharedBytes.value ?? 0;
  if (!facts || block === null || !isLaunchable(block) || !isByteCount(dynamicSharedBytes)) return idle;
  const residentWith = (registersPerThread: number, staticSharedBytes: number): Occupancy =>
    occupancy(gpu.limits, {
      threadsPerBlock: volume(block),
      registersPerThread,
      staticSharedBytes,
      dynamicSharedBytes,
    });
  // Counting registers, and bytes of some arrays, takes a reading of the kernel, which a block that fits with the most
  // that there can be does not need.
  const worstWith = (bytes: number): Occupancy | null => {
    if (facts.mostRegisters === null || launch.kind === 'cooperative') return null;
    const worst = residentWith(facts.mostRegisters, bytes);
    return worst.reason === undefined ? worst : null;
  };
  if (worstWith(facts.mostStaticSharedBytes)?.needsSharedOptIn === false) return idle;
  const shared = facts.staticSharedBytes.value;
  const resident = worstWith(shared) ?? residentWith(facts.registers.value, shared);
  if (resident.reason !== undefined)
    return [
      [
        'does-not-fit',
        severityOf(facts),
        message('analysis.noBlockFitsOn', { gpu: gpu.name, reason: resident.reason }),
      ],
    ];
  const crowd = crowded(launch, grid, resident, gpu);
  if (crowd !== null) return [['cooperative-too-large', severityOf(facts), crowd]];
  return [...(resident.needsSharedOptIn ? [optIn(shared + dynamicSharedBytes, gpu)] : []), ...idle];
}

/** Registers that nobody measured are no proof. */
function severityOf({ registers, registerRange }: KernelFacts): Severity {
  return registers.origin === 'assumed' || registerRange !== null ? 'warning' : 'error';
}

/** All blocks of a cooperative launch must be resident at once; null where they are or may be. */
function crowded(launch: Launch, grid: Dim3 | null, resident: Occupancy, gpu: GpuSpec): Message | null {
  if (launch.kind !== 'cooperative' || grid === null || !isLaunchable(grid)) return null;
  const slots = resident.blocksPerSm * gpu.sms;
  return volume(grid) > slots
    ? message('analysis.launch.crowded', { blocks: volume(grid), gpu: gpu.name, slots })
    : null;
}

function optIn(total: number, gpu: GpuSpec): Finding {
  const said = message('analysis.launch.optIn', {
    bytes: total,
    most: gpu.limits.sharedBytesPerBlockDefault,
  });
  return ['shared-opt-in', 'information', said];
}

function idleSms(blocks: number, gpu: GpuSpec): Finding {
  const said = message('analysis.launch.idleSms', {
    blocks,
    idle: gpu.sms - blocks,
    sms: gpu.sms,
    gpu: gpu.name,
  });
  return ['grid-below-sms', 'information', said];
}
