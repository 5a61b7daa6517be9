import { countBits, greater, powerOfTwoAtLeast, quotientUp } from '../core/bits';
import { C, COUNTER_COLUMNS } from '../core/counterColumns';
import type { StateArrays } from '../core/stateArrays';
import { RequestKind } from '../memory/requests';
import type { ProgramImage } from '../program/imageTables';
import { O, OP_SHIFT, Op } from '../program/operations';
import { atomicPasses, bankPasses } from '../program/sharedBanks';
import { SECTOR_BYTES, NEVER } from '../core/sizes';
import type { ChipSpec } from '../chip/chipSpec';
import type { AccessAddresses } from './accessAddresses';
import { MAX_LINES, type Coalescer } from './coalescer';
import type { ConstantCache } from './constantCache';
import { Lookup, type ReadCachePorts, type ReadCache } from './readCache';
import { type Schedulers } from './schedulers';
import { tagPasses } from './tagBanks';
import { Access, WaitingAccesses } from './waitingAccesses';
import { SCHEDULER_SHIFT, Token, tokenAt, W, WARP_SHIFT, type WarpState } from './warpState';

/** Words of a line of an instruction, and the bits of the second. */
const LINE_SHIFT = 1;
const SECTOR_BITS = 15;
const CONFLICTS_SHIFT = 4;

/** Reason why the oldest instruction is blocked. */
enum Blocked {
  no = 0,
  untilReply = 1,
  untilSend = 2,
}

/** Caches and tables that the load/store unit works with. */
export class LoadStoreParts {
  constructor(
    readonly image: ProgramImage,
    readonly warps: WarpState,
    readonly schedulers: Schedulers,
    readonly coalescer: Coalescer,
    readonly addresses: AccessAddresses,
    readonly l1: ReadCache,
    readonly constants: ConstantCache,
    readonly memory: ReadCachePorts,
    readonly counters: Float64Array,
    /** Flits of a request that carries n sectors. */
    readonly requestFlits: Uint8Array,
  ) {}
}

/**
 * The load/store unit of every SM: memory instructions wait in a short queue and are served in order, one
 * cache line or one pass through the shared-memory banks at a time. Where shared memory is apart from the L1 cache, its
 * instructions do not wait for lines. Where schedulers hand on more than the queue takes, that waits in front of it.
 */
export class LoadStoreUnit {
  /** Instructions that count for whether another one can be issued: of each scheduler those that wait, or of each SM. */
  readonly held: Int32Array;
  /** Whether the last step made room for an instruction of a scheduler that could issue none. */
  hasMadeRoom: boolean = false;
  private readonly waiting: WaitingAccesses | null;
  /** Lines that the queue takes, but of one instruction any number. */
  private readonly mostLines: i32;
  /** Per SM the scheduler, counted from its first, whose instructions go on first. */
  private readonly turn: Int32Array;
  private readonly access: Access = new Access();
  private readonly newLines: Int32Array = new Int32Array(MAX_LINES << LINE_SHIFT);
  private readonly capacity: i32;
  private readonly size: i32;
  /** Of a constant load, for each of its addresses; 0 where a line takes a cycle. */
  private readonly cyclesPerWord: i32;
  private readonly lineSize: i32;
  private readonly head: Int32Array;
  private readonly count: Int32Array;
  private readonly warp: Int32Array;
  private readonly op: Int32Array;
  /** Kernel of the instruction: a store may outlive its warp. */
  private readonly kernel: Int32Array;
  private readonly left: Uint8Array;
  private readonly lineHead: Int32Array;
  private readonly lineCount: Int32Array;
  /** Per line of an instruction its number, then its sectors and, as bits above them, `conflictsOrParts`. */
  private readonly lines: Int32Array;
  private readonly busyUntil: Int32Array;
  /** Cycles that a load keeps the L1 cache for, from its first line on; 0 once that has been served. */
  private readonly cost: Uint8Array;
  /** Cycle in which the L1 cache is done with the load whose lines it serves. */
  private readonly loadEnd: Int32Array;
  private readonly blocked: Uint8Array;
  /** Cycle in which a shared memory beside the L1 cache has finished what it was given. */
  private readonly sharedFree: Int32Array;

