import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  afterBlanks,
  afterDepth,
  afterMember,
  afterString,
  afterValue,
} from '../json/bytes';
import { NumberReader } from '../json/number';
import { KnownKeys } from '../json/knownKeys';
import { ByteTexts } from '../json/texts';

/** Kinds of events that are read. Kineto spells them in two ways, older than 1.13 and since. */
export type EventKind =
  | 'kernel'
  | 'copy'
  | 'memset'
  | 'call'
  | 'operator'
  | 'hostRange'
  | 'gpuRange'
  | 'counters'
  | 'other';

const KINDS: Readonly<Record<string, EventKind>> = {
  kernel: 'kernel',
  Kernel: 'kernel',
  gpu_memcpy: 'copy',
  Memcpy: 'copy',
  gpu_memset: 'memset',
  Memset: 'memset',
  cuda_runtime: 'call',
  cuda_driver: 'call',
  Runtime: 'call',
  cpu_op: 'operator',
  Operator: 'operator',
  user_annotation: 'hostRange',
  gpu_user_annotation: 'gpuRange',
  cuda_profiler_range: 'counters',
};

const KEYS = ['ph', 'cat', 'name', 'pid', 'tid', 'ts', 'dur', 'args'] as const;
/** The member whose own members are read as well. */
const NESTED = KEYS.indexOf('args');

/** Numbers among the arguments of an event, by their place in `EventReader.args`. */
export const ARGUMENTS = [
  'device',
  'stream',
  'context',
  'correlation',
  'External id',
  'external id',
  'registers per thread',
  'shared memory',
  'bytes',
  'graph id',
] as const;

const EXTENTS = ['grid', 'block'] as const;
const INPUT_TYPES = 'Input type';

/** Names of what TorchInductor generates; the operator that launches it is called like its kernel. */
const GENERATED = 'triton_';

/** Place of an argument in `EventReader.args`. */
export const argument = (name: (typeof ARGUMENTS)[number]): number => ARGUMENTS.indexOf(name);

const [DEVICE, CONTEXT, STREAM] = [argument('device'), argument('context'), argument('stream')];
const [LINK, OLD_LINK] = [argument('External id'), argument('external id')];

/** The phase of events with a duration: `X`. */
const COMPLETE = 0x58;

/** A moment or stretch of time as written: whole µs and ns behind the point. */
export interface MicroTime {
  us: number;
  ns: number;
}

/**
 * Reads the events of a Chrome trace as PyTorch's profiler writes them, one after the other, into the same fields:
 * only what is needed, without making objects or strings.
 */
export class EventReader {
  /** Names of all events that are read. */
  readonly names = new ByteTexts();
  /** Names of host threads. */
  readonly threads = new ByteTexts();
  kind: EventKind = 'other';
  /** Number in `names`. */
  name = -1;
  /** Process of the host, or device; not-a-number where it is a name. */
  pid = Number.NaN;
  /** Number in `threads`. */
  thread = -1;
  /** The thread as a number, which is the stream of what ran on a device; not-a-number where it is a name. */
  track = Number.NaN;
  readonly start: MicroTime = { us: Number.NaN, ns: 0 };
  readonly duration: MicroTime = { us: Number.NaN, ns: 0 };
  readonly args = new Float64Array(ARGUMENTS.length);
  readonly grid = new Float64Array(3);
  readonly block = new Float64Array(3);
  /** Lists of types, as they are written. */
  readonly types = new ByteTexts();
  /** Types of the inputs of an operator that runs a generated kernel, by their number in `types`; -1 for none. */
  inputTypes = -1;
  /** Of each name, whether it is that of a generated kernel. */
  private readonly generated: boolean[] = [];
  /** Device, context and stream. */
  readonly place = new Float64Array(3);
  private readonly keys = new KnownKeys(KEYS);
  private readonly argumentKeys = new KnownKeys([...ARGUMENTS, ...EXTENTS, INPUT_TYPES]);
  private readonly kinds = new ByteTexts(Object.keys(KINDS));
  private readonly kindOf = Object.values(KINDS);
  private readonly number = new NumberReader();
  /** Whether the last object is an event of a Chrome trace. */
  isEvent = false;
  private isComplete = false;

  /**
   * Reads the event whose object begins at `from`.
   * @returns where it ends; -1 when it is damaged or does not end before `to`. Events that are of no use have the kind
   *   `other` and no other field.
   */
  read(bytes: Uint8Array, from: number, to: number): number {
    this.reset();
    const end = this.members(bytes, from, to, this.keys, this.field);
    if (end < 0) return -1;
    if (!this.isComplete) this.kind = 'other';
    this.place[0] = this.told(DEVICE, this.pid);
    this.place[1] = this.told(CONTEXT, Number.NaN);
    this.place[2] = this.told(STREAM, Number.NaN);
    return end;
  }

