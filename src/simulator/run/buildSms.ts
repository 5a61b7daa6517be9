import type { EventWheel } from '../core/eventWheel';
import type { StateArrays } from '../core/stateArrays';
import type { AddressMap } from '../memory/addressMap';
import type { SharedLines } from '../memory/sharedLines';
import type { Crossbar } from '../memory/crossbar';
import type { ReplyNetwork } from '../memory/outputQueues';
import { RequestKind, type Requests } from '../memory/requests';
import { AccessAddresses } from '../sm/accessAddresses';
import { BlockManager } from '../sm/blockManager';
import { BlockState } from '../sm/blockState';
import { ConstantCache } from '../sm/constantCache';
import { Coalescer } from '../sm/coalescer';
import { ContextSwitch } from '../sm/contextSwitch';
import { GridBarriers } from '../sm/gridBarriers';
import { InstructionFetch } from '../sm/instructionFetch';
import { IssueStage } from '../sm/issueStage';
import { LaneValues } from '../sm/laneValues';
import { LoadStoreUnit } from '../sm/loadStoreUnit';
import { ReadCache, type ReadCacheSpec } from '../sm/readCache';
import { Schedulers } from '../sm/schedulers';
import { SmArray } from '../sm/smArray';
import { WarpControl } from '../sm/warpControl';
import { WarpState } from '../sm/warpState';
import { LINE_BYTES, type SimulatorSpec } from '../spec/simulatorSpec';
import type { MachinePlan } from './machinePlan';

/** Connections of the SMs to the machine. */
export interface SmPorts {
  readonly wheel: EventWheel;
  readonly requests: Requests;
  readonly toL2: Crossbar;
  readonly fromL2: ReplyNetwork;
  readonly map: AddressMap;
  readonly shared: SharedLines | null;
  readonly counters: Float64Array;
  readonly requestFlits: Uint8Array;
  readonly component: number;
}

/** Builds all streaming multiprocessors of a machine. */
export function buildSms(
  plan: MachinePlan,
  state: StateArrays,
  ports: SmPorts,
): { sms: SmArray; blocks: BlockManager; contexts: ContextSwitch; l1: ReadCache; barriers: GridBarriers } {
  const { spec, image, kernels, limits } = plan;
  const { counters, requests, toL2, map, shared } = ports;
  const warps = new WarpState(spec.sms, state);
  const blockState = new BlockState(spec.sms, limits.maxBlocks, state);
  const schedulers = new Schedulers(spec, image, warps, state);
  const barriers = new GridBarriers(kernels.kernels.length, state);
  const values = new LaneValues(image, warps, blockState);
  const control = new WarpControl(image, warps, blockState, values, counters, barriers);
  const addresses = new AccessAddresses(image, warps, blockState, values, control);
  const coalescer = new Coalescer(
    image,
    warps,
    values,
    addresses,
    spec.sm.l1.linesPerCycle > 1 ? spec.sm.sharedBanks : 0,
    spec.l2.atomicsHold,
  );
  const memory = { requests, toL2, map, shared, appOf: kernels.app };
  const l1 = new ReadCache(l1Spec(spec), memory, schedulers, state);
  const constantLines = new ReadCache(constantSpec(spec), memory, schedulers, state);
  const constants = new ConstantCache(spec.sm.constantCache, constantLines, spec.sms, state);
  const fetch = new InstructionFetch(
    image,
    kernels,
    warps,
    schedulers,
    counters,
    spec.sm.instructionBytes,
    spec.sm.instructionPrefetchLines,
    spec.sms,
    state,
  );
  const instructions = new ReadCache(
    smallSpec(spec.sms, spec.sm.instructionCache, RequestKind.instruction),
    memory,
    fetch,
    state,
  );
  fetch.connect(instructions);
  const blocks = new BlockManager(
    {
      spec,
      image,
      kernels,
      warps,
      blocks: blockState,
      schedulers,
      control,
      l1,
      counters,
    },
    limits.maxWarps,
    state,
  );
  const loadStore = new LoadStoreUnit(
    spec,
    {
      image,
      warps,
      schedulers,
      coalescer,
      addresses,
      l1,
      constants,
      memory,
      counters,
      requestFlits: ports.requestFlits,
    },
    state,
  );
  const issue = new IssueStage({
    spec,
    image,
    warps,
    schedulers,
    control,
    blocks,
    loadStore,
    fetch,
    counters,
  });
  const contexts = new ContextSwitch(
    { kernels, warps, blocks: blockState, manager: blocks, loadStore, l1, counters, ...contextArea(plan) },
    state,
  );
  const sms = new SmArray({
    wheel: ports.wheel,
    requests,
    fromL2: ports.fromL2,
    schedulers,
    control,
    issue,
    loadStore,
    l1,
    constants: constantLines,
    instructions,
    contexts,
    component: ports.component,
  });
  return { sms, blocks, contexts, l1, barriers };
}

/** Contexts are kept behind the arrays in device memory, an SM's worth of registers and shared memory for each. */
function contextArea(plan: MachinePlan): { contextLine: number; contextLinesPerSm: number } {
  const { limits } = plan;
  const contextLinesPerSm = Math.ceil((limits.registers * 4 + limits.sharedBytes) / LINE_BYTES);
  return { contextLine: plan.firstFreeLine, contextLinesPerSm };
}

function l1Spec(spec: SimulatorSpec): ReadCacheSpec {
  const { sets, ways, hashedSets, sectored, mshrs, mergesPerMshr } = spec.sm.l1;
  return {
    sms: spec.sms,
    sets,
    ways,
    hashedSets,
    sectored,
    mshrs,
    mergesPerMshr,
    kind: RequestKind.read,
  };
}

/** The cache of constant memory that fetches from L2. */
function constantSpec({ sms, sm }: SimulatorSpec): ReadCacheSpec {
  return smallSpec(sms, { ...sm.constantCache, ...sm.constantCache.larger }, RequestKind.constant);
}

function smallSpec(
  sms: number,
  { bytes, ways, mshrs }: SimulatorSpec['sm']['instructionCache'],
  kind: number,
): ReadCacheSpec {
  return {
    sms,
    sets: Math.max(1, Math.floor(bytes / LINE_BYTES / ways)),
    ways,
    hashedSets: false,
    sectored: false,
    mshrs,
    mergesPerMshr: 64,
    kind,
  };
}
