import { lowestBit } from '../core/bits';
import { ChipEvents } from '../core/chipEvents';
import { C, COUNTER_COLUMNS } from '../core/counterColumns';
import { EventWheel } from '../core/eventWheel';
import { StateArrays } from '../core/stateArrays';
import { DramPorts, DramSystem } from '../dram/dramSystem';
import { AddressMap } from '../memory/addressMap';
import { AuxiliaryTags } from '../memory/auxiliaryTags';
import { Crossbar, type CrossbarPorts } from '../memory/crossbar';
import { EarlierData } from '../memory/earlierData';
import { L2Ports, L2Slices } from '../memory/l2Slices';
import { OutputQueues, type OutputQueuePorts, type ReplyNetwork } from '../memory/outputQueues';
import { R, Requests, SM_BITS } from '../memory/requests';
import { SharedLines } from '../memory/sharedLines';
import { Sms } from './sms';
import type { ChipInput } from './chipInput';
import { ComponentMap, type ComponentRange } from './components';

/** How `run` has come back. */
export const enum Stop {
  /** The cycle up to which it was to run has been reached. */
  end,
  /** Nothing is left to happen. */
  standstill,
  /** In this cycle the dispatcher has something to do. */
  dispatch,
}

/**
 * A simulated GPU but for its dispatcher: SMs, network, L2 cache and DRAM, cycle by cycle. What it is made of runs as
 * WebAssembly (`entry.ts`), and in tests as JavaScript.
 */
export class Chip {
  readonly state: StateArrays = new StateArrays();
  readonly counters: Float64Array;
  readonly requests: Requests;
  readonly wheel: EventWheel;
  readonly events: ChipEvents;
  readonly components: ComponentMap;
  readonly sms: Sms;
  readonly dram: DramSystem;
  private readonly l2: L2Slices;
  private readonly toL2: Crossbar;
  private readonly toSms: ReplyNetwork;
  /** The way back where its arbiters have to be stepped. */
  private readonly replies: Crossbar | null;

  constructor(input: ChipInput) {
    const spec = input.spec;
    const state = this.state;
    const components = new ComponentMap(spec);
    const wheel = new EventWheel(components.total, state);
    const counters = state.float64(spec.run.kernels * COUNTER_COLUMNS);
    const requests = new Requests(spec.run.mostRequests, state);
    const events = new ChipEvents(spec.sms * (2 * spec.run.maxBlocks + 2));
    const toL2 = new Crossbar(requestPorts(input, components), requests, wheel, counters, state);
    let replies: Crossbar | null = null;
    if (spec.network.repliesWaitAtInputs)
      replies = new Crossbar(replyPorts(input, components), requests, wheel, counters, state);
    let toSms: ReplyNetwork;
    if (replies === null)
      toSms = new OutputQueues(queuePorts(input, components), requests, wheel, counters, state);
    else toSms = replies;
    const map = new AddressMap(spec, input.sliceLists, input.sliceStarts);
    const shared = input.sharedSpans.length > 0 ? new SharedLines(input.sharedSpans, state) : null;
    const appOf = input.kernels.app;
    const dram = new DramSystem(
      spec,
      new DramPorts(wheel, components.dram.first, counters, appOf, spec.run.applications, input.dram),
      state,
    );
    const auxiliary =
      spec.run.sampleEvery > 0
        ? new AuxiliaryTags(spec, spec.run.applications, spec.run.sampleEvery, counters, state)
        : null;
    const earlier =
      input.earlierData.length > 0 ? new EarlierData(input.earlierData, spec.run.firstFreeLine, state) : null;
    const l2 = new L2Slices(
      spec,
      new L2Ports(
        wheel,
        requests,
        toL2,
        toSms,
        dram,
        map,
        counters,
        appOf,
        input.replyFlits,
        auxiliary,
        earlier,
        components.l2.first,
      ),
      state,
    );
    dram.connect(l2);
    this.components = components;
    this.wheel = wheel;
    this.counters = counters;
    this.requests = requests;
    this.events = events;
    this.toL2 = toL2;
    this.toSms = toSms;
    this.replies = replies;
    this.dram = dram;
    this.l2 = l2;
    this.sms = new Sms(
      input,
      components.sms.first,
      wheel,
      requests,
      toL2,
      toSms,
      map,
      shared,
      counters,
      events,
      state,
    );
    wheel.schedule(components.dispatcher.first, 1);
  }

