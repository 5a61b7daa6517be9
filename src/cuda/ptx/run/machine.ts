import { message } from '../../../kernel/message';
import { coordinates, volume, type Dim3 } from '../../../kernel/symbolic';
import type { PtxFunction, PtxInstruction, PtxModule, PtxVariable } from '../module';
import { Addresses } from './addresses';
import { Compiler } from './compile';
import { Frames, type SlotRange } from './frames';
import type { GlobalMemory } from './memory';
import { Slots } from './operands';
import type { Step } from './step';
import { PtxFault, Storage } from './storage';
import { BlockRun, type BlockProgram } from './warps';

/** A number in a structure. */
export interface PtxMember {
  readonly offset: number;
  readonly bytes: number;
  /** `.f32`, `.f64`, or a type of whole numbers. */
  readonly type: string;
  readonly value: number;
}

/**
 * A value of a kernel's parameter: a number (an address for pointers), bytes of a struct, those of its members that are
 * known, or null for what is unknown.
 */
export type PtxArgument = number | bigint | Uint8Array | readonly PtxMember[] | null;

/** A launch of a kernel. */
export interface PtxLaunch {
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Dynamic shared memory in bytes. */
  readonly sharedBytes: number;
  readonly arguments: readonly PtxArgument[];
}

export interface MachineOptions {
  readonly module: PtxModule;
  readonly kernel: PtxFunction;
  readonly launch: PtxLaunch;
  readonly memory: GlobalMemory;
  /** Whether registers that only data tells are tracked: then every thread is one of its own. */
  readonly tracks: boolean;
  readonly predicated?: ReadonlySet<PtxInstruction>;
  /** Instructions of all threads after which a run is given up. */
  readonly limit: number;
}

/** Functions of the runtime that change nothing a kernel computes with. */
const RUNTIME = new Set(['vprintf', 'free']);
/** Calls deep within each other that local memory has room for. */
const DEPTH = 64;

/** A kernel with a launch, ready to run its blocks. */
export class Machine {
  /** How often threads executed each step. */
  readonly visits: Float64Array;
  private readonly slots = new Slots();
  private readonly steps: readonly Step[];
  private readonly starts = new Map<PtxFunction, number>();
  private readonly ranges = new Map<PtxFunction, SlotRange>();
  private readonly addresses: Addresses;
  private readonly storage: Storage;
  private readonly block: BlockRun;
  private readonly frames: Frames;

  constructor(private readonly options: MachineOptions) {
    const { module, kernel, memory, launch } = options;
    const functions = reachable(module, kernel);
    this.addresses = new Addresses(module, kernel, memory, functions);
    // Once to know all slots, once with the registers that these make.
    this.compile(functions, this.newStorage(0, 0));
    this.storage = this.newStorage(this.slots.size, options.tracks ? 1 : volume(launch.block));
    this.steps = this.compile(functions, this.storage);
    this.visits = new Float64Array(this.steps.length);
    this.frames = new Frames(this.storage, this.addresses, this.slots, this.ranges);
    this.block = new BlockRun(this.program(), this.storage, this.frames, this.visits, options.limit);
    this.writeParameters();
    this.addresses.initialise(this.storage.constants, memory);
    if (options.tracks) this.forgetConstants(module);
  }

  /** Instructions that threads have executed. */
  get executed(): number {
    return this.block.executed;
  }

  /** The instructions with how often threads executed them. */
  visited(): readonly {
    readonly owner: PtxFunction;
    readonly instruction: PtxInstruction;
    readonly visits: number;
  }[] {
    return this.steps.map(({ owner, instruction }, place) => ({
      owner,
      instruction,
      visits: this.visits[place]!,
    }));
  }

  /** Runs one block by its linear number. */
  runBlock(block: number): void {
    this.storage.reset();
    for (let thread = 0; thread < this.storage.threads; thread++) this.start(thread, thread, block);
    this.block.run();
  }