  constructor(
    private readonly spec: ChipSpec,
    private readonly parts: LoadStoreParts,
    state: StateArrays,
  ) {
    this.capacity = spec.sm.memoryQueue;
    this.size = powerOfTwoAtLeast(this.capacity);
    this.lineSize = this.size * MAX_LINES;
    this.cyclesPerWord = spec.sm.constants.cyclesPerWord;
    this.head = state.int32(spec.sms);
    this.count = state.int32(spec.sms);
    this.warp = state.int32(spec.sms * this.size);
    this.op = state.int32(spec.sms * this.size);
    this.kernel = state.int32(spec.sms * this.size);
    this.left = state.uint8(spec.sms * this.size);
    this.lineHead = state.int32(spec.sms);
    this.lineCount = state.int32(spec.sms);
    this.lines = state.int32((spec.sms * this.lineSize) << LINE_SHIFT);
    this.busyUntil = state.int32(spec.sms);
    this.cost = state.uint8(spec.sms * this.size);
    this.loadEnd = state.int32(spec.sms);
    this.blocked = state.uint8(spec.sms);
    this.sharedFree = state.int32(spec.sms);
    const sm = spec.sm;
    this.waiting = sm.handsOver ? new WaitingAccesses(spec.sms, sm.handOverWaiting, state) : null;
    this.held = this.waiting === null ? this.count : this.waiting!.count;
    this.mostLines = sm.handsOver ? sm.handOverLines : this.lineSize;
    this.turn = state.int32(spec.sms);
  }

  /** Takes a memory instruction of a warp; there must be room by `held`. */
  accept(sm: i32, warp: i32, op: i32, now: i32): void {
    const image = this.parts.image;
    const row = image.ops[(op << OP_SHIFT) + O.row]!;
    const kind = image.ops[(op << OP_SHIFT) + O.kind]!;
    const isShared = kind === Op.sharedLoad || kind === Op.sharedStore || kind === Op.sharedAtomic;
    const token = image.ops[(op << OP_SHIFT) + O.token]!;
    if (isShared && this.spec.sm.sharedMemoryApart && this.sharedFree[sm]! - now < this.capacity) {
      const passes = this.countPasses(row, op, warp, kind);
      if (token >= 0) this.openToken(warp, token, 1);
      this.startPasses(sm, warp, token, passes, now);
      return;
    }
    const access = this.access;
    access.warp = warp;
    access.op = op;
    access.kernel = this.parts.warps.words[(warp << WARP_SHIFT) + W.kernel]!;
    access.pieces = isShared
      ? this.countPasses(row, op, warp, kind)
      : this.coalesceLines(row, op, warp, kind);
    access.lines = isShared ? 0 : access.pieces;
    access.cost = kind === Op.load ? this.loadCost(row, warp, access.pieces) : 0;
    if (token >= 0) this.openToken(warp, token, isShared ? 1 : access.pieces);
    const waiting = this.waiting;
    if (waiting === null || (this.held[warp >> 5] === 0 && access.lines <= this.roomFor(sm))) this.append(sm);
    else waiting.put(access, this.newLines);
  }

  /** Lines that an instruction may have which goes into the queue now; negative where there is no place. */
  private roomFor(sm: i32): i32 {
    if (this.count[sm]! >= this.capacity) return -1;
    return this.lineCount[sm] === 0 ? MAX_LINES : this.mostLines - this.lineCount[sm]!;
  }

  /** Puts `access` with its lines at the end of the queue. */
  private append(sm: i32): void {
    const access = this.access;
    const lines = this.lines;
    const lineSize = this.lineSize;
    const newLines = this.newLines;
    const at = sm * this.size + ((this.head[sm]! + this.count[sm]!) & (this.size - 1));
    this.count[sm]!++;
    this.warp[at] = access.warp;
    this.op[at] = access.op;
    this.kernel[at] = access.kernel;
    this.left[at] = access.pieces;
    this.cost[at] = access.cost;
    let to = this.lineHead[sm]! + this.lineCount[sm]!;
    for (let i = 0; i < access.lines; i++, to++) {
      const place = (sm * lineSize + (to & (lineSize - 1))) << LINE_SHIFT;
      lines[place] = newLines[i << LINE_SHIFT]!;
      lines[place + 1] = newLines[(i << LINE_SHIFT) + 1]!;
    }
    this.lineCount[sm]! += access.lines;
  }

