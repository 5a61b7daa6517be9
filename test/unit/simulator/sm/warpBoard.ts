import { C, COUNTER_COLUMNS } from '../../../../src/simulator/core/counterColumns';
import { type CounterName } from '../../../../src/simulator/core/counters';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import type { ProgramImage } from '../../../../src/simulator/program/imageTables';
import { FIRST_MARKER, O, Op, OP_SHIFT } from '../../../../src/simulator/program/operations';
import { IssueStage, type IssueParts } from '../../../../src/simulator/sm/issueStage';
import { NEVER } from '../../../../src/simulator/core/sizes';
import { Schedulers, Stall, UNIT_SHIFT } from '../../../../src/simulator/sm/schedulers';
import {
  SM_SHIFT,
  Token,
  tokenAt,
  W,
  WARP_SHIFT,
  WarpState,
  WarpStatus,
} from '../../../../src/simulator/sm/warpState';
import { chipSpecOf } from '../../../support/chipParts';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { UNITS, type SimulatorSpec, type UnitName } from '../../../../src/simulator/spec/simulatorSpec';

/** Twelfths of a cycle for which a unit of 32 lanes is taken. */
const FULL = 12;
const CODE_BYTES = 16;
const LINE_BYTES = 128;
/** The SM of the board is the second one, so that its numbers begin above 0. */
const SM = 1;
/** Counters of the board's warps are those of a second kernel, for the same reason. */
const ROW = COUNTER_COLUMNS;
/** A program of the board that is still there then hangs. */
const MOST_CYCLES = 20_000;

/** An operation of a warp of the board; left out, it is arithmetic that takes a unit of 32 lanes. */
export interface BoardOp {
  readonly kind?: Op;
  readonly unit?: UnitName;
  readonly latency?: number;
  /** Twelfths of a cycle for which it takes its unit. */
  readonly interval?: number;
  readonly count?: number;
  readonly distance?: number;
  /** Loads to wait for. */
  readonly wait?: readonly number[];
  readonly token?: number;
  /** Cycles to each reply of a load and from that to its value; one of `BoardOptions` when left out. */
  readonly replies?: readonly (readonly [reply: number, value: number])[];
}

/** A warp of the board; those before it in the list are older. */
export interface BoardWarp {
  readonly name: string;
  readonly ops: readonly BoardOp[];
  readonly scheduler?: number;
  /** Its place in its scheduler; that in the list when left out. */
  readonly bit?: number;
  /** The block that it is of, in order of age; 0 when left out. */
  readonly block?: number;
  /** Cycle from which it can issue. */
  readonly from?: number;
  /** Cycle before which its instructions have not come. */
  readonly fetchedAt?: number;
}

export interface BoardOptions {
  readonly policy?: SimulatorSpec['sm']['policy'];
  readonly schedulers?: number;
  readonly issuePerWarp?: number;
  readonly memoryQueue?: number;
  /** Cycles from a load to its reply, and from that to its value. */
  readonly loadCycles?: number;
  readonly valueCycles?: number;
  /** Cycles between two instructions that leave the load/store queue. */
  readonly queueCycles?: number;
  /** False looks at the SM only in the cycles that it says itself. */
  readonly everyCycle?: boolean;
  readonly spec?: (spec: SimulatorSpec) => SimulatorSpec;
}

const DRAIN_CYCLES = 6;
const BARRIER_CYCLES = 5;

/** What a board has done. */
export interface BoardRun {
  /** Warps that issued, cycle by cycle from the first on: `a`, `ab` of two, `-` of none. */
  readonly trace: string;
  /** Cycle in which each warp ended. */
  readonly ends: Readonly<Record<string, number>>;
  readonly counters: (name: CounterName) => number;
  /** Lines of code that warps asked for, and at which of their instructions: `a1:8`. */
  readonly fetches: readonly string[];
}

/**
 * The schedulers and the issue stage of one SM, with memory, code and barriers that answer after fixed times: so every
 * cycle can be worked out by hand.
 */
export function runBoard(warps: readonly BoardWarp[], options: BoardOptions = {}): BoardRun {
  return new Board(warps, options).run();
}

/** The spec of a board: its SM beside another one, whose latencies are the operations' own. */
export function boardSpec(options: BoardOptions): SimulatorSpec {
  const { spec } = loadSpec('v100-sxm2');
  const { policy = 'gto', schedulers = 1, issuePerWarp = 1, memoryQueue = 8 } = options;
  const sm = {
    ...spec.sm,
    policy,
    schedulers,
    issuePerWarp,
    memoryQueue,
    handOver: undefined,
    instructionBytes: CODE_BYTES,
  };
  const launch = { ...spec.launch, storeDrainCycles: DRAIN_CYCLES };
  const own = { ...spec, sms: SM + 1, sm: { ...sm, barrierCycles: BARRIER_CYCLES }, launch };
  return options.spec?.(own) ?? own;
}

