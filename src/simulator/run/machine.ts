import { MAX_CYCLES } from '../../kernel/scenario';
import { lowestBit } from '../core/bits';
import { C, COUNTER_COLUMNS } from '../core/counters';
import { EventWheel } from '../core/eventWheel';
import { StateArrays } from '../core/stateArrays';
import { AppQueue } from '../dispatch/appQueue';
import { CarveOut } from '../dispatch/carveOut';
import { Dispatcher } from '../dispatch/dispatcher';
import { Partition } from '../dispatch/partition';
import { SmResources } from '../dispatch/smResources';
import { DramSystem } from '../dram/dramSystem';
import { AddressMap } from '../memory/addressMap';
import { EarlierData } from '../memory/earlierData';
import { SharedLines } from '../memory/sharedLines';
import { CopyLink } from '../hostlink/copyLink';
import { AuxiliaryTags } from '../memory/auxiliaryTags';
import { Crossbar } from '../memory/crossbar';
import { OutputQueues, type ReplyNetwork } from '../memory/outputQueues';
import { L2Slices } from '../memory/l2Slices';
import { R, Requests, SM_BITS } from '../memory/requests';
import type { BlockManager } from '../sm/blockManager';
import type { SmArray } from '../sm/smArray';
import { LINE_BYTES, SECTOR_BYTES, type SimulatorSpec } from '../spec/simulatorSpec';
import { buildSms } from './buildSms';
import type { MachinePlan } from './machinePlan';
import { componentMap, type ComponentMap, type ComponentRange } from './components';

/** A simulated GPU with the kernels of one scenario. */
export class Machine {
  readonly state = new StateArrays();
  readonly counters: Float64Array;
  readonly queue: AppQueue;
  readonly copies: CopyLink;
  readonly partition: Partition;
  readonly dispatcher: Dispatcher;
  readonly requests: Requests;
  private readonly wheel: EventWheel;
  private readonly components: ComponentMap;
  private readonly sms: SmArray;
  private readonly blocks: BlockManager;
  private readonly l2: L2Slices;
  private readonly dram: DramSystem;
  private readonly toL2: Crossbar;
  private readonly toSms: ReplyNetwork;
  /** The way back where its arbiters have to be stepped. */
  private readonly replies: Crossbar | null;

