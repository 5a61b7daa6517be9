import type { PtxFunction } from '../module';
import type { Addresses } from './addresses';
import type { Slots } from './operands';
import type { CallValue } from './step';
import type { Storage } from './storage';

/** What a call leaves to come back to. */
interface Frame {
  readonly callee: PtxFunction;
  readonly at: number;
  readonly results: readonly CallValue[];
  /** Slots and parameters of an earlier call of the same function. */
  readonly saved: { readonly slots: BigInt64Array; readonly calls: Uint8Array } | null;
}

/** Slots that belong to one function. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

/** The calls that each thread is in. */
export class Frames {
  private readonly stacks: Frame[][];
  private readonly localTop: Int32Array;

  constructor(
    private readonly storage: Storage,
    private readonly addresses: Addresses,
    private readonly slots: Slots,
    private readonly ranges: ReadonlyMap<PtxFunction, SlotRange>,
  ) {
    this.stacks = Array.from({ length: storage.threads }, () => []);
    this.localTop = new Int32Array(storage.threads);
  }

  /** Begins a kernel in a thread. */
  reset(thread: number, kernel: PtxFunction): void {
    this.stacks[thread]!.length = 0;
    this.localTop[thread] = 0;
    this.enter(thread, kernel);
  }

  /** Calls a function: its arguments are copied, what an earlier call of it needs is kept. */
  call(
    thread: number,
    callee: PtxFunction,
    given: readonly CallValue[],
    results: readonly CallValue[],
    at: number,
  ): void {
    const values = given.map((value) => this.read(thread, value));
    const isActive = this.stacks[thread]!.some((frame) => frame.callee === callee);
    const saved = isActive ? this.save(thread, callee) : null;
    callee.parameters.forEach((parameter, place) =>
      this.write(thread, this.valueOf(callee, parameter.name), values[place]),
    );
    this.stacks[thread]!.push({ callee, at, results, saved });
    this.enter(thread, callee);
  }

  /** Ends the innermost call; the place to go on at, or null in the kernel itself. */
  leave(thread: number): number | null {
    const frame = this.stacks[thread]!.pop();
    if (frame === undefined) return null;
    const values = frame.callee.results.map(({ name }) =>
      this.read(thread, this.valueOf(frame.callee, name)),
    );
    this.localTop[thread]! -= this.addresses.localBytes(frame.callee);
    if (frame.saved !== null) this.restore(thread, frame.callee, frame.saved);
    frame.results.forEach((result, place) => this.write(thread, result, values[place]));
    return frame.at;
  }

  private enter(thread: number, made: PtxFunction): void {
    const top = this.localTop[thread]!;
    for (const { name, space } of made.variables) {
      if (space !== 'local') continue;
      const slot = this.slots.local(made, name);
      this.storage.setAddress(thread * this.storage.row + slot, top + this.addresses.localPlace(made, name)!);
      if (this.storage.unknown !== null) this.storage.unknown[thread * this.storage.row + slot] = 0;
    }
    this.localTop[thread] = top + this.addresses.localBytes(made);
  }

  private valueOf(made: PtxFunction, name: string): CallValue {
    return { kind: 'parameter', ...this.addresses.parameter(made, name)! };
  }

  private read(thread: number, value: CallValue): Uint8Array {
    const { storage } = this;
    const base = thread * storage.row;
    if (value.kind === 'register')
      return new Uint8Array(storage.words.buffer, 8 * (base + value.slot), 8).slice();
    return storage.callMemory(base).u8.slice(value.place, value.place + value.bytes);
  }

  private write(thread: number, value: CallValue, bytes: Uint8Array | undefined): void {
    if (bytes === undefined) return;
    const { storage } = this;
    const base = thread * storage.row;
    if (value.kind === 'register')
      new Uint8Array(storage.words.buffer, 8 * (base + value.slot), 8).set(bytes.subarray(0, 8));
    else {
      const memory = storage.callMemory(base);
      memory.u8.set(bytes.subarray(0, value.bytes), value.place);
      memory.unknown?.fill(0, value.place, value.place + value.bytes);
    }
  }

  private save(thread: number, callee: PtxFunction): NonNullable<Frame['saved']> {
    const { from, to } = this.ranges.get(callee)!;
    const base = thread * this.storage.row;
    return {
      slots: this.storage.longs.slice(base + from, base + to),
      calls: this.storage.callMemory(base).u8.slice(),
    };
  }

  private restore(thread: number, callee: PtxFunction, { slots, calls }: NonNullable<Frame['saved']>): void {
    const base = thread * this.storage.row;
    this.storage.longs.set(slots, base + this.ranges.get(callee)!.from);
    this.storage.callMemory(base).u8.set(calls);
  }
}