class Board {
  private readonly state = new StateArrays();
  private readonly warps = new WarpState(SM + 1, this.state);
  private readonly image: ProgramImage;
  private readonly schedulers: Schedulers;
  private readonly issue: IssueStage;
  private readonly counters = new Float64Array(ROW + COUNTER_COLUMNS);
  private readonly places: readonly number[];
  private readonly queued = new Int32Array(SM + 1);
  private readonly ends: Record<string, number> = {};
  private readonly fetches: string[] = [];
  private readonly replies: ReadonlyMap<number, BoardOp['replies']>;
  private waiting: number[] = [];
  private loads: {
    readonly warp: number;
    readonly token: number;
    readonly at: number;
    readonly value: number;
  }[] = [];
  private leaves = NEVER;

  constructor(
    private readonly list: readonly BoardWarp[],
    private readonly options: BoardOptions,
  ) {
    const spec = chipSpecOf(boardSpec(options));
    this.image = { ops: imageOf(list) } as unknown as ProgramImage;
    this.replies = new Map(list.flatMap(({ ops }) => ops).map(({ replies }, op) => [op, replies]));
    this.schedulers = new Schedulers(spec, this.image, this.warps, this.state);
    const parts = {
      spec,
      image: this.image,
      warps: this.warps,
      schedulers: this.schedulers,
      counters: this.counters,
      control: { settle: (_: number, op: number) => this.behindMarkers(op), jumps: 0 },
      blocks: {
        arrive: (warp: number, now: number) => this.arrive(warp, now),
        finishWarp: (_: number, warp: number, now: number) => this.finish(warp, now),
      },
      loadStore: {
        held: this.queued,
        accept: (_: number, warp: number, op: number, now: number) => this.accept(warp, op, now),
      },
      fetch: { check: (_: number, warp: number, now: number) => this.fetch(warp, now) },
    };
    this.issue = new IssueStage(parts as unknown as IssueParts);
    let first = 0;
    this.places = list.map((warp, i) => {
      const place = (SM << SM_SHIFT) + ((warp.scheduler ?? 0) << 5) + (warp.bit ?? i);
      const mates = list
        .slice(0, i)
        .map((other, k) => ((other.block ?? 0) === (warp.block ?? 0) ? 1 << (other.bit ?? k) : 0));
      this.start(
        place,
        first,
        warp.from ?? 1,
        mates.reduce((all, bit) => all | bit, 0),
      );
      first += warp.ops.length;
      return place;
    });
  }

  run(): BoardRun {
    const trace: string[] = [];
    let next = 1;
    for (let now = 1; Object.keys(this.ends).length < this.list.length; now++) {
      if (now > MOST_CYCLES) throw new Error(`hangs: ${trace.join(' ').slice(0, 200)}`);
      const before = this.issued();
      if (this.options.everyCycle !== false || now >= next) next = this.step(now);
      if (next <= now) throw new Error(`asks in cycle ${now} to be looked at in ${next}`);
      const names = this.issued().map((count, i) => this.list[i]!.name.repeat(count - before[i]!));
      trace.push(names.join('') || '-');
    }
    return {
      trace: trace.join(' '),
      ends: this.ends,
      counters: (name) => this.counters[ROW + C[name]]!,
      fetches: this.fetches,
    };
  }

  /** A cycle in the order of the SM; when the next one is due. */
  private step(now: number): number {
    const { schedulers } = this;
    for (const load of this.loads.filter(({ at }) => at === now))
      schedulers.loadServed(load.warp, load.token, now + load.value);
    this.loads = this.loads.filter(({ at }) => at > now);
    schedulers.wake(SM, now);
    schedulers.ring(SM, now);
    let next = this.issue.step(SM, now);
    if (now >= this.leaves) {
      this.queued[SM]!--;
      schedulers.queueHasRoom(SM);
      this.leaves = this.queued[SM]! > 0 ? now + (this.options.queueCycles ?? 1) : NEVER;
      next = now + 1;
    }
    for (const { at } of this.loads) next = Math.min(next, at);
    return Math.min(next, this.leaves, schedulers.nextWake(SM, now));
  }

  private issued(): number[] {
    return this.places.map((warp) => this.warps.words[(warp << WARP_SHIFT) + W.issued]!);
  }

  private start(warp: number, op: number, from: number, mates: number): void {
    const { schedulers, image } = this;
    const { words } = this.warps;
    const at = warp << WARP_SHIFT;
    schedulers.admit(warp, mates);
    words[at + W.op] = op;
    words[at + W.left] = image.ops[(op << OP_SHIFT) + O.count]!;
    words[at + W.activeCount] = 32;
    words[at + W.row] = ROW;
    words[at + W.codeLine] = -1;
    words[at + W.reason] = Stall.launch;
    schedulers.unitWarps[this.unitPlace(warp)]! |= 1 << (warp & 31);
    schedulers.wakeAt(warp, from);
  }