  /** Runs one thread alone, where data is unknown. */
  runThread(block: number, thread: number): void {
    this.storage.reset();
    this.start(0, thread, block);
    this.block.run();
  }

  private newStorage(row: number, threads: number): Storage {
    const { memory, launch, tracks } = this.options;
    const { addresses } = this;
    const local = [...this.ranges.keys()].reduce((sum, made) => sum + addresses.localBytes(made), 0);
    return new Storage(
      row,
      threads,
      memory,
      {
        shared: addresses.shared.size + launch.sharedBytes,
        constants: addresses.constants.size,
        parameters: addresses.parameterBytes,
        calls: addresses.calls.size,
        local: this.ranges.size > 1 ? DEPTH * local : local,
      },
      tracks,
    );
  }

  private compile(functions: readonly PtxFunction[], storage: Storage): Step[] {
    const { module } = this.options;
    const steps: Step[] = [];
    this.slots.restart();
    for (const made of functions) {
      const from = this.slots.size;
      this.starts.set(made, steps.length);
      for (const { name, space } of made.variables) if (space === 'local') this.slots.local(made, name);
      steps.push(...new Compiler(module, made, this.slots, storage, this.addresses, steps.length).compile());
      // A body that ends without an instruction returns.
      steps.push(ending(made));
      if (!this.ranges.has(made)) this.ranges.set(made, { from, to: this.slots.size });
    }
    return steps;
  }

  private program(): BlockProgram {
    const { module, kernel, predicated } = this.options;
    return {
      steps: this.steps,
      path: module.path,
      kernel,
      isPredicated: ({ instruction, owner, action }) => {
        if (predicated?.has(instruction) !== true || action.kind !== 'branch') return false;
        const from = owner.instructions.indexOf(instruction) + 1;
        const to = action.target - this.starts.get(owner)!;
        return owner.instructions
          .slice(from, to)
          .every(({ opcode }) => !/^(ld|st|atom|red|shfl)$/.test(opcode[0] ?? ''));
      },
      startOf: (made) => this.starts.get(made)!,
      calleeOf: (step, base) => this.calleeOf(step, base),
    };
  }

  private calleeOf({ action, instruction }: Step, base: number): PtxFunction | null {
    if (action.kind !== 'call') return null;
    const { module } = this.options;
    const { callee } = action;
    const made =
      typeof callee === 'string'
        ? module.functions.get(callee)
        : this.addresses.functionAt(this.storage.address(base + callee));
    if (made !== undefined && this.starts.has(made) && made.instructions.length > 0) return made;
    const name = made?.entry ?? String(callee);
    if (RUNTIME.has(name)) return null;
    throw new PtxFault(message('cuda.ptxNoBody', { name }), 'ptx-fault', module.path, instruction.line);
  }

  /** Values that registers of a thread have at the start. */
  private start(slot: number, thread: number, block: number): void {
    const { launch, kernel } = this.options;
    const { row, longs, words, unknown } = this.storage;
    const base = slot * row;
    longs.fill(0n, base, base + row);
    unknown?.fill(1, base, base + row);
    for (const { slot: at, bits } of this.slots.constants) {
      longs[base + at] = bits;
      if (unknown !== null) unknown[base + at] = 0;
    }
    const place = {
      thread: coordinates(thread, launch.block),
      block: coordinates(block, launch.grid),
      lane: thread % 32,
    };
    for (const [name, at] of this.slots.special) {
      const value = specialValue(name, place, thread, launch);
      if (value !== null) words[(base + at) << 1] = value;
      if (unknown !== null) unknown[base + at] = value === null ? 1 : 0;
    }
    this.frames.reset(slot, kernel);
  }

