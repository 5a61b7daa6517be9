import type { ChipEvents } from '../core/chipEvents';
import type { EventWheel } from '../core/eventWheel';
import type { StateArrays } from '../core/stateArrays';
import type { AddressMap } from '../memory/addressMap';
import type { Crossbar } from '../memory/crossbar';
import type { ReplyNetwork } from '../memory/outputQueues';
import { RequestKind, type Requests } from '../memory/requests';
import type { SharedLines } from '../memory/sharedLines';
import { AccessAddresses } from '../sm/accessAddresses';
import { AccessFault } from '../sm/accessFault';
import { BlockManager, BlockParts } from '../sm/blockManager';
import { BlockState } from '../sm/blockState';
import { Coalescer } from '../sm/coalescer';
import { ConstantCache } from '../sm/constantCache';
import { ContextSwitch, SwitchParts } from '../sm/contextSwitch';
import { GridBarriers } from '../sm/gridBarriers';
import { InstructionFetch } from '../sm/instructionFetch';
import { IssueParts, IssueStage } from '../sm/issueStage';
import { LaneValues } from '../sm/laneValues';
import { LoadStoreParts, LoadStoreUnit } from '../sm/loadStoreUnit';
import { ReadCache, ReadCachePorts } from '../sm/readCache';
import { Schedulers } from '../sm/schedulers';
import { SmArray, SmParts } from '../sm/smArray';
import { WarpControl } from '../sm/warpControl';
import { WarpState } from '../sm/warpState';
import type { ChipInput } from './chipInput';

/** All streaming multiprocessors of a chip, with what the dispatcher asks of them. */
export class Sms {
  readonly blocks: BlockState;
  readonly manager: BlockManager;
  readonly contexts: ContextSwitch;
  readonly l1: ReadCache;
  readonly barriers: GridBarriers;
  readonly fault: AccessFault = new AccessFault();
  private readonly array: SmArray;

  constructor(
    input: ChipInput,
    component: i32,
    wheel: EventWheel,
    requests: Requests,
    toL2: Crossbar,
    fromL2: ReplyNetwork,
    map: AddressMap,
    shared: SharedLines | null,
    counters: Float64Array,
    events: ChipEvents,
    state: StateArrays,
  ) {
    const spec = input.spec;
    const image = input.image;
    const kernels = input.kernels;
    const sm = spec.sm;
    const warps = new WarpState(spec.sms, state);
    const blocks = new BlockState(spec.sms, spec.run.maxBlocks, state);
    const schedulers = new Schedulers(spec, image, warps, state);
    const values = new LaneValues(image, warps, blocks);
    const barriers = new GridBarriers(kernels.count, sm.l1.clearedByLaunches, state);
    const control = new WarpControl(image, warps, blocks, values, counters, barriers);
    const addresses = new AccessAddresses(image, warps, blocks, values, control, this.fault);
    const banks = sm.l1.linesPerCycle > 1 ? sm.sharedBanks : 0;
    const coalescer = new Coalescer(image, warps, values, addresses, banks, spec.l2.atomicsHoldSectors);
    const memory = new ReadCachePorts(requests, toL2, map, shared, kernels.app);
    const l1 = new ReadCache(spec.sms, sm.l1.cache, RequestKind.read, memory, schedulers, state);
    barriers.connect(l1);
    const constantLines = new ReadCache(
      spec.sms,
      sm.constants.cache,
      RequestKind.constant,
      memory,
      schedulers,
      state,
    );
    const constants = new ConstantCache(sm.constants, constantLines, spec.sms, state);
    const fetch = new InstructionFetch(
      image,
      kernels,
      warps,
      schedulers,
      counters,
      sm.instructionBytes,
      sm.instructionPrefetchLines,
      spec.sms,
      state,
    );
    const instructions = new ReadCache(
      spec.sms,
      sm.instructions,
      RequestKind.instruction,
      memory,
      fetch,
      state,
    );
    fetch.connect(instructions);
    const manager = new BlockManager(
      new BlockParts(spec, image, kernels, warps, blocks, schedulers, control, l1, counters, events),
      spec.run.maxWarps,
      state,
    );
    const loadStore = new LoadStoreUnit(
      spec,
      new LoadStoreParts(
        image,
        warps,
        schedulers,
        coalescer,
        addresses,
        l1,
        constants,
        memory,
        counters,
        input.requestFlits,
      ),
      state,
    );
    const issue = new IssueStage(
      new IssueParts(spec, image, warps, schedulers, control, manager, loadStore, fetch, counters),
    );
    const contexts = new ContextSwitch(
      new SwitchParts(
        kernels,
        warps,
        blocks,
        manager,
        loadStore,
        l1,
        counters,
        // Contexts are kept behind the arrays in device memory, an SM's worth of registers and shared memory for each.
        spec.run.firstFreeLine,
        spec.run.contextLinesPerSm,
        events,
      ),
      state,
    );
    this.blocks = blocks;
    this.manager = manager;
    this.contexts = contexts;
    this.l1 = l1;
    this.barriers = barriers;
    this.array = new SmArray(
      new SmParts(
        wheel,
        requests,
        fromL2,
        schedulers,
        control,
        issue,
        loadStore,
        l1,
        constantLines,
        instructions,
        contexts,
        component,
      ),
    );
  }

  step(sm: i32): void {
    this.array.step(sm);
  }
}