  /** Runs to cycle `end`, or until the dispatcher has something to do. */
  run(end: i32): Stop {
    const wheel = this.wheel;
    while (wheel.now < end) {
      if (wheel.advance(end) < 0) return Stop.standstill;
      if (this.cycle()) return Stop.dispatch;
    }
    return Stop.end;
  }

  /** Runs the components that are woken in this cycle; true when the dispatcher is among them, or is to hear of something. */
  private cycle(): boolean {
    const components = this.components;
    this.stepReplyArbiters(components.replyArbiters);
    this.stepDram(components.dram);
    this.stepL2(components.l2);
    this.stepRequestArbiters(components.requestArbiters);
    this.stepSms(components.sms);
    const isDue = this.wheel.take(components.dispatcher.firstWord) !== 0;
    this.wheel.finishCycle();
    return isDue || this.events.count > 0;
  }

  // One loop per stage, although they look alike: so each call site has one receiver, which can be inlined.

  private stepReplyArbiters(range: ComponentRange): void {
    const replies = this.replies;
    if (replies === null) return;
    for (let word = 0; word < range.words; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        replies.step((word << 5) + lowestBit(bits));
  }

  private stepDram(range: ComponentRange): void {
    for (let word = 0; word < range.words; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        this.dram.step((word << 5) + lowestBit(bits));
  }

  private stepL2(range: ComponentRange): void {
    for (let word = 0; word < range.words; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        this.l2.step((word << 5) + lowestBit(bits));
  }

  private stepRequestArbiters(range: ComponentRange): void {
    for (let word = 0; word < range.words; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        this.toL2.step((word << 5) + lowestBit(bits));
  }

  private stepSms(range: ComponentRange): void {
    for (let word = 0; word < range.words; word++)
      for (let bits = this.wheel.take(range.firstWord + word); bits !== 0; bits &= bits - 1)
        this.sms.step((word << 5) + lowestBit(bits));
  }
}

function requestPorts(input: ChipInput, components: ComponentMap): CrossbarPorts {
  const spec = input.spec;
  const latency = spec.network.latencyCycles + spec.l2.latencyCycles;
  return {
    inputs: spec.sms,
    outputs: spec.l2.slices,
    inputQueue: spec.sm.l1.missQueue,
    outputQueue: spec.l2.requestQueue + latency,
    inputSpeedup: 1,
    outputSpeedup: spec.network.inputSpeedup,
    latency: latency,
    senders: components.sms.first,
    arbiters: components.requestArbiters.first,
    receivers: components.l2.first,
    arbitersFollowReceivers: true,
    destination: R.station,
    destinationBits: -1,
    flitCounter: C.requestFlits,
  };
}

function replyPorts(input: ChipInput, components: ComponentMap): CrossbarPorts {
  const spec = input.spec;
  return {
    inputs: spec.l2.slices,
    outputs: spec.sms,
    inputQueue: spec.l2.replyQueue,
    outputQueue: spec.network.latencyCycles + 8,
    inputSpeedup: spec.network.inputSpeedup,
    outputSpeedup: 1,
    latency: spec.network.latencyCycles,
    senders: components.l2.first,
    arbiters: components.replyArbiters.first,
    receivers: components.sms.first,
    arbitersFollowReceivers: false,
    destination: R.home,
    destinationBits: SM_BITS,
    flitCounter: C.replyFlits,
  };
}

function queuePorts(input: ChipInput, components: ComponentMap): OutputQueuePorts {
  const spec = input.spec;
  return {
    slices: spec.l2.slices,
    sms: spec.sms,
    inputQueue: spec.l2.replyQueue,
    inputSpeedup: spec.network.inputSpeedup,
    latency: spec.network.latencyCycles,
    senders: components.l2.first,
    receivers: components.sms.first,
    flitCounter: C.replyFlits,
  };
}
