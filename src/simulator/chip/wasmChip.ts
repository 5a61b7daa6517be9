import binary from './chip.wasm';
import { B } from '../sm/savedBlock';
import type { Stop } from './chip';
import type { ChipPort, ResidentBlock, SavedBlock } from './chipPort';
import type { Parcels } from './parcels';

/** What `entry.ts` exports. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  putInts(length: number): number;
  putFloats(length: number): number;
  putBytes(length: number): number;
  build(): void;
  stateArrays(): number;
  stateStart(index: number): number;
  stateBytes(index: number): number;
  counters(): number;
  counterCount(): number;
  events(): number;
  eventsLength(): number;
  takeEvents(): number;
  parcel(): number;
  parcelLength(): number;
  blockKernels(): number;
  blockIndices(): number;
  blockSlots(): number;
  priorities(): number;
  prioritize(): void;
  now(): number;
  dispatcher(): number;
  firstSm(): number;
  schedule(component: number, time: number): void;
  run(end: number): Stop;
  launch(sm: number, kernel: number, index: number): void;
  resident(sm: number, kernel: number): number;
  isBusy(sm: number): number;
  isIdle(): number;
  preempt(sm: number, app: number): number;
  save(sm: number, slot: number): number;
  resume(sm: number): void;
  resizeL1(sm: number, lines: number): void;
  awaitBlocks(kernel: number, blocks: number): void;
  settleCounters(): void;
  issuedBy(slot: number): number;
  inFlight(): number;
  faultAccess(): number;
  faultBlock(): number;
  faultElement(): number;
}

/** Where an access left its array: its row in the table of accesses, the block, and the element that it asked for. */
export interface Fault {
  readonly access: number;
  readonly block: number;
  readonly element: number;
}

let module: WebAssembly.Module | undefined;

function instance(): Exports {
  module ??= new WebAssembly.Module(binary);
  const stops = {
    abort(): never {
      throw new Error('the simulated chip has failed');
    },
  };
  return new WebAssembly.Instance(module, { env: stops }).exports as unknown as Exports;
}

/** The chip as WebAssembly. */
export class WasmChip implements ChipPort {
  readonly counters: Float64Array;
  readonly state: readonly ArrayBufferView[];
  readonly dispatcher: number;
  readonly firstSm: number;
  private readonly core: Exports;
  private readonly events: Int32Array;
  private readonly parcel: Int32Array;
  private readonly kernels: Int32Array;
  private readonly indices: Int32Array;
  private readonly levels: Int32Array;
  private readonly slotsPerSm: number;

  /**
   * @param sms SMs of the chip
   * @param apps applications of the run
   * @param fault makes the error that says of an access that it left its array
   */
  constructor(
    parcels: Parcels,
    sms: number,
    apps: number,
    private readonly fault: (fault: Fault) => Error,
  ) {
    const core = instance();
    put(parcels, core);
    core.build();
    this.core = core;
    const { buffer } = core.memory;
    this.counters = new Float64Array(buffer, core.counters(), core.counterCount());
    this.state = Array.from(
      { length: core.stateArrays() },
      (_, index) => new Uint8Array(buffer, core.stateStart(index), core.stateBytes(index)),
    );
    const slots = core.blockSlots();
    this.events = new Int32Array(buffer, core.events(), core.eventsLength());
    this.parcel = new Int32Array(buffer, core.parcel(), core.parcelLength());
    this.kernels = new Int32Array(buffer, core.blockKernels(), slots);
    this.indices = new Int32Array(buffer, core.blockIndices(), slots);
    this.levels = new Int32Array(buffer, core.priorities(), apps);
    this.slotsPerSm = slots / sms;
    this.dispatcher = core.dispatcher();
    this.firstSm = core.firstSm();
  }

  get now(): number {
    return this.core.now();
  }

  get inFlight(): number {
    return this.core.inFlight();
  }

  schedule(component: number, time: number): void {
    this.core.schedule(component, time);
  }

  run(end: number): Stop {
    try {
      return this.core.run(end);
    } catch (error) {
      const access = this.core.faultAccess();
      if (access < 0) throw error;
      throw this.fault({ access, block: this.core.faultBlock(), element: this.core.faultElement() });
    }
  }

  takeEvents(): Int32Array {
    return this.events.subarray(0, this.core.takeEvents());
  }

  launch(sm: number, kernel: number, index: number): void {
    this.core.launch(sm, kernel, index);
  }

  resident(sm: number, kernel: number): number {
    return this.core.resident(sm, kernel);
  }

  residents(sm: number, kernel: number): readonly ResidentBlock[] {
    const first = sm * this.slotsPerSm;
    const slots = Array.from({ length: this.slotsPerSm }, (_, i) => first + i);
    return slots
      .filter((slot) => this.kernels[slot] === kernel)
      .map((slot) => ({ index: this.indices[slot]!, issued: this.core.issuedBy(slot) }));
  }

  isBusy(sm: number): boolean {
    return this.core.isBusy(sm) !== 0;
  }

  isIdle(): boolean {
    return this.core.isIdle() !== 0;
  }

  preempt(sm: number, app: number): boolean {
    return this.core.preempt(sm, app) !== 0;
  }

  save(sm: number, slot: number): SavedBlock {
    const words = this.parcel.slice(0, this.core.save(sm, slot));
    return { kernel: words[B.kernel]!, words };
  }

  resume(sm: number, { words }: SavedBlock): void {
    this.parcel.set(words);
    this.core.resume(sm);
  }

  resizeL1(sm: number, lines: number): void {
    this.core.resizeL1(sm, lines);
  }

  prioritize(levels: readonly number[]): void {
    this.levels.set(levels);
    this.core.prioritize();
  }

  awaitBlocks(kernel: number, blocks: number): void {
    this.core.awaitBlocks(kernel, blocks);
  }

  settleCounters(): void {
    this.core.settleCounters();
  }
}

/** Memory grows while arrays are put, so that each is written as soon as it has its place. */
function put(parcels: Parcels, core: Exports): void {
  for (const array of parcels.ints) {
    const at = core.putInts(array.length);
    new Int32Array(core.memory.buffer, at, array.length).set(array);
  }
  for (const array of parcels.floats) {
    const at = core.putFloats(array.length);
    new Float64Array(core.memory.buffer, at, array.length).set(array);
  }
  for (const array of parcels.bytes) {
    const at = core.putBytes(array.length);
    new Uint8Array(core.memory.buffer, at, array.length).set(array);
  }
}
