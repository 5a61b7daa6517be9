import { message, type Message } from '../../kernel/message';
import { requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { fieldFault } from '../../kernel/result';
import { WARP_SIZE } from '../../kernel/warp';
import { launchCosts, type LaunchCosts } from './launchCosts';
import {
  FAR_CYCLES,
  isTurnoverMeasured,
  l2Throughput,
  storeDrainCycles,
  turnoverCycles,
} from './chipMeasurements';
import { ARCHITECTURES, CHIPS, computeClasses, type ArchitectureSm, constantCacheOf } from './architectures';
import { atPeak, memoryOrganisation, type MemoryOrganisation } from './memoryTypes';
import { requireDramTiming } from '../dram/timings';
import { asInGpgpuSim, PAPER_CONFIGURATIONS } from './paperConfigurations';
import { tensorCapability, tensorSpec } from './tensorRates';
import { LINE_BYTES, SECTOR_BYTES } from '../core/sizes';
import { validateSpec, type SimulatorSpec } from './simulatorSpec';

/**
 * Memory instructions that wait for the load/store unit: what loads of one line get on an H100 beside loads of 32 asks
 * for 16 to 24 in all (lab/hardware/card/queue.cu). Before Volta it is not known.
 */
const QUEUED_PER_SCHEDULER = 5;
const OLDER_QUEUE = 8;
/**
 * Of an H100: two warps of one scheduler are rid of 32 loads in 78 cycles (`turn` in lab/hardware/card/details.cu); of
 * loads that the unit is busy with for long some 70 of an SM are under way (order.cu); and what loads of one line get
 * beside loads of 32 asks for a queue with about ten of the latter (queue.cu).
 */
const HAND_OVER = { cycles: 2, waiting: 12, lines: 320 } as const;

const HEADER_BYTES = 8;
const NETWORK_CYCLES = 12;
/** What an SM of an H100 stores in a core cycle, whatever lies behind it (lab/hardware/card); assumed of others. */
const STORE_BYTES = 32;

/** A GPU's catalogue entry with what the simulator knows of it. */
export interface LoadedSpec {
  readonly gpu: GpuSpec;
  readonly spec: SimulatorSpec;
}

/**
 * The simulator's description of a GPU.
 *
 * @param name id, name or alias in the catalogue
 * @throws InputError when the catalogue lacks the GPU, or too much of it
 */
export function loadSpec(name: string): LoadedSpec {
  const gpu = requireGpu(name);
  return { gpu, spec: specOf(gpu) };
}

/**
 * The simulator's description of a GPU that need not be in the catalogue.
 *
 * @throws InputError when too much of it is not known, or cannot be
 */
export const specOf = (gpu: GpuSpec): SimulatorSpec => validateSpec(deriveSpec(gpu));

function deriveSpec(gpu: GpuSpec): SimulatorSpec {
  const architecture = ARCHITECTURES[gpu.architecture];
  if (architecture === undefined)
    throw fieldFault('gpu', message('simulator.architecture', { name: gpu.architecture }));
  const chip = CHIPS[gpu.computeCapability];
  const sm = { ...architecture, ...chip, l1: { ...architecture.l1, ...chip?.l1 } };
  const paper = PAPER_CONFIGURATIONS[gpu.id];
  const coreClockMHz = paper?.coreClockMHz ?? gpu.boostClockMHz ?? gpu.baseClockMHz;
  const l2Bytes = gpu.l2Bytes;
  if (coreClockMHz === null || l2Bytes === null)
    throw fieldFault('gpu', message('simulator.noClock', { gpu: gpu.id }));
  const memory =
    paper === undefined
      ? memoryOrganisation(gpu)
      : {
          channels: paper.channels,
          burstBytes: paper.burstBytes,
          rowBytes: paper.rowBytes,
          timing: atPeak(requireDramTiming(paper.timing), paper.channels * paper.burstBytes, paper.peakGBs),
        };
  const spec = assemble(gpu, sm, memory, coreClockMHz, l2Bytes);
  return paper === undefined ? spec : paper.adapt(asInGpgpuSim(spec, paper.channels));
}

function assemble(
  gpu: GpuSpec,
  sm: ArchitectureSm,
  memory: MemoryOrganisation,
  coreClockMHz: number,
  l2Bytes: number,
): SimulatorSpec {
  const schedulers = gpu.limits.subPartitions;
  const tensor = tensorSpec(gpu);
  const l1Latency = Math.round(gpu.latencyCycles.l1 ?? sm.latency.l1);
  const l2Latency = Math.round(gpu.latencyCycles.l2 ?? sm.l2Latency);
  const dramLatency = Math.round(gpu.latencyCycles.dram ?? sm.dramLatency);
  const ways = 16;
  const l2 = l2Throughput(gpu, memory.channels);
  const { slices, partitions } = l2;
  const farCycles = partitions === 2 ? FAR_CYCLES : 0;
  const blockCycles = turnoverCycles(gpu);
  const launches = launchCosts(gpu, coreClockMHz, blockCycles);
  const network = {
    flitBytes: l2.portBytes + HEADER_BYTES,
    headerBytes: HEADER_BYTES,
    storeFlitBytes: STORE_BYTES + HEADER_BYTES,
    replyQueues: 'outputs' as const,
    // An SM's or slice's side of the network is twice as fast: it does not lose what its oldest request waits for.
    inputSpeedup: 2,
    latencyCycles: NETWORK_CYCLES,
  };
  const { timing } = memory;
  const inDram = ((timing.nRCDRD + timing.nCL + timing.nBL) * timing.tCKps * coreClockMHz) / 1e6;
  return {
    id: gpu.id,
    sms: gpu.sms,
    coreClockMHz,
    memoryBytes: (gpu.dram.capacityGiB ?? 16) * 2 ** 30,
    sm: {
      schedulers,
      policy: sm.policy,
      branchCycles: sm.branchCycles,
      issuePerWarp: sm.issuePerWarp,
      classes: computeClasses(sm, gpu.limits, schedulers, tensor),
      ...(tensor && { tensor }),
      memoryLanes: Math.min(WARP_SIZE, WARP_SIZE / schedulers),
      memoryQueue: sm.policy === 'gty' ? QUEUED_PER_SCHEDULER * schedulers : OLDER_QUEUE,
      ...(sm.policy === 'gty' && { handOver: HAND_OVER }),
      barrierCycles: 12,
      sharedBanks: 32,
      sharedLatencyCycles: sm.latency.shared,
      sharedMemoryApart: sm.sharedMemoryApart ?? false,
      l1: { ...sm.l1, latencyCycles: l1Latency },
      constantCache: constantCacheOf(sm.constantKiB),
      instructionCache: { bytes: 131072, ways: 16, latencyCycles: 8, mshrs: 16 },
      instructionBytes: sm.instructionBytes,
      instructionPrefetchLines: 8,
    },
    network,
    l2: {
      slices,
      sectorsPerCycle: l2.bytesPerCycle / slices / SECTOR_BYTES,
      readsPerWrite: l2.readsPerWrite,
      readsPerPart: l2.readsPerPart,
      sets: Math.max(1, Math.round(l2Bytes / slices / LINE_BYTES / ways)),
      ways,
      sectored: true,
      mshrs: 192,
      mergesPerMshr: 16,
      hashedSets: true,
      latencyCycles: l2Pipeline(l2Latency, network.flitBytes),
      requestQueue: 32,
      replyQueue: 32,
      partitions,
      farCycles,
      atomicsHold: 'sector',
      atomicsPerCycle: l2.atomicsPerCycle,
    },
    memory: {
      ...memory,
      readQueue: 64,
      writeQueue: 64,
      scheduler: 'rowhit',
      rowHitCap: 0,
      applicationOrder: 'age',
      // Measured latencies are those of near and far lines in the mean.
      latencyCycles: Math.max(0, Math.round(dramLatency - l2Latency - inDram - farCycles / 2)),
    },
    addressMap: { kind: 'randomised', interleaveBytes: 256 },
    launch: {
      kernelCycles: launches.kernelCycles,
      blockCycles,
      storeDrainCycles: storeDrainCycles(gpu),
      blocksPerCycle: launches.blocksPerCycle,
      placement: 'most-room',
    },
    assumptions: [...assumptionsOf(gpu, l2.measured, launches), ...memoryAssumptions(memory)],
    sources: [...sm.sources, `DRAM timing: ${timing.source}`, 'GPU catalogue of Corun'],
  };
}

/**
 * Pipeline of an L2 slice such that a hit takes `total` cycles from issue to use: beside it a request crosses
 * the network twice, with a cycle for each arbitration and one for the write-back.
 */
function l2Pipeline(total: number, flitBytes: number): number {
  const flits = Math.ceil((HEADER_BYTES + SECTOR_BYTES) / flitBytes);
  return Math.max(1, total - 2 * NETWORK_CYCLES - 3 - (flits - 1));
}

/** Timing that was not published for this memory at this clock. */
function memoryAssumptions({ timing }: MemoryOrganisation): SimulatorSpec['assumptions'] {
  if (timing.scaledFrom === undefined) return [];
  const text = message('simulator.scaledTiming', { from: timing.scaledFrom });
  return [{ field: 'memory.timing', text }];
}

function assumptionsOf(
  gpu: GpuSpec,
  isL2Measured: boolean,
  { isLaunchMeasured, isDispatchMeasured }: LaunchCosts,
): SimulatorSpec['assumptions'] {
  const isPaper = PAPER_CONFIGURATIONS[gpu.id] !== undefined;
  const missing: [string, boolean, Message][] = [
    ['sm.l1.latencyCycles', gpu.latencyCycles.l1 === null, message('simulator.ofArchitecture')],
    ['l2.latencyCycles', gpu.latencyCycles.l2 === null, message('simulator.ofArchitecture')],
    ['memory.latencyCycles', gpu.latencyCycles.dram === null, message('simulator.ofArchitecture')],
    ['memoryBytes', gpu.dram.capacityGiB === null, message('simulator.assumedMemory')],
    ['l2.slices', isPaper, message('simulator.l2Slices')],
    ['l2.sectorsPerCycle', !isPaper && !isL2Measured, message('simulator.l2Assumed')],
    ['launch.blockCycles', !isPaper && !isTurnoverMeasured(gpu), message('simulator.turnoverAssumed')],
    ['sm.tensor', !isPaper && tensorSpec(gpu) === undefined, message('simulator.noTensorCores')],
    ['launch.kernelCycles', !isPaper && !isLaunchMeasured, message('simulator.launchAssumed')],
    ['launch.blocksPerCycle', !isPaper && !isDispatchMeasured, message('simulator.dispatchAssumed')],
    ['sm.instructionPrefetchLines', true, message('simulator.prefetchLines')],
    ['network', true, message(isPaper ? 'simulator.network' : 'simulator.networkPorts')],
    ['addressMap', true, message('simulator.addressMap')],
  ];
  return [
    ...takenFromRelative(gpu),
    ...missing.filter(([, applies]) => applies).map(([field, , text]) => ({ field, text })),
  ];
}

/** What a GPU of the user's own has of its relative. */
function takenFromRelative(gpu: GpuSpec): SimulatorSpec['assumptions'] {
  const { standIn, computeCapability } = gpu;
  if (standIn === undefined) return [];
  const hasItsTensorCores = tensorSpec(gpu) !== undefined && tensorCapability(gpu) !== computeCapability;
  const fields = [...standIn.fields, ...(hasItsTensorCores ? ['sm.tensor'] : [])];
  return fields.map((field) => ({ field, text: message('simulator.standIn', { gpu: standIn.gpu }) }));
}
