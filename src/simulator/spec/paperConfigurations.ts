import { message } from '../../kernel/message';
import type { ComputeClass } from '../../kernel/instructionClasses';
import type { SimulatorSpec, UnitName } from './simulatorSpec';

/** A simulated GPU of a paper, or a simulator configuration that peers publish results for. */
export interface PaperConfiguration {
  readonly coreClockMHz: number;
  readonly channels: number;
  readonly burstBytes: 32 | 64;
  readonly rowBytes: number;
  readonly timing: string;
  readonly peakGBs: number;
  readonly adapt: (spec: SimulatorSpec) => SimulatorSpec;
}

/** GPGPU-Sim 3.x: two schedulers with a 32-lane pipeline for fp32 and integer each, one shared SFU. */
function gpgpuSimClasses(): SimulatorSpec['sm']['classes'] {
  const table: Record<ComputeClass, [UnitName, number, number]> = {
    fp32: ['fp32', 9, 32],
    fp16: ['fp32', 9, 32],
    integer: ['fp32', 9, 32],
    fp64: ['fp64', 13, 4],
    special: ['special', 24, 4],
    conversion: ['fp32', 9, 32],
    tensor: ['tensor', 24, 1],
    control: ['control', 9, 32],
  };
  return Object.fromEntries(
    Object.entries(table).map(([name, [unit, latencyCycles, lanes]]) => [
      name,
      { unit, latencyCycles, lanes },
    ]),
  ) as SimulatorSpec['sm']['classes'];
}

/** What the papers' configurations have in common and cards do not: GPGPU-Sim's L2 slices, network and launch. */
export function asInGpgpuSim(spec: SimulatorSpec, channels: number): SimulatorSpec {
  const slices = channels * Math.max(1, Math.round(spec.sms / channels));
  return {
    ...spec,
    network: {
      flitBytes: 40,
      headerBytes: 8,
      storeFlitBytes: 40,
      replyQueues: 'inputs',
      inputSpeedup: 1,
      latencyCycles: 12,
    },
    l2: {
      ...spec.l2,
      slices,
      sectorsPerCycle: 4,
      readsPerWrite: 1,
      readsPerPart: 0,
      partitions: 1,
      farCycles: 0,
      atomicsHold: 'element',
    },
    launch: {
      kernelCycles: 5000,
      blockCycles: 20,
      storeDrainCycles: 0,
      blocksPerCycle: 1,
      placement: 'in-turn',
    },
  };
}

/** Constant memory of GPGPU-Sim: misses go to L2. */
const ONE_CONSTANT_CACHE = { bytes: 2048, ways: 4, latencyCycles: 27, mshrs: 4 } as const;

function gpgpuSimSm(spec: SimulatorSpec, l1: Partial<SimulatorSpec['sm']['l1']>): SimulatorSpec['sm'] {
  return {
    ...spec.sm,
    schedulers: 2,
    policy: 'gto',
    branchCycles: 0,
    issuePerWarp: 1,
    classes: gpgpuSimClasses(),
    memoryLanes: 16,
    sharedLatencyCycles: 26,
    // One load/store unit serves all spaces there.
    sharedMemoryApart: false,
    instructionBytes: 8,
    constantCache: ONE_CONSTANT_CACHE,
    l1: {
      ...spec.sm.l1,
      sectored: false,
      cachesGlobalLoads: true,
      latencyCycles: 35,
      hashedSets: true,
      mergesPerMshr: 8,
      missQueue: 8,
      onWriteHit: 'invalidate',
      linesPerCycle: 1,
      sectorsPerCycle: 4,
      allocatesWrites: false,
      clearedByLaunches: false,
      unifiedBytes: undefined,
      ...l1,
    },
  };
}

/** HSM serves the oldest request after so many row hits in a row (section 5). */
const HSM_ROW_HIT_CAP = 5;

/** Of both of HSM's GPUs. */
const HSM_NETWORK: SimulatorSpec['network'] = {
  flitBytes: 32,
  headerBytes: 8,
  storeFlitBytes: 32,
  replyQueues: 'inputs',
  inputSpeedup: 1,
  latencyCycles: 8,
};