  private writeParameters(): void {
    const { kernel, launch } = this.options;
    const bytes = this.storage.kernelParameters;
    if (this.options.tracks) bytes.forget();
    kernel.parameters.forEach((parameter, place) => {
      const value = launch.arguments[place] ?? null;
      const at = this.addresses.kernelParameters.placeOf(parameter.name)!;
      if (value === null) return;
      const parts = isOfMembers(value)
        ? value
        : [{ offset: 0, bytes: parameter.bytes, type: parameter.type, value }];
      for (const part of parts) {
        bytes.u8.set(argumentBytes(part, part.value), at + part.offset);
        bytes.unknown?.fill(0, at + part.offset, at + part.offset + part.bytes);
      }
    });
  }

  private forgetConstants({ variables }: PtxModule): void {
    const { constants } = this.storage;
    constants.unknown = new Uint8Array(constants.u8.length);
    for (const { name, space, initial, bytes } of variables) {
      if (space !== 'const' || initial.length > 0) continue;
      const at = this.addresses.constants.placeOf(name)!;
      constants.unknown.fill(1, at, at + bytes);
    }
  }
}

function ending(owner: PtxFunction): Step {
  const instruction = { guard: null, opcode: ['ret'], operands: [], line: owner.range.endLine };
  return { action: { kind: 'return' }, guard: -1, negated: false, written: [], instruction, owner };
}

/** The kernel and all functions that it may call; through pointers it may call any. */
function reachable(module: PtxModule, kernel: PtxFunction): PtxFunction[] {
  const found = new Set([kernel]);
  for (const made of found)
    for (const { operands } of made.instructions)
      for (const operand of operands) {
        const named = module.functions.get(operand);
        if (named !== undefined && named.instructions.length > 0) found.add(named);
      }
  return [...found];
}

function isOfMembers(value: NonNullable<PtxArgument>): value is readonly PtxMember[] {
  return Array.isArray(value);
}

/** The bytes of an argument, or a member of one, as its type has them. */
function argumentBytes(
  { bytes, type }: Pick<PtxVariable, 'bytes' | 'type'>,
  value: number | bigint | Uint8Array,
): Uint8Array {
  if (value instanceof Uint8Array) return value.subarray(0, bytes);
  const result = new Uint8Array(8);
  const view = new DataView(result.buffer);
  if (typeof value === 'number' && type === '.f32') view.setFloat32(0, value, true);
  else if (typeof value === 'number' && type === '.f64') view.setFloat64(0, value, true);
  else
    view.setBigInt64(
      0,
      BigInt.asIntN(64, BigInt(typeof value === 'number' ? Math.trunc(value) : value)),
      true,
    );
  return result.subarray(0, Math.min(bytes, 8));
}

interface Place {
  readonly thread: Dim3;
  readonly block: Dim3;
  readonly lane: number;
}

const AXES = ['x', 'y', 'z'];

/** A special register such as `%tid.x`; null for those that say nothing about a launch. */
function specialValue(
  name: string,
  { thread, block, lane }: Place,
  linear: number,
  launch: PtxLaunch,
): number | null {
  const [register = '', axis = 'x'] = name.slice(1).split('.');
  const place = AXES.indexOf(axis);
  switch (register) {
    case 'tid':
      return thread[place] ?? null;
    case 'ctaid':
      return block[place] ?? null;
    case 'ntid':
      return launch.block[place] ?? null;
    case 'nctaid':
      return launch.grid[place] ?? null;
    case 'laneid':
      return lane;
    case 'warpid':
      return Math.floor(linear / 32);
    case 'nwarpid':
      return Math.ceil(volume(launch.block) / 32);
    case 'lanemask_eq':
      return 1 << lane;
    case 'lanemask_lt':
      return (1 << lane) - 1;
    case 'lanemask_le':
      return lane === 31 ? -1 : (1 << (lane + 1)) - 1;
    case 'lanemask_gt':
      return lane === 31 ? 0 : -1 << (lane + 1);
    case 'lanemask_ge':
      return -1 << lane;
    case 'dynamic_smem_size':
      return launch.sharedBytes;
    default:
      return null;
  }
}
