import { hasGridBarrier } from '../../kernel/gridBarrier';
import { message } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';
import { MAX_CYCLES } from '../../kernel/scenario';
import { lowestBit } from '../core/bits';
import { EVENT_WORDS, Happened } from '../core/chipEvents';
import { LINE_BYTES } from '../core/sizes';
import { StateArrays } from '../core/stateArrays';
import { Stop } from '../chip/chip';
import { chipParcels } from '../chip/chipParcels';
import type { ChipPort, SavedBlock } from '../chip/chipPort';
import { WasmChip, type Fault } from '../chip/wasmChip';
import { AppQueue } from '../dispatch/appQueue';
import { CarveOut } from '../dispatch/carveOut';
import { Dispatcher } from '../dispatch/dispatcher';
import { Partition } from '../dispatch/partition';
import { SmResources } from '../dispatch/smResources';
import { CopyLink } from '../hostlink/copyLink';
import type { MachinePlan } from './machinePlan';

/** A simulated GPU with the kernels of one scenario. */
export class Machine {
  readonly counters: Float64Array;
  readonly queue: AppQueue;
  readonly copies: CopyLink;
  readonly partition: Partition;
  readonly dispatcher: Dispatcher;
  private readonly chip: ChipPort;
  /** Kernels whose blocks wait for each other. */
  private readonly meeting: readonly number[];
  /** State of the dispatcher and of what gives it work. */
  readonly dispatched = new StateArrays();

  /** @param makeChip runs the chip otherwise, for tests */
  constructor(
    readonly plan: MachinePlan,
    makeChip: (plan: MachinePlan) => ChipPort = wasmChip,
  ) {
    const { spec, kernels } = plan;
    const state = this.dispatched;
    const chip = makeChip(plan);
    this.chip = chip;
    this.counters = chip.counters;
    this.meeting = kernels.kernels.flatMap(({ source }, kernel) =>
      hasGridBarrier(source.program.body) ? [kernel] : [],
    );
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
    const carveOut = new CarveOut(unified, plan.limits, kernels, state, (sm, l1Bytes) =>
      chip.resizeL1(sm, l1Bytes / LINE_BYTES),
    );
    this.dispatcher = new Dispatcher(
      {
        chip,
        kernels,
        queue: this.queue,
        partition: this.partition,
        resources: new SmResources(spec.sms, plan.limits, kernels, carveOut, state),
        sliceCycles: plan.sliceCycles,
        blocksPerCycle: spec.launch.blocksPerCycle,
        leftover: plan.leftover,
        placement: spec.launch.placement,
      },
      state,
    );
  }

  /** All that the rest of a run depends on, but for blocks off their SM and copies under way. */
  get state(): readonly ArrayBufferView[] {
    return [...this.chip.state, ...this.dispatched.arrays.list];
  }

  /** Requests to the L2 cache that are under way. */
  get inFlight(): number {
    return this.chip.inFlight;
  }

  /** Requests of applications with a higher level go first in the memory controllers; all are 0 at the start. */
  prioritizeMemory(levels: readonly number[]): void {
    this.chip.prioritize(levels);
  }

  get now(): number {
    return this.chip.now;
  }

  /** Warp instructions that the blocks of a kernel on each SM have issued so far, in the order in which these began. */
  progress(kernel: number): readonly (readonly number[])[] {
    return Array.from({ length: this.plan.spec.sms }, (_, sm) =>
      this.chip
        .residents(sm, kernel)
        .toSorted((a, b) => a.index - b.index)
        .map(({ issued }) => issued),
    );
  }

  /** Counts what is under way as far as it has come; to be called before counters are read. */
  settleCounters(): void {
    this.chip.settleCounters();
    this.queue.settleWaits(this.now);
  }

  /**
   * Runs to cycle `end` or until `stop` says so; it is asked after every cycle in which the dispatcher ran.
   *
   * @throws Error when nothing is left to happen although applications have not finished: a fault of the
   * simulator, never of its input.
   */
  run(end: number, stop: () => boolean): void {
    this.tellAwaited();
    for (;;) {
      const reason = this.chip.run(end);
      if (reason === Stop.end) return;
      if (reason === Stop.standstill) {
        if (stop() || this.queue.allFinished) return;
        throw new Error(`the simulator stands still at cycle ${this.now}`);
      }
      this.dispatch();
      if (stop()) return;
    }
  }

  /** Lets everything that is still under way come to its end. Only for a machine whose applications have ended. */
  drain(): void {
    while (this.chip.run(MAX_CYCLES) === Stop.dispatch) this.dispatch();
  }

  /** Tells the dispatcher what has happened in this cycle, and lets it place blocks. */
  private dispatch(): void {
    const events = this.chip.takeEvents();
    for (let at = 0; at < events.length; at += EVENT_WORDS)
      this.tell(events[at]!, events[at + 1]!, events[at + 2]!);
    this.dispatcher.step();
    this.tellAwaited();
  }

  /** Barriers of launches wait for blocks that the dispatcher places. */
  private tellAwaited(): void {
    for (const kernel of this.meeting) this.chip.awaitBlocks(kernel, this.dispatcher.awaited(kernel));
  }

  private tell(what: number, sm: number, detail: number): void {
    if (what === Happened.blockDone) this.dispatcher.blockDone(sm, detail);
    else if (what === Happened.blocksLeft) this.dispatcher.blocksLeft(sm, this.taken(sm, detail));
  }

  private taken(sm: number, slots: number): SavedBlock[] {
    const first = sm * this.plan.limits.maxBlocks;
    const blocks: SavedBlock[] = [];
    for (let bits = slots; bits !== 0; bits &= bits - 1)
      blocks.push(this.chip.save(sm, first + lowestBit(bits)));
    return blocks;
  }
}

function wasmChip(plan: MachinePlan): ChipPort {
  return new WasmChip(chipParcels(plan), plan.spec.sms, plan.apps.length, (fault) => outOfArray(plan, fault));
}

function outOfArray({ image }: MachinePlan, { access, block, element }: Fault): Error {
  const { access: table, names } = image;
  return fieldFault(
    names[table.name[access]!]!,
    message('simulator.outOfArray', {
      element,
      has: table.bytes[access]! / table.elementBytes[access]!,
      block,
    }),
  );
}