  private unitPlace(warp: number): number {
    const op = this.warps.words[(warp << WARP_SHIFT) + W.op]!;
    return ((warp >> 5) << UNIT_SHIFT) + this.image.ops[(op << OP_SHIFT) + O.unit]!;
  }

  private behindMarkers(op: number): number {
    let at = op;
    while (this.image.ops[(at << OP_SHIFT) + O.kind]! >= FIRST_MARKER) at++;
    return at;
  }

  private fetch(warp: number, now: number): boolean {
    const { words } = this.warps;
    const at = warp << WARP_SHIFT;
    const { name, fetchedAt = 0 } = this.list[this.places.indexOf(warp)]!;
    const of = words[at + W.op]! << OP_SHIFT;
    const { ops } = this.image;
    const code = ops[of + O.code]! + (ops[of + O.count]! - words[at + W.left]!) * CODE_BYTES;
    const line = Math.floor(code / LINE_BYTES);
    if (now < fetchedAt) {
      this.schedulers.ready[warp >> 5]! &= ~(1 << (warp & 31));
      this.schedulers.wakeAt(warp, fetchedAt);
      return false;
    }
    this.fetches.push(`${name}${line}:${code / CODE_BYTES}`);
    words[at + W.codeLine] = line;
    words[at + W.fetched] = ((line + 1) * LINE_BYTES - code) / CODE_BYTES;
    return true;
  }

  private accept(warp: number, op: number, now: number): void {
    const token = this.image.ops[(op << OP_SHIFT) + O.token]!;
    this.queued[SM]!++;
    this.leaves = Math.min(this.leaves, now + (this.options.queueCycles ?? 1));
    if (token < 0) return;
    const at = warp << WARP_SHIFT;
    this.warps.words[at + W.pending]! |= 1 << token;
    this.warps.words[at + W.arriving]! &= ~(1 << token);
    const { loadCycles = 20, valueCycles = 1 } = this.options;
    const replies = this.replies.get(op) ?? [[loadCycles, valueCycles]];
    this.warps.tokens[tokenAt(warp, token) + Token.left] = replies.length;
    this.warps.tokens[tokenAt(warp, token) + Token.ready] = 0;
    for (const [reply, value] of replies) this.loads.push({ warp, token, at: now + reply, value });
  }

  private arrive(warp: number, now: number): void {
    this.warps.words[(warp << WARP_SHIFT) + W.status] = WarpStatus.barrier;
    this.waiting.push(warp);
    if (this.waiting.length < this.list.length) return;
    for (const each of this.waiting) {
      const at = each << WARP_SHIFT;
      if (this.warps.words[at + W.status] !== WarpStatus.barrier) continue;
      this.warps.words[at + W.reason] = Stall.barrier;
      const time = this.schedulers.operandsReady(each, this.warps.words[at + W.op]!, now + BARRIER_CYCLES);
      if (time !== NEVER) this.schedulers.wakeAt(each, time);
    }
    this.waiting = [];
  }

  private finish(warp: number, now: number): void {
    const keep = ~(1 << (warp & 31));
    const { schedulers } = this;
    schedulers.ready[warp >> 5]! &= keep;
    schedulers.resident[warp >> 5]! &= keep;
    schedulers.unitWarps[this.unitPlace(warp)]! &= keep;
    for (let bit = 0; bit < 32; bit++) schedulers.ahead[((warp >> 5) << 5) + bit]! &= keep;
    this.warps.words[(warp << WARP_SHIFT) + W.status] = WarpStatus.empty;
    this.ends[this.list[this.places.indexOf(warp)]!.name] = now;
  }
}

/** The programs one behind the other, each in lines of code of its own. */
function imageOf(list: readonly BoardWarp[]): Int32Array {
  const rows = list.flatMap(({ ops }) => {
    let code = 0;
    return ops.map((op) => {
      const row = { ...op, code };
      code += (op.count ?? 1) * CODE_BYTES;
      return row;
    });
  });
  const image = new Int32Array((rows.length + 1) << OP_SHIFT);
  rows.forEach((row, i) => {
    const at = i << OP_SHIFT;
    image[at + O.kind] = row.kind ?? Op.compute;
    image[at + O.counter] = C.fp32;
    image[at + O.unit] = UNITS.indexOf(row.unit ?? 'fp32');
    image[at + O.latency] = row.latency ?? 4;
    image[at + O.interval] = row.interval ?? FULL;
    image[at + O.count] = row.count ?? 1;
    image[at + O.distance] = row.distance ?? 0;
    image[at + O.wait] = (row.wait ?? []).reduce((mask, token) => mask | (1 << token), 0);
    image[at + O.token] = row.token ?? -1;
    image[at + O.code] = row.code;
  });
  return image;
}
