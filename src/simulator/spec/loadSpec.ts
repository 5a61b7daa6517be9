import { requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import { WARP_SIZE } from '../../kernel/warp';
import { ARCHITECTURES, computeClasses, type ArchitectureSm } from './architectures';
import { atPeak, memoryOrganisation, type MemoryOrganisation } from './memoryTypes';
import { requireDramTiming } from '../dram/timings';
import { PAPER_CONFIGURATIONS } from './paperConfigurations';
import { LINE_BYTES, SECTOR_BYTES, validateSpec, type SimulatorSpec } from './simulatorSpec';

const NETWORK = { flitBytes: 40, headerBytes: 8, latencyCycles: 12 } as const;

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
  return { gpu, spec: validateSpec(deriveSpec(gpu)) };
}

function deriveSpec(gpu: GpuSpec): SimulatorSpec {
  const sm = ARCHITECTURES[gpu.architecture];
  if (sm === undefined) throw new InputError(`gpu: architecture ${gpu.architecture} is not modelled`);
  const paper = PAPER_CONFIGURATIONS[gpu.id];
  const coreClockMHz = paper?.coreClockMHz ?? gpu.boostClockMHz ?? gpu.baseClockMHz;
  const l2Bytes = gpu.l2Bytes;
  if (coreClockMHz === null || l2Bytes === null)
    throw new InputError(`gpu: the catalogue has no clock or L2 size of ${gpu.id}`);
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
  return paper === undefined ? spec : paper.adapt(spec);
}

function assemble(
  gpu: GpuSpec,
  sm: ArchitectureSm,
  memory: MemoryOrganisation,
  coreClockMHz: number,
  l2Bytes: number,
): SimulatorSpec {
  const schedulers = gpu.limits.subPartitions;
  const l1Latency = Math.round(gpu.latencyCycles.l1 ?? sm.latency.l1);
  const l2Latency = Math.round(gpu.latencyCycles.l2 ?? sm.l2Latency);
  const dramLatency = Math.round(gpu.latencyCycles.dram ?? sm.dramLatency);
  const ways = 16;
  const slices = memory.channels * Math.max(1, Math.round(gpu.sms / memory.channels));
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
      issuePerWarp: sm.issuePerWarp,
      classes: computeClasses(sm, gpu.limits, schedulers),
      memoryLanes: Math.min(WARP_SIZE, WARP_SIZE / schedulers),
      memoryQueue: 8,
      barrierCycles: 12,
      sharedBanks: 32,
      sharedLatencyCycles: sm.latency.shared,
      sharedMemoryApart: sm.sharedMemoryApart ?? false,
      l1: { ...sm.l1, latencyCycles: l1Latency },
      constantCache: { bytes: 2048, ways: 4, latencyCycles: 27, mshrs: 4 },
      instructionCache: { bytes: 131072, ways: 16, latencyCycles: 8, mshrs: 16 },
      instructionBytes: sm.instructionBytes,
      instructionPrefetchLines: 8,
    },
    network: NETWORK,
    l2: {
      slices,
      sets: Math.max(1, Math.round(l2Bytes / slices / LINE_BYTES / ways)),
      ways,
      sectored: true,
      mshrs: 192,
      mergesPerMshr: 16,
      hashedSets: true,
      latencyCycles: l2Pipeline(l2Latency),
      requestQueue: 32,
      replyQueue: 32,
      atomicsPerCycle: 1,
    },
    memory: {
      ...memory,
      readQueue: 64,
      writeQueue: 64,
      scheduler: 'rowhit',
      rowHitCap: 0,
      applicationOrder: 'age',
      latencyCycles: Math.max(0, Math.round(dramLatency - l2Latency - inDram)),
    },
    addressMap: { kind: 'randomised', interleaveBytes: 256 },
    launch: { kernelCycles: 5000, blockCycles: 20, blocksPerCycle: 1 },
    assumptions: [...assumptionsOf(gpu), ...memoryAssumptions(memory)],
    sources: [...sm.sources, `DRAM timing: ${timing.source}`, 'GPU catalogue of Corun'],
  };
}

/**
 * Pipeline of an L2 slice such that a hit takes `total` cycles from issue to use: beside it a request crosses
 * the network twice, with a cycle for each arbitration and one for the write-back.
 */
function l2Pipeline(total: number): number {
  const flits = Math.ceil((NETWORK.headerBytes + SECTOR_BYTES) / NETWORK.flitBytes);
  return Math.max(1, total - 2 * NETWORK.latencyCycles - 3 - (flits - 1));
}

/** Timing that was not published for this memory at this clock. */
function memoryAssumptions({ timing }: MemoryOrganisation): SimulatorSpec['assumptions'] {
  if (timing.scaledFrom === undefined) return [];
  const text = `the times of ${timing.scaledFrom} at the clock that gives the catalogue's peak bandwidth`;
  return [{ field: 'memory.timing', text }];
}

function assumptionsOf(gpu: GpuSpec): SimulatorSpec['assumptions'] {
  const missing: [string, boolean, string][] = [
    [
      'sm.l1.latencyCycles',
      gpu.latencyCycles.l1 === null,
      'no measurement in the catalogue: value of the architecture',
    ],
    [
      'l2.latencyCycles',
      gpu.latencyCycles.l2 === null,
      'no measurement in the catalogue: value of the architecture',
    ],
    [
      'memory.latencyCycles',
      gpu.latencyCycles.dram === null,
      'no measurement in the catalogue: value of the architecture',
    ],
    ['memoryBytes', gpu.dram.capacityGiB === null, '16 GiB'],
    ['l2.slices', true, 'as many per channel as match the number of SMs; NVIDIA does not publish slices'],
    [
      'sm.instructionPrefetchLines',
      true,
      '8, the length of the stream buffer that Huerta et al. (MICRO 2025, recalled) find to fit measurements',
    ],
    ['network', true, '40 bytes per port and core cycle, as in GPGPU-Sim'],
    [
      'addressMap',
      true,
      'randomised over slices and banks (Liu et al., ISCA 2018); NVIDIA does not publish its map',
    ],
  ];
  return missing.filter(([, applies]) => applies).map(([field, , text]) => ({ field, text }));
}