  /** Takes into the queue what waits in front of it, an instruction of a scheduler at most; whether there was one. */
  private fill(sm: i32, waiting: WaitingAccesses): boolean {
    const schedulers = this.spec.sm.schedulers;
    const first = sm << SCHEDULER_SHIFT;
    const turn = this.turn[sm]!;
    let hasMoved = false;
    for (let n = 0; n < schedulers; n++) {
      const room = this.roomFor(sm);
      if (room < 0) break;
      const own = (turn + n) % schedulers;
      const index = waiting.find(first + own, room);
      if (index < 0) continue;
      if (waiting.isFull(first + own)) this.hasMadeRoom = true;
      waiting.take(first + own, index, this.access, this.newLines);
      this.append(sm);
      this.turn[sm] = (own + 1) % schedulers;
      hasMoved = true;
    }
    return hasMoved;
  }

  private openToken(warp: i32, token: i32, pieces: i32): void {
    const warps = this.parts.warps;
    warps.words[(warp << WARP_SHIFT) + W.pending]! |= 1 << token;
    warps.words[(warp << WARP_SHIFT) + W.arriving]! &= ~(1 << token);
    const at = tokenAt(warp, token);
    warps.tokens[at + Token.left] = pieces;
    warps.tokens[at + Token.ready] = 0;
  }

  private countPasses(access: i32, op: i32, warp: i32, kind: i32): i32 {
    const image = this.parts.image;
    const warps = this.parts.warps;
    const addresses = this.parts.addresses;
    const counters = this.parts.counters;
    const pattern = image.access.patterns[access]!;
    const active = warps.words[(warp << WARP_SHIFT) + W.active]!;
    const banks = this.spec.sm.sharedBanks;
    let passes: i32;
    if (kind !== Op.sharedAtomic && pattern >= 0 && active === -1)
      passes = image.pattern.passes[pattern + warps.words[(warp << WARP_SHIFT) + W.inBlock]!]!;
    else {
      addresses.fill(access, op, warp);
      if (kind === Op.sharedAtomic) passes = atomicPasses(addresses.out, active, banks);
      else passes = bankPasses(addresses.out, active, image.access.laneBytes[access]!, banks);
    }
    const row = warps.words[(warp << WARP_SHIFT) + W.row]!;
    counters[row + C.sharedAccesses]!++;
    counters[row + C.sharedPasses]! += passes;
    return passes;
  }

  /** Lines of an instruction, which `newLines` has then. */
  private coalesceLines(row: i32, op: i32, warp: i32, kind: i32): i32 {
    const coalescer = this.parts.coalescer;
    const count = coalescer.coalesce(row, op, warp);
    if (kind === Op.atomic) coalescer.countConflicts(row, op, warp, count);
    const newLines = this.newLines;
    const line = coalescer.line;
    const sectors = coalescer.sectors;
    const paysForWords = kind === Op.constantLoad && this.cyclesPerWord > 0;
    if (paysForWords) coalescer.countAddresses(row, op, warp, count);
    const facts = kind === Op.atomic || paysForWords ? coalescer.conflicts : coalescer.parts;
    for (let i = 0; i < count; i++) {
      newLines[i << LINE_SHIFT] = line[i]!;
      newLines[(i << LINE_SHIFT) + 1] = sectors[i]! | (facts[i]! << CONFLICTS_SHIFT);
    }
    return count;
  }

  /**
   * Cycles that the L1 cache needs for a load whose lines `newLines` has: for the conflicts in the banks of its data, for
   * the bytes of its lanes, and for its tags.
   */
  private loadCost(row: i32, warp: i32, count: i32): i32 {
    const linesPerCycle = this.spec.sm.l1.linesPerCycle;
    const sectorsPerCycle = this.spec.sm.l1.sectorsPerCycle;
    if (linesPerCycle === 1) return 1;
    const lanes = countBits(this.parts.warps.words[(warp << WARP_SHIFT) + W.active]!);
    const bytes = lanes * this.parts.image.access.laneBytes[row]!;
    const transfer = quotientUp(bytes, sectorsPerCycle * SECTOR_BYTES);
    return greater(
      greater(this.parts.coalescer.passes, transfer),
      tagPasses(this.newLines, LINE_SHIFT, count, linesPerCycle),
    );
  }

