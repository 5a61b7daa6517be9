import type { PtxInitial, PtxVariable } from '../module';

/** Bytes of one memory, with views of the widths that are accessed. */
export class Bytes {
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly i32: Int32Array;
  /** 1 for bytes that only data tells; null where every byte is known. */
  unknown: Uint8Array | null = null;

  constructor(readonly size: number) {
    const buffer = new ArrayBuffer(Math.ceil(size / 8) * 8);
    this.u8 = new Uint8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i32 = new Int32Array(buffer);
  }

  /** Makes all contents unknown. */
  forget(): void {
    this.unknown ??= new Uint8Array(this.u8.length);
    this.unknown.fill(1);
  }
}

/** Bytes between the places of allocations, so that an address tells its allocation. */
export const ALLOCATION_DISTANCE = 2 ** 40;
/** Addresses from here on belong to other memories than global memory. */
export const WINDOWS = {
  shared: 2 ** 50,
  local: 2 ** 50 + 2 ** 49,
  const: 2 ** 51,
  param: 2 ** 51 + 2 ** 50,
} as const;

/** One allocation of global memory, and how often it was accessed. */
export class Allocation {
  /** Accesses of single threads by instruction: a vector is one. */
  readonly accesses = { load: 0, store: 0, atomic: 0 };

  constructor(
    readonly name: string,
    readonly address: number,
    readonly bytes: Bytes,
  ) {}

  get floats(): Float32Array {
    return new Float32Array(this.bytes.u8.buffer, 0, Math.floor(this.bytes.size / 4));
  }

  get integers(): Int32Array {
    return new Int32Array(this.bytes.u8.buffer, 0, Math.floor(this.bytes.size / 4));
  }

  get doubles(): Float64Array {
    return new Float64Array(this.bytes.u8.buffer, 0, Math.floor(this.bytes.size / 8));
  }

  /** Content as bytes. */
  get content(): Uint8Array {
    return this.bytes.u8.subarray(0, this.bytes.size);
  }
}

/** Global memory: allocations that lie far apart. */
export class GlobalMemory {
  private readonly list: Allocation[] = [];

  get allocations(): readonly Allocation[] {
    return this.list;
  }

  /** Zeroed bytes, or a copy of what is handed in. */
  allocate(name: string, content: number | ArrayBufferView): Allocation {
    const size = typeof content === 'number' ? content : content.byteLength;
    const bytes = new Bytes(size);
    if (typeof content !== 'number')
      bytes.u8.set(new Uint8Array(content.buffer, content.byteOffset, content.byteLength));
    const made = new Allocation(name, (this.list.length + 1) * ALLOCATION_DISTANCE, bytes);
    this.list.push(made);
    return made;
  }

  /** The allocation that an address lies in or behind. */
  at(address: number): Allocation | undefined {
    return this.list[Math.floor(address / ALLOCATION_DISTANCE) - 1];
  }
}

/** Places of variables one behind the other. */
export class Layout {
  private readonly places = new Map<string, number>();
  size = 0;

  constructor(start = 0) {
    this.size = start;
  }

  add({ name, bytes, alignment }: Pick<PtxVariable, 'name' | 'bytes' | 'alignment'>): number {
    const step = Math.max(1, alignment);
    const place = Math.ceil(this.size / step) * step;
    this.places.set(name, place);
    this.size = place + bytes;
    return place;
  }

  placeOf(name: string): number | undefined {
    return this.places.get(name);
  }
}

/** Writes what a variable holds at the start. */
export function initialise(
  bytes: Bytes,
  place: number,
  initial: readonly PtxInitial[],
  addressOf: (symbol: string) => number,
): void {
  let at = place;
  for (const part of initial) {
    const bits = 'bits' in part ? part.bits : BigInt(addressOf(part.symbol) + part.offset);
    for (let byte = 0; byte < part.bytes; byte++)
      bytes.u8[at + byte] = Number((bits >> BigInt(8 * byte)) & 255n);
    at += part.bytes;
  }
}
