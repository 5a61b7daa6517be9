import { InputError } from '../../../kernel/result';
import { ALLOCATION_DISTANCE, Bytes, WINDOWS, type Allocation, type GlobalMemory } from './memory';

/** A kernel that cannot be run on, with the line of the PTX. */
export class PtxFault extends InputError {}

/** Spaces that an instruction may name; generic addresses tell theirs. */
export type AccessSpace = 'global' | 'shared' | 'local' | 'const' | 'param' | 'generic';

/** Registers and memories of the block that runs. A register is one slot of 64 bits in the row of its thread. */
export class Storage {
  /** Slots as 32-bit words, low word first. */
  readonly words: Int32Array;
  readonly singles: Float32Array;
  readonly doubles: Float64Array;
  readonly longs: BigInt64Array;
  /** 1 for slots that only data tells; null where all data is known. */
  readonly unknown: Uint8Array | null;
  shared: Bytes;
  readonly constants: Bytes;
  /** Parameters of the kernel; those of calls lie behind, in a memory of each thread. */
  readonly kernelParameters: Bytes;
  /** Where the last `locate` led to; null for memory that is not there, whose content is unknown. */
  bytes: Bytes | null = null;
  offset = 0;
  allocation: Allocation | undefined;
  /** Cycles as the kernel's clocks show them. */
  ticks = 0;
  private readonly locals: (Bytes | undefined)[];
  private readonly callParameters: (Bytes | undefined)[];

  constructor(
    readonly row: number,
    readonly threads: number,
    readonly global: GlobalMemory,
    private readonly sizes: {
      readonly shared: number;
      readonly constants: number;
      readonly parameters: number;
      readonly calls: number;
      readonly local: number;
    },
    readonly tracks: boolean,
  ) {
    const buffer = new ArrayBuffer(8 * row * threads);
    this.words = new Int32Array(buffer);
    this.singles = new Float32Array(buffer);
    this.doubles = new Float64Array(buffer);
    this.longs = new BigInt64Array(buffer);
    this.unknown = tracks ? new Uint8Array(row * threads) : null;
    this.shared = new Bytes(sizes.shared);
    this.constants = new Bytes(sizes.constants);
    this.kernelParameters = new Bytes(sizes.parameters);
    this.locals = new Array<Bytes | undefined>(threads);
    this.callParameters = new Array<Bytes | undefined>(threads);
  }

  /** Memories of a fresh block. */
  reset(): void {
    this.shared = new Bytes(this.sizes.shared);
    if (this.tracks) this.shared.forget();
    this.locals.fill(undefined);
    this.callParameters.fill(undefined);
  }

  /** The 64-bit slot `index` as an address. */
  address(index: number): number {
    return this.words[2 * index + 1]! * 2 ** 32 + (this.words[2 * index]! >>> 0);
  }

  setAddress(index: number, address: number): void {
    this.words[2 * index] = (address % 2 ** 32) | 0;
    this.words[2 * index + 1] = Math.floor(address / 2 ** 32);
  }

  /** Finds the bytes behind an address of the thread whose row starts at `base`. */
  locate(
    space: AccessSpace,
    address: number,
    size: number,
    base: number,
    fault: (code: string, address: number) => PtxFault,
  ): void {
    let own = address;
    let real = space;
    if (space === 'generic') [real, own] = this.ofGeneric(address);
    this.allocation = undefined;
    this.offset = own;
    this.bytes = this.memoryOf(real, own, base);
    if (own % size !== 0) throw fault('cuda.ptxMisaligned', address);
    if (this.bytes === null) {
      if (!this.tracks) throw fault('cuda.ptxOutside', address);
      return;
    }
    if (this.offset < 0 || this.offset + size > this.bytes.size) throw fault('cuda.ptxOutside', address);
  }

  private ofGeneric(address: number): [AccessSpace, number] {
    if (address < WINDOWS.shared) return ['global', address];
    if (address < WINDOWS.local) return ['shared', address - WINDOWS.shared];
    if (address < WINDOWS.const) return ['local', address - WINDOWS.local];
    if (address < WINDOWS.param) return ['const', address - WINDOWS.const];
    return ['param', address - WINDOWS.param];
  }

  private memoryOf(space: AccessSpace, address: number, base: number): Bytes | null {
    switch (space) {
      case 'shared':
        return this.shared;
      case 'const':
        return this.constants;
      case 'local':
        return this.own(this.locals, base, this.sizes.local);
      case 'param': {
        const { parameters } = this.sizes;
        if (address < parameters) return this.kernelParameters;
        this.offset = address - parameters;
        return this.callMemory(base);
      }
      default:
        this.allocation = this.global.at(address);
        this.offset = address % ALLOCATION_DISTANCE;
        return this.allocation?.bytes ?? null;
    }
  }

  /** Parameters of calls of the thread whose row starts at `base`. */
  callMemory(base: number): Bytes {
    return this.own(this.callParameters, base, this.sizes.calls);
  }

  private own(memories: (Bytes | undefined)[], base: number, size: number): Bytes {
    const thread = base / this.row;
    let bytes = memories[thread];
    if (bytes === undefined) {
      bytes = memories[thread] = new Bytes(size);
      if (this.tracks) bytes.forget();
    }
    return bytes;
  }
}