const hsmTable = 'Zhao et al., HSM, ASPLOS 2020, table 1';
const gpgpuSim3 = 'GPGPU-Sim 3.2.2 GTX 480 configuration for what the paper leaves open';

/** GPU configurations of the papers, by id. */
export const PAPER_CONFIGURATIONS: Readonly<Record<string, PaperConfiguration>> = {
  'gtx-480': {
    coreClockMHz: 700,
    channels: 6,
    burstBytes: 64,
    rowBytes: 4096,
    timing: 'gddr5_gtx480',
    peakGBs: 177.4,
    adapt: (spec) => ({
      ...spec,
      sm: gpgpuSimSm(spec, { sets: 32, ways: 4, mshrs: 64 }),
      l2: { ...spec.l2, slices: 12, sets: 64, ways: 8, mshrs: 256 },
      sources: [...spec.sources, 'GPGPU-Sim SM2_GTX480 configuration'],
    }),
  },
  'hsm-80sm-hbm': {
    coreClockMHz: 1400,
    channels: 32,
    burstBytes: 64,
    rowBytes: 2048,
    timing: 'hsm_hbm440',
    peakGBs: 901,
    adapt: (spec) => ({
      ...spec,
      sm: gpgpuSimSm(spec, { sets: 64, ways: 6, mshrs: 128 }),
      network: HSM_NETWORK,
      l2: { ...spec.l2, slices: 64, sets: 48, ways: 16, sectored: false, mshrs: 32, latencyCycles: 120 },
      memory: { ...spec.memory, latencyCycles: 20, rowHitCap: HSM_ROW_HIT_CAP },
      sources: [hsmTable, gpgpuSim3],
    }),
  },
  'hsm-40sm-gddr5': {
    coreClockMHz: 1400,
    channels: 11,
    burstBytes: 64,
    rowBytes: 4096,
    timing: 'gddr5_gtx480',
    peakGBs: 484,
    adapt: (spec) => ({
      ...spec,
      sm: gpgpuSimSm(spec, { sets: 64, ways: 6, mshrs: 128 }),
      network: HSM_NETWORK,
      l2: { ...spec.l2, slices: 22, sets: 64, ways: 16, sectored: false, mshrs: 32, latencyCycles: 120 },
      memory: { ...spec.memory, latencyCycles: 20, rowHitCap: HSM_ROW_HIT_CAP },
      assumptions: [
        ...spec.assumptions,
        {
          field: 'memory.timing',
          text: message('simulator.hsmTiming'),
        },
      ],
      sources: [hsmTable, gpgpuSim3],
    }),
  },
  // GDDR5 at 3500 MHz moves 7 Gb/s on each pin; each of the 8 partitions is a channel of 64 pins.
  'themis-60sm': {
    coreClockMHz: 1400,
    channels: 8,
    burstBytes: 64,
    rowBytes: 4096,
    timing: 'gddr5_8gb',
    peakGBs: 448,
    adapt: (spec) => ({
      ...spec,
      sm: {
        ...gpgpuSimSm(spec, { sets: 32, ways: 6, mshrs: 128 }),
        constantCache: { ...ONE_CONSTANT_CACHE, bytes: 8192 },
        instructionCache: { ...spec.sm.instructionCache, bytes: 2048, ways: 4 },
      },
      l2: { ...spec.l2, slices: 8, sets: 256, ways: 8, sectored: false, latencyCycles: 120 },
      memory: { ...spec.memory, latencyCycles: 20 },
      assumptions: [
        ...spec.assumptions,
        { field: 'coreClockMHz', text: message('simulator.themisClock') },
        {
          field: 'memory',
          text: message('simulator.themisMemory'),
        },
        {
          field: 'l2.slices',
          text: message('simulator.themisL2'),
        },
      ],
      sources: ['Zhao et al., Themis, IPDPS 2019, table II', gpgpuSim3],
    }),
  },
};
