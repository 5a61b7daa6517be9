import { Chip, type Stop } from '../../src/simulator/chip/chip';
import { ChipInput } from '../../src/simulator/chip/chipInput';
import { chipNumbers } from '../../src/simulator/chip/chipNumbers';
import { chipParcels } from '../../src/simulator/chip/chipParcels';
import type { ChipPort, ResidentBlock, SavedBlock } from '../../src/simulator/chip/chipPort';
import { ChipSpec, NumberReader } from '../../src/simulator/chip/chipSpec';
import { EVENT_WORDS } from '../../src/simulator/core/chipEvents';
import type { MachinePlan } from '../../src/simulator/run/machinePlan';
import { B } from '../../src/simulator/sm/savedBlock';
import type { SimulatorSpec } from '../../src/simulator/spec/simulatorSpec';

/** A spec as the parts of a chip are given it, for a run of so many applications of a kernel each. */
export function chipSpecOf(spec: SimulatorSpec, apps = 1): ChipSpec {
  const plan = {
    spec,
    apps: Array.from({ length: apps }, () => ({})),
    kernels: { count: apps },
    limits: { maxBlocks: 32, maxWarps: 64, registers: 65536, sharedBytes: 65536 },
    sampleEvery: 0,
    firstFreeLine: 0,
  };
  return new ChipSpec(new NumberReader(chipNumbers(plan as unknown as MachinePlan)));
}

/** The chip of a plan as JavaScript, of the same sources as the one that the product runs. */
export class PlainChip implements ChipPort {
  readonly chip: Chip;

  constructor(plan: MachinePlan) {
    this.chip = new Chip(new ChipInput(chipParcels(plan)));
  }

  get counters(): Float64Array {
    return this.chip.counters;
  }

  get state(): readonly ArrayBufferView[] {
    return this.chip.state.arrays.list;
  }

  get dispatcher(): number {
    return this.chip.components.dispatcher.first;
  }

  get firstSm(): number {
    return this.chip.components.sms.first;
  }

  get now(): number {
    return this.chip.wheel.now;
  }

  get inFlight(): number {
    return this.chip.requests.inFlight;
  }

  schedule(component: number, time: number): void {
    this.chip.wheel.schedule(component, time);
  }

  run(end: number): Stop {
    return this.chip.run(end);
  }

  takeEvents(): Int32Array {
    const { events } = this.chip;
    const words = events.words.slice(0, events.count * EVENT_WORDS);
    events.count = 0;
    return words;
  }

  launch(sm: number, kernel: number, index: number): void {
    this.chip.sms.manager.launch(sm, kernel, index, this.now);
  }

  resident(sm: number, kernel: number): number {
    return this.chip.sms.manager.resident(sm, kernel);
  }

  residents(sm: number, kernel: number): readonly ResidentBlock[] {
    const { blocks, manager } = this.chip.sms;
    const slots = Array.from({ length: blocks.slotsPerSm }, (_, i) => sm * blocks.slotsPerSm + i);
    return slots
      .filter((slot) => blocks.kernel[slot] === kernel)
      .map((slot) => ({ index: blocks.index[slot]!, issued: manager.issuedBy(slot) }));
  }

  isBusy(sm: number): boolean {
    return this.chip.sms.contexts.isBusy(sm);
  }

  isIdle(): boolean {
    return this.chip.sms.contexts.isIdle();
  }

  preempt(sm: number, app: number): boolean {
    return this.chip.sms.contexts.preempt(sm, app, this.now);
  }

  save(sm: number, slot: number): SavedBlock {
    const { manager } = this.chip.sms;
    const words = manager.parcel.slice(0, manager.save(sm, slot, this.now));
    return { kernel: words[B.kernel]!, words };
  }

  resume(sm: number, { words }: SavedBlock): void {
    this.chip.sms.manager.parcel.set(words);
    this.chip.sms.contexts.resume(sm, this.now);
  }

  resizeL1(sm: number, lines: number): void {
    this.chip.sms.l1.resize(sm, lines);
  }

  prioritize(levels: readonly number[]): void {
    this.chip.dram.setPriorities(Int32Array.from(levels));
  }

  awaitBlocks(kernel: number, blocks: number): void {
    this.chip.sms.barriers.awaited[kernel] = blocks;
  }

  settleCounters(): void {
    this.chip.sms.manager.settleCounters(this.now);
  }
}