  /** Number that leads to an operator. */
  get link(): number {
    return this.told(LINK, this.told(OLD_LINK, Number.NaN));
  }

  private told(place: number, otherwise: number): number {
    const value = this.args[place] ?? Number.NaN;
    return Number.isNaN(value) ? otherwise : value;
  }

  private reset(): void {
    this.kind = 'other';
    this.name = -1;
    this.inputTypes = -1;
    this.thread = -1;
    this.pid = this.track = Number.NaN;
    this.start.us = this.duration.us = Number.NaN;
    this.start.ns = this.duration.ns = 0;
    this.isEvent = this.isComplete = false;
    this.args.fill(Number.NaN);
    this.grid.fill(Number.NaN);
    this.block.fill(Number.NaN);
  }

  /**
   * Hands each member of an object whose key is among `keys` to `take`, as its number there and the bytes of its value.
   * The arguments of an event are read as its members are.
   * @returns where the object ends; -1 when it is damaged or does not end before `to`. `take` returns false to leave the
   *   rest unread.
   */
  private members(
    bytes: Uint8Array,
    from: number,
    to: number,
    keys: KnownKeys,
    take: (key: number, bytes: Uint8Array, from: number, to: number) => boolean,
  ): number {
    if (bytes[from] !== OPEN_BRACE) return -1;
    let at = afterBlanks(bytes, from + 1, to);
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    for (;;) {
      const keyEnd = bytes[at] === QUOTE ? afterString(bytes, at, to) : -1;
      if (keyEnd < 0) return -1;
      const colon = afterBlanks(bytes, keyEnd, to);
      if (bytes[colon] !== COLON) return -1;
      const value = afterBlanks(bytes, colon + 1, to);
      const key = keys.find(bytes, at + 1, keyEnd - 1);
      const isNested = keys === this.keys && key === NESTED;
      const end = isNested
        ? this.members(bytes, value, to, this.argumentKeys, this.argument)
        : afterMember(bytes, value, to);
      if (end <= value) return -1;
      if (key >= 0 && !isNested && !take(key, bytes, value, end)) return afterDepth(bytes, end, to, 1);
      at = afterBlanks(bytes, end, to);
      if (bytes[at] === CLOSE_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return -1;
      at = afterBlanks(bytes, at + 1, to);
    }
  }

  private readonly field = (key: number, bytes: Uint8Array, from: number, to: number): boolean => {
    switch (KEYS[key]) {
      case 'ph':
        this.isEvent = true;
        this.isComplete = to - from === 3 && bytes[from + 1] === COMPLETE;
        return this.isComplete;
      case 'cat':
        this.kind = this.kindOf[this.kinds.find(bytes, from + 1, to - 1)] ?? 'other';
        return this.kind !== 'other';
      case 'name':
        if (bytes[from] === QUOTE) this.name = this.names.of(bytes, from + 1, to - 1);
        return true;
      case 'pid':
        this.number.read(bytes, from, to);
        this.pid = this.number.value;
        return true;
      case 'tid':
        this.number.read(bytes, from, to);
        this.track = this.number.value;
        this.thread =
          bytes[from] === QUOTE ? this.threads.of(bytes, from + 1, to - 1) : this.threads.of(bytes, from, to);
        return true;
      case 'ts':
        this.time(this.start, bytes, from, to);
        return true;
      case 'dur':
        this.time(this.duration, bytes, from, to);
        return true;
      default:
        return true;
    }
  };

  private readonly argument = (key: number, bytes: Uint8Array, from: number, to: number): boolean => {
    if (key < ARGUMENTS.length) {
      this.number.read(bytes, from, to);
      this.args[key] = this.number.value;
    } else if (key >= ARGUMENTS.length + EXTENTS.length) {
      if (this.kind === 'operator' && this.isGenerated()) this.inputTypes = this.types.of(bytes, from, to);
    } else this.extents(key === ARGUMENTS.length ? this.grid : this.block, bytes, from, to);
    return true;
  };

  private isGenerated(): boolean {
    return this.name >= 0 && (this.generated[this.name] ??= this.names.text(this.name).startsWith(GENERATED));
  }

  private time(time: MicroTime, bytes: Uint8Array, from: number, to: number): void {
    this.number.read(bytes, from, to);
    time.us = this.number.whole;
    time.ns = this.number.thousandths;
  }

  /** Three numbers in brackets. */
  private extents(target: Float64Array, bytes: Uint8Array, from: number, to: number): void {
    if (bytes[from] !== OPEN_BRACKET) return;
    let at = from + 1;
    for (let i = 0; i < 3; i++) {
      const value = afterBlanks(bytes, at, to);
      const end = afterValue(bytes, value, to);
      if (end <= value) return;
      this.number.read(bytes, value, end);
      target[i] = this.number.value;
      at = afterBlanks(bytes, end, to) + 1;
    }
  }
}
