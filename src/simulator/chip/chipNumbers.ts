import type { MachinePlan } from '../run/machinePlan';
import { DRAM_SCHEDULERS } from '../spec/dramSchedulers';
import { longestWait } from '../spec/longestWait';
import { LINE_BYTES } from '../core/sizes';
import type { SimulatorSpec } from '../spec/simulatorSpec';
import { bankCount } from '../dram/dramTiming';
import { Policy } from './chipSpec';

type Numbers = readonly (number | boolean)[];

/** What a chip is built from, in the order in which `ChipSpec` reads it. */
export function chipNumbers(plan: MachinePlan): Float64Array {
  const { spec } = plan;
  return Float64Array.from(
    [
      spec.sms,
      spec.coreClockMHz,
      spec.launch.blockCycles,
      spec.launch.storeDrainCycles,
      spec.addressMap.interleaveBytes,
      spec.addressMap.kind === 'randomised',
      ...smNumbers(spec),
      ...l2Numbers(spec, plan.sliceLists === undefined),
      ...networkNumbers(spec),
      ...memoryNumbers(spec),
      ...runNumbers(plan),
    ],
    Number,
  );
}

const POLICIES: Readonly<Record<SimulatorSpec['sm']['policy'], Policy>> = {
  lrr: Policy.lrr,
  gto: Policy.gto,
  gty: Policy.gty,
};

function smNumbers(spec: SimulatorSpec): Numbers {
  const { sm } = spec;
  return [
    sm.schedulers,
    POLICIES[sm.policy],
    sm.branchCycles,
    sm.barrierCycles,
    sm.issuePerWarp,
    sm.memoryQueue,
    sm.handOver !== undefined,
    sm.handOver?.waiting ?? 0,
    sm.handOver?.lines ?? 0,
    sm.instructionBytes,
    sm.instructionPrefetchLines,
    sm.sharedMemoryApart,
    sm.sharedLatencyCycles,
    sm.sharedBanks,
    longestWait(spec),
    ...l1Numbers(sm.l1),
    ...constantNumbers(sm.constantCache, spec.sms),
    ...readOnlyNumbers(sm.instructionCache),
  ];
}

function l1Numbers(l1: SimulatorSpec['sm']['l1']): Numbers {
  return [
    ...cacheNumbers(l1),
    l1.linesPerCycle,
    l1.sectorsPerCycle,
    l1.latencyCycles,
    l1.missQueue,
    l1.cachesGlobalLoads,
    l1.clearedByLaunches,
    l1.allocatesWrites,
    l1.onWriteHit === 'invalidate',
  ];
}

/** The cache of constant memory that fetches from L2, then what stands before it. */
function constantNumbers(constants: SimulatorSpec['sm']['constantCache'], sms: number): Numbers {
  const { larger } = constants;
  return [
    ...readOnlyNumbers({ ...constants, ...larger }),
    constants.latencyCycles,
    constants.cyclesPerWord ?? 0,
    larger !== undefined,
    constants.bytes,
    constants.ways,
    larger?.sms ?? sms,
    larger?.queueCycles ?? 0,
    larger?.cyclesPerLine ?? 0,
    larger?.sharedCyclesPerLine ?? 0,
    larger?.latencyCycles ?? 0,
  ];
}

/** Requests that may wait for a line of a read-only cache. */
const MERGES = 64;

function readOnlyNumbers({ bytes, ways, mshrs }: SimulatorSpec['sm']['instructionCache']): Numbers {
  const sets = Math.max(1, Math.floor(bytes / LINE_BYTES / ways));
  return cacheNumbers({ sets, ways, mshrs, mergesPerMshr: MERGES, hashedSets: false, sectored: false });
}

function cacheNumbers(
  cache: Pick<SimulatorSpec['l2'], 'sets' | 'ways' | 'mshrs' | 'mergesPerMshr' | 'hashedSets' | 'sectored'>,
): Numbers {
  return [cache.sets, cache.ways, cache.mshrs, cache.mergesPerMshr, cache.hashedSets, cache.sectored];
}

/** @param isWhole false where the slices are divided among applications */
function l2Numbers({ l2 }: SimulatorSpec, isWhole: boolean): Numbers {
  const hasSides = l2.partitions === 2 && isWhole && l2.slices % 2 === 0;
  return [
    l2.slices,
    ...cacheNumbers(l2),
    l2.sectorsPerCycle,
    l2.readsPerWrite,
    l2.readsPerPart,
    l2.atomicsPerCycle,
    l2.atomicsHold === 'sector',
    l2.farCycles,
    hasSides ? l2.slices / 2 : 0,
    l2.requestQueue,
    l2.replyQueue,
    l2.latencyCycles,
  ];
}

function networkNumbers({ network }: SimulatorSpec): Numbers {
  return [network.latencyCycles, network.inputSpeedup, network.replyQueues === 'inputs'];
}

function memoryNumbers({ memory }: SimulatorSpec): Numbers {
  const { timing } = memory;
  return [
    memory.channels,
    bankCount(timing),
    timing.bankGroups,
    memory.rowBytes,
    memory.burstBytes,
    memory.latencyCycles,
    DRAM_SCHEDULERS.indexOf(memory.scheduler),
    memory.rowHitCap,
    memory.readQueue,
    memory.writeQueue,
    memory.applicationOrder === 'least-served',
    timing.tCKps,
    timing.nCL,
    timing.nBL,
    timing.nREFI,
  ];
}

function runNumbers({ spec, limits, apps, kernels, sampleEvery, firstFreeLine }: MachinePlan): Numbers {
  return [
    apps.length,
    kernels.count,
    limits.maxBlocks,
    limits.maxWarps,
    sampleEvery,
    firstFreeLine,
    Math.ceil((limits.registers * 4 + limits.sharedBytes) / LINE_BYTES),
    requestBound(spec),
  ];
}

/** No more requests than this can be under way: miss entries times sectors, and what queues hold. */
function requestBound({ sms, sm, l2, network }: SimulatorSpec): number {
  const perSm = 4 * (sm.l1.mshrs + sm.constantCache.mshrs + sm.instructionCache.mshrs) + sm.l1.missQueue;
  const far = l2.partitions === 2 ? 4 * l2.mshrs : 0;
  const perSlice =
    far + l2.requestQueue + network.latencyCycles + l2.latencyCycles + l2.mshrs * l2.mergesPerMshr;
  return Math.min(sms * perSm + l2.slices * perSlice, 2 ** 22);
}