  /** A reply has come or a queue place is free: the oldest instruction may try again. */
  replyArrived(sm: i32): void {
    if (this.blocked[sm] === Blocked.untilReply) this.blocked[sm] = Blocked.no;
  }

  /** Serves what can be served in this cycle and lets others into the queue; when to come again, or `NEVER`. */
  step(sm: i32, now: i32): i32 {
    const waiting = this.waiting;
    this.hasMadeRoom = false;
    if (waiting === null || waiting.ofSm[sm] === 0) {
      const held = this.count[sm]!;
      const next = this.serveNext(sm, now);
      this.hasMadeRoom = waiting === null && held === this.capacity && this.count[sm]! < held;
      return next;
    }
    const hasMoved = this.fill(sm, waiting);
    const held = this.lineCount[sm]! + this.count[sm]!;
    const next = this.serveNext(sm, now);
    return hasMoved || this.lineCount[sm]! + this.count[sm]! < held ? now + 1 : next;
  }

  private serveNext(sm: i32, now: i32): i32 {
    if (this.count[sm] === 0) return NEVER;
    if (this.busyUntil[sm]! > now) return this.busyUntil[sm]!;
    if (this.blocked[sm] === Blocked.untilSend && this.parts.memory.toL2.hasRoom(sm))
      this.blocked[sm] = Blocked.no;
    if (this.blocked[sm] !== Blocked.no) return NEVER;
    const at = sm * this.size + this.head[sm]!;
    const kind = this.parts.image.ops[(this.op[at]! << OP_SHIFT) + O.kind]!;
    if (kind === Op.load) return this.serveLoad(sm, at, now);
    if (kind === Op.sharedLoad || kind === Op.sharedStore || kind === Op.sharedAtomic)
      return this.servePasses(sm, at, now);
    if (kind === Op.constantLoad && this.parts.constants.hasRoomAt(sm) > now)
      return (this.busyUntil[sm] = this.parts.constants.hasRoomAt(sm));
    const facts = this.lines[((sm * this.lineSize + this.lineHead[sm]!) << LINE_SHIFT) + 1]!;
    this.serveLine(sm, at, kind, now);
    if (this.blocked[sm] !== Blocked.no) return NEVER;
    return this.goOn(sm, now + this.lineCycles(kind, facts), now);
  }

  /** Cycles that the unit is kept by a line of an instruction that is no load of the L1 cache. */
  private lineCycles(kind: i32, facts: i32): i32 {
    if (kind === Op.constantLoad && this.cyclesPerWord > 0)
      return (facts >> CONFLICTS_SHIFT) * this.cyclesPerWord;
    return quotientUp(countBits(facts & SECTOR_BITS), this.spec.sm.l1.sectorsPerCycle);
  }

  /** Serves as many lines of a load as have their tags looked up in a cycle. */
  private serveLoad(sm: i32, at: i32, now: i32): i32 {
    const cost: i32 = this.cost[at]!;
    if (cost > 0) this.loadEnd[sm] = now + cost - 1;
    for (let n = 0; n < this.spec.sm.l1.linesPerCycle; n++) {
      const isLast = this.left[at] === 1;
      this.serveLine(sm, at, Op.load, now);
      if (this.blocked[sm] !== Blocked.no) return NEVER;
      this.cost[at] = 0;
      if (isLast) return this.goOn(sm, this.loadEnd[sm]! + 1, now);
    }
    return now + 1;
  }

  /** The unit is free again at `next`, at the earliest in the next cycle; when to come again. */
  private goOn(sm: i32, next: i32, now: i32): i32 {
    if (next > now + 1) this.busyUntil[sm] = next;
    if (this.count[sm] === 0) return NEVER;
    return next > now ? next : now + 1;
  }

  private servePasses(sm: i32, at: i32, now: i32): i32 {
    const sharedMemoryApart = this.spec.sm.sharedMemoryApart;
    const sharedLatencyCycles = this.spec.sm.sharedLatencyCycles;
    const passes: i32 = this.left[at]!;
    const token = this.parts.image.ops[(this.op[at]! << OP_SHIFT) + O.token]!;
    if (sharedMemoryApart) {
      const room = this.sharedFree[sm]! - this.capacity + 1;
      if (room > now) return (this.busyUntil[sm] = room);
      this.startPasses(sm, this.warp[at]!, token, passes, now);
    } else if (token >= 0)
      this.parts.schedulers.loadServed(this.warp[at]!, token, now + sharedLatencyCycles + passes - 1);
    const next = now + (sharedMemoryApart ? 1 : passes);
    this.busyUntil[sm] = next;
    this.pop(sm);
    return this.count[sm]! > 0 ? next : NEVER;
  }