  constructor(readonly plan: MachinePlan) {
    const { spec, kernels } = plan;
    const { state } = this;
    this.components = componentMap(spec);
    this.wheel = new EventWheel(this.components.total, state);
    this.counters = state.float64(kernels.kernels.length * COUNTER_COLUMNS);
    this.requests = new Requests(requestBound(spec), state);
    this.toL2 = this.requestNetwork();
    this.replies = spec.network.replyQueues === 'inputs' ? this.replyCrossbar() : null;
    this.toSms = this.replies ?? this.outputQueues();
    const map = new AddressMap(spec, plan.apps.length, plan.sliceLists);
    const shared = plan.sharedArrays.length > 0 ? new SharedLines(plan.sharedArrays, state) : null;
    this.dram = new DramSystem(
      spec,
      {
        wheel: this.wheel,
        component: this.components.dram.first,
        counters: this.counters,
        appOf: kernels.app,
        applications: plan.apps.length,
      },
      state,
    );
    this.l2 = new L2Slices(
      spec,
      {
        wheel: this.wheel,
        requests: this.requests,
        fromSms: this.toL2,
        toSms: this.toSms,
        dram: this.dram,
        map,
        counters: this.counters,
        appOf: kernels.app,
        replyFlits: flitTable(spec.network.flitBytes, spec),
        auxiliary:
          plan.sampleEvery > 0
            ? new AuxiliaryTags(spec, plan.apps.length, plan.sampleEvery, this.counters, state)
            : null,
        earlier: plan.earlierData.some(Boolean)
          ? new EarlierData(plan.earlierData, plan.firstFreeLine, state)
          : null,
        component: this.components.l2.first,
      },
      state,
    );
    this.dram.connect(this.l2);
    const { sms, blocks, contexts, l1, barriers } = buildSms(plan, state, {
      wheel: this.wheel,
      requests: this.requests,
      toL2: this.toL2,
      fromL2: this.toSms,
      map,
      shared,
      counters: this.counters,
      requestFlits: flitTable(spec.network.storeFlitBytes, spec),
      component: this.components.sms.first,
    });
    this.sms = sms;
    this.blocks = blocks;
    this.copies = new CopyLink(plan.copyLink);
    this.queue = new AppQueue(
      plan.apps,
      Int32Array.from(kernels.kernels, (kernel) => kernel.blocks),
      spec.launch.kernelCycles,
      this.copies,
      state,
    );
    this.partition = new Partition(plan.apps.length, spec.sms, state);
    const { unifiedBytes: bytes = 0, carveOutsKiB } = spec.sm.l1;
    const unified = { sms: spec.sms, bytes, isFixed: plan.fixedCarveOuts, carveOutsKiB };
    const carveOut = new CarveOut(unified, plan.limits, kernels, state, (sm, bytes) =>
      l1.resize(sm, bytes / LINE_BYTES),
    );
    this.dispatcher = new Dispatcher(
      {
        wheel: this.wheel,
        kernels,
        queue: this.queue,
        partition: this.partition,
        resources: new SmResources(spec.sms, plan.limits, kernels, carveOut, state),
        blocks,
        contexts,
        sliceCycles: plan.sliceCycles,
        component: this.components.dispatcher.first,
        firstSm: this.components.sms.first,
        blocksPerCycle: spec.launch.blocksPerCycle,
        leftover: plan.leftover,
        placement: spec.launch.placement,
      },
      state,
    );
    blocks.connect(this.dispatcher);
    barriers.connect({
      awaited: (kernel) => this.dispatcher.awaited(kernel),
      acquired: (sm) => {
        if (spec.sm.l1.clearedByLaunches) l1.clear(sm);
      },
    });
    contexts.connect(this.dispatcher);
    this.wheel.schedule(this.components.dispatcher.first, 1);
  }

  /** Requests of applications with a higher level go first in the memory controllers; all are 0 at the start. */
  prioritizeMemory(levels: readonly number[]): void {
    this.dram.setPriorities(levels);
  }

  get now(): number {
    return this.wheel.now;
  }

  /** Warp instructions that the blocks of a kernel on each SM have issued so far, in the order in which these began. */
  progress(kernel: number): readonly (readonly number[])[] {
    return Array.from({ length: this.plan.spec.sms }, (_, sm) => this.blocks.progressOn(sm, kernel));
  }

  /** Counts what is under way as far as it has come; to be called before counters are read. */
  settleCounters(): void {
    this.blocks.settleCounters(this.wheel.now);
    this.queue.settleWaits(this.wheel.now);
  }

  /**
   * Runs to cycle `end` or until `stop` says so; it is asked after every cycle in which the dispatcher ran.
   *
   * @throws Error when nothing is left to happen although applications have not finished: a fault of the
   * simulator, never of its input.
   */
  run(end: number, stop: () => boolean): void {
    const { wheel } = this;
    while (wheel.now < end) {
      if (wheel.advance(end) < 0) {
        if (stop() || this.queue.allFinished) return;
        throw new Error(`the simulator stands still at cycle ${wheel.now}`);
      }
      if (this.cycle() && stop()) return;
    }
  }

  /** Lets everything that is still under way come to its end. Only for a machine whose applications have ended. */
  drain(): void {
    while (this.wheel.advance(MAX_CYCLES) >= 0) this.cycle();
  }

  /** Runs the components that are woken in this cycle; true when the dispatcher was among them. */
  private cycle(): boolean {
    const { wheel, components } = this;
    this.stepReplyArbiters(components.replyArbiters);
    this.stepDram(components.dram);
    this.stepL2(components.l2);
    this.stepRequestArbiters(components.requestArbiters);
    this.stepSms(components.sms);
    const dispatch = wheel.take(components.dispatcher.firstWord) !== 0;
    if (dispatch) this.dispatcher.step();
    wheel.finishCycle();
    return dispatch;
  }

  // One loop per stage, although they look alike: so each call site has one receiver, which can be inlined.