  /** Gives an instruction to a shared memory that works beside the L1 cache. */
  private startPasses(sm: i32, warp: i32, token: i32, passes: i32, now: i32): void {
    const start = greater(now, this.sharedFree[sm]!);
    this.sharedFree[sm] = start + passes;
    if (token >= 0)
      this.parts.schedulers.loadServed(warp, token, start + this.spec.sm.sharedLatencyCycles + passes - 1);
  }

  private serveLine(sm: i32, at: i32, kind: i32, now: i32): void {
    const place = (sm * this.lineSize + this.lineHead[sm]!) << LINE_SHIFT;
    const outcome = this.serve(sm, at, kind, place, now);
    if (outcome === Lookup.retryAfterReply) this.blocked[sm] = Blocked.untilReply;
    else if (outcome === Lookup.retryAfterSend) this.blocked[sm] = Blocked.untilSend;
    else {
      const left = --this.lineCount[sm]!;
      // An empty queue starts over, so that a short one stays in few cache lines.
      this.lineHead[sm] = left === 0 ? 0 : (this.lineHead[sm]! + 1) & (this.lineSize - 1);
      if (--this.left[at]! === 0) this.pop(sm);
      return;
    }
    this.parts.counters[this.kernel[at]! * COUNTER_COLUMNS + C.l1Retries]!++;
  }

  private pop(sm: i32): void {
    this.head[sm] = (this.head[sm]! + 1) & (this.size - 1);
    this.count[sm]!--;
  }

  private serve(sm: i32, at: i32, kind: i32, place: i32, now: i32): i32 {
    switch (kind) {
      case Op.load:
        return this.load(sm, at, place, now);
      case Op.constantLoad:
        return this.constantLoad(sm, at, place, now);
      case Op.store:
        return this.store(sm, at, place);
      default:
        return this.atomic(sm, at, place);
    }
  }

  private load(sm: i32, at: i32, place: i32, now: i32): i32 {
    const image = this.parts.image;
    const l1 = this.parts.l1;
    const counters = this.parts.counters;
    const schedulers = this.parts.schedulers;
    const warp = this.warp[at]!;
    const op = this.op[at]!;
    const token = image.ops[(op << OP_SHIFT) + O.token]!;
    const sectors = this.lines[place + 1]! & SECTOR_BITS;
    const kernel = this.kernel[at]!;
    const row = kernel * COUNTER_COLUMNS;
    const isLocal =
      image.ops[(op << OP_SHIFT) + O.counter] === C.localLoad ||
      image.ops[(op << OP_SHIFT) + O.counter] === C.textureLoad;
    if (
      image.access.bypass[image.ops[(op << OP_SHIFT) + O.row]!] === 1 ||
      !(this.spec.sm.l1.cachesGlobalLoads || isLocal)
    )
      return this.loadPast(sm, this.lines[place]!, sectors, warp, token, kernel);
    const outcome = l1.lookup(sm, this.lines[place]!, sectors, warp, token, kernel);
    if (outcome > Lookup.miss) return outcome;
    const touched = countBits(sectors);
    counters[row + C.l1Requests]!++;
    counters[row + C.l1Sectors]! += touched;
    if (outcome === Lookup.hit)
      schedulers.loadServed(warp, token, greater(now, this.loadEnd[sm]!) + this.spec.sm.l1.latencyCycles);
    else {
      const fetched = countBits(l1.lastFetched);
      counters[row + C.l1SectorMisses]! += fetched;
      if (touched !== fetched) counters[row + C.l1SectorsPending]! += touched - fetched;
    }
    return outcome;
  }

  /** A load that goes past the L1 cache. */
  private loadPast(sm: i32, line: i32, sectors: i32, warp: i32, token: i32, kernel: i32): i32 {
    const l1 = this.parts.l1;
    const counters = this.parts.counters;
    const outcome = l1.bypass(sm, line, sectors, warp, token, kernel, RequestKind.read, 1);
    if (outcome === Lookup.miss)
      counters[kernel * COUNTER_COLUMNS + C.bypassedLoadSectors]! += countBits(sectors);
    return outcome;
  }

  private constantLoad(sm: i32, at: i32, place: i32, now: i32): i32 {
    const image = this.parts.image;
    const constants = this.parts.constants;
    const counters = this.parts.counters;
    const schedulers = this.parts.schedulers;
    const warp = this.warp[at]!;
    const kernel = this.kernel[at]!;
    const token = image.ops[(this.op[at]! << OP_SHIFT) + O.token]!;
    const outcome = constants.lookup(
      sm,
      this.lines[place]!,
      this.lines[place + 1]! & SECTOR_BITS,
      warp,
      token,
      kernel,
      now,
    );
    if (outcome > Lookup.miss) return outcome;
    const row = kernel * COUNTER_COLUMNS;
    counters[row + C.constantAccesses]!++;
    if (outcome === Lookup.miss || constants.hasMissed) counters[row + C.constantMisses]!++;
    const moreWords = this.cyclesPerWord > 0 ? (this.lines[place + 1]! >> CONFLICTS_SHIFT) - 1 : 0;
    if (outcome === Lookup.hit)
      schedulers.loadServed(warp, token, constants.readyAt + moreWords * this.cyclesPerWord);
    return outcome;
  }

  private store(sm: i32, at: i32, place: i32): i32 {
    const l1 = this.parts.l1;
    const counters = this.parts.counters;
    const line = this.lines[place]!;
    const sectors = this.lines[place + 1]! & SECTOR_BITS;
    const kernel = this.kernel[at]!;
    if (!this.parts.memory.toL2.hasRoom(sm)) return Lookup.retryAfterSend;
    if (this.spec.sm.l1.invalidatesWrites) l1.invalidate(sm, line, sectors);
    else if (this.spec.sm.l1.allocatesWrites) l1.write(sm, line, sectors);
    counters[kernel * COUNTER_COLUMNS + C.l1StoreSectors]! += countBits(sectors);
    this.send(sm, line, sectors, kernel, RequestKind.write, this.lines[place + 1]! >> CONFLICTS_SHIFT);
    return Lookup.hit;
  }

  private atomic(sm: i32, at: i32, place: i32): i32 {
    const image = this.parts.image;
    const l1 = this.parts.l1;
    const memory = this.parts.memory;
    const line = this.lines[place]!;
    const sectors = this.lines[place + 1]! & SECTOR_BITS;
    const warp = this.warp[at]!;
    const kernel = this.kernel[at]!;
    const token = image.ops[(this.op[at]! << OP_SHIFT) + O.token]!;
    const conflicts = this.lines[place + 1]! >> CONFLICTS_SHIFT;
    l1.invalidate(sm, line, sectors);
    if (token >= 0)
      return l1.bypass(sm, line, sectors, warp, token, kernel, RequestKind.atomicReturn, conflicts);
    if (!memory.toL2.hasRoom(sm)) return Lookup.retryAfterSend;
    this.send(sm, line, sectors, kernel, RequestKind.atomic, conflicts);
    return Lookup.hit;
  }

  /** Sends a line of a block's context, if there is room. */
  sendContextLine(sm: i32, line: i32, kernel: i32, kind: i32): boolean {
    if (!this.parts.memory.toL2.hasRoom(sm)) return false;
    this.send(sm, line, 15, kernel, kind, 1);
    return true;
  }

  /** Sends a request that wants no answer. */
  private send(sm: i32, lineOfSm: i32, sectors: i32, kernel: i32, kind: i32, conflicts: i32): void {
    const requests = this.parts.memory.requests;
    const map = this.parts.memory.map;
    const shared = this.parts.memory.shared;
    const appOf = this.parts.memory.appOf;
    const toL2 = this.parts.memory.toL2;
    const line = shared === null ? lineOfSm : shared.at(lineOfSm);
    const slice = map.slice(line, appOf[kernel]!);
    const id = requests.create(kind, line, sectors, sm, -1, kernel, slice, conflicts);
    toL2.send(sm, id, this.parts.requestFlits[countBits(sectors)]!);
  }
}