  private stepReplyArbiters(range: ComponentRange): void {
    const { replies } = this;
    if (replies === null) return;
    for (let word = 0; word < range.endWord - range.firstWord; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        replies.step((word << 5) + lowestBit(bits));
  }

  private stepDram(range: ComponentRange): void {
    for (let word = 0; word < range.endWord - range.firstWord; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        this.dram.step((word << 5) + lowestBit(bits));
  }

  private stepL2(range: ComponentRange): void {
    for (let word = 0; word < range.endWord - range.firstWord; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        this.l2.step((word << 5) + lowestBit(bits));
  }

  private stepRequestArbiters(range: ComponentRange): void {
    for (let word = 0; word < range.endWord - range.firstWord; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        this.toL2.step((word << 5) + lowestBit(bits));
  }

  private stepSms(range: ComponentRange): void {
    for (let word = 0; word < range.endWord - range.firstWord; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        this.sms.step((word << 5) + lowestBit(bits));
  }

  private requestNetwork(): Crossbar {
    const { spec } = this.plan;
    const latency = spec.network.latencyCycles + spec.l2.latencyCycles;
    return new Crossbar(
      {
        inputs: spec.sms,
        outputs: spec.l2.slices,
        inputQueue: spec.sm.l1.missQueue,
        outputQueue: spec.l2.requestQueue + latency,
        inputSpeedup: 1,
        outputSpeedup: spec.network.inputSpeedup,
        latency,
        senders: this.components.sms.first,
        arbiters: this.components.requestArbiters.first,
        receivers: this.components.l2.first,
        arbitersFollowReceivers: true,
        destination: R.station,
        destinationBits: -1,
        flitCounter: C.requestFlits,
      },
      this.requests,
      this.wheel,
      this.counters,
      this.state,
    );
  }

  private outputQueues(): OutputQueues {
    const { spec } = this.plan;
    return new OutputQueues(
      {
        slices: spec.l2.slices,
        sms: spec.sms,
        inputQueue: spec.l2.replyQueue,
        inputSpeedup: spec.network.inputSpeedup,
        latency: spec.network.latencyCycles,
        senders: this.components.l2.first,
        receivers: this.components.sms.first,
        flitCounter: C.replyFlits,
      },
      this.requests,
      this.wheel,
      this.counters,
      this.state,
    );
  }

  private replyCrossbar(): Crossbar {
    const { spec } = this.plan;
    return new Crossbar(
      {
        inputs: spec.l2.slices,
        outputs: spec.sms,
        inputQueue: spec.l2.replyQueue,
        outputQueue: spec.network.latencyCycles + 8,
        inputSpeedup: spec.network.inputSpeedup,
        outputSpeedup: 1,
        latency: spec.network.latencyCycles,
        senders: this.components.l2.first,
        arbiters: this.components.replyArbiters.first,
        receivers: this.components.sms.first,
        arbitersFollowReceivers: false,
        destination: R.home,
        destinationBits: SM_BITS,
        flitCounter: C.replyFlits,
      },
      this.requests,
      this.wheel,
      this.counters,
      this.state,
    );
  }
}

/** Flits of a packet with n sectors of data. */
function flitTable(flitBytes: number, spec: SimulatorSpec): Uint8Array {
  const { headerBytes } = spec.network;
  return Uint8Array.from({ length: 5 }, (_, n) =>
    Math.max(1, Math.ceil((headerBytes + n * SECTOR_BYTES) / flitBytes)),
  );
}

/** No more requests than this can be under way: miss entries times sectors, and what queues hold. */
function requestBound(spec: SimulatorSpec): number {
  const { sm, l2, network } = spec;
  const perSm = 4 * (sm.l1.mshrs + sm.constantCache.mshrs + sm.instructionCache.mshrs) + sm.l1.missQueue;
  const far = l2.partitions === 2 ? 4 * l2.mshrs : 0;
  const perSlice =
    far + l2.requestQueue + network.latencyCycles + l2.latencyCycles + l2.mshrs * l2.mergesPerMshr;
  return Math.min(spec.sms * perSm + l2.slices * perSlice, 2 ** 22);
}
