import { countBits } from '../core/bits';
import { C, COUNTER_COLUMNS } from '../core/counters';
import type { EventWheel } from '../core/eventWheel';
import type { StateArrays } from '../core/stateArrays';
import { SECTOR_BYTES, type SimulatorSpec } from '../spec/simulatorSpec';

/** Who hears from the DRAM: the L2 slices. */
export interface DramClient {
  /** Sectors of a read arrive at core cycle `due`; `token` is what `read` was given. */
  fill(slice: number, token: number, due: number): void;
  /** A queue place is free for a slice that found none. */
  wake(slice: number, time: number): void;
}

const FAR = 0x7fffffff;

/**
 * The DRAM channels, in their own clock. A channel schedules first-ready, first-come-first-served over its
 * read queue, or over its write queue while it drains writes; rows stay open; a row is not closed while a
 * request for it is queued. Times inside are command-clock cycles, times outside core cycles.
 */
export class DramSystem {
  private client: DramClient = { fill: unconnected, wake: unconnected };
  private readonly banks: number;
  private readonly depth: number;
  private readonly corePs: number;
  private readonly burstSectors: number;
  /** Queue entries per channel: reads first, then writes. */
  private readonly used: Int32Array;
  private readonly bank: Int32Array;
  private readonly row: Int32Array;
  private readonly bursts: Uint8Array;
  private readonly token: Int32Array;
  private readonly slice: Int32Array;
  private readonly kernel: Int32Array;
  private readonly age: Int32Array;
  private readonly hit: Uint8Array;
  private readonly counts: Int32Array;
  private readonly openRow: Int32Array;
  private readonly columnReady: Int32Array;
  private readonly activateReady: Int32Array;
  private readonly prechargeReady: Int32Array;
  private readonly activates: Int32Array;
  private readonly channels: Int32Array;
  private readonly waiting: Int32Array;

  constructor(
    private readonly spec: SimulatorSpec,
    private readonly wheel: EventWheel,
    private readonly component: number,
    private readonly counters: Float64Array,
    state: StateArrays,
  ) {
    const { channels, timing, readQueue, writeQueue, burstBytes } = spec.memory;
    this.banks = timing.bankGroups * timing.banksPerGroup;
    this.depth = readQueue + writeQueue;
    this.corePs = 1e6 / spec.coreClockMHz;
    this.burstSectors = Math.max(1, burstBytes / SECTOR_BYTES);
    const entries = channels * this.depth;
    this.used = state.int32(entries);
    this.bank = state.int32(entries);
    this.row = state.int32(entries);
    this.bursts = state.uint8(entries);
    this.token = state.int32(entries);
    this.slice = state.int32(entries);
    this.kernel = state.int32(entries);
    this.age = state.int32(entries);
    this.hit = state.uint8(entries);
    this.counts = state.int32(channels * 2);
    this.openRow = state.int32(channels * this.banks).fill(-1);
    this.columnReady = state.int32(channels * this.banks);
    this.activateReady = state.int32(channels * this.banks);
    this.prechargeReady = state.int32(channels * this.banks);
    this.activates = state.int32(channels * 4).fill(-FAR);
    this.channels = state.int32(channels * ChannelWord.size);
    for (let channel = 0; channel < channels; channel++)
      this.channels[channel * ChannelWord.size + ChannelWord.refreshAt] = timing.nREFI;
    this.waiting = state.int32(spec.l2.slices);
  }

  connect(client: DramClient): void {
    this.client = client;
  }

  /** Whether the channel takes another read; if not, the slice is woken when it does. */
  canRead(channel: number, slice: number): boolean {
    return this.hasRoom(channel, slice, 0, this.spec.memory.readQueue);
  }

  canWrite(channel: number, slice: number): boolean {
    return this.hasRoom(channel, slice, 1, this.spec.memory.writeQueue);
  }

  /** Queues a read of the sectors of one line; `place` is `row * banks + bank`. */
  read(channel: number, place: number, sectors: number, kernel: number, slice: number, token: number): void {
    this.enqueue(channel, place, sectors, kernel, 0, slice, token);
    const row = kernel * COUNTER_COLUMNS;
    this.counters[row + C.dramReads]!++;
    this.counters[row + C.dramReadBytes]! += this.burstsOf(sectors) * this.spec.memory.burstBytes;
  }

  write(channel: number, place: number, sectors: number, kernel: number): void {
    this.enqueue(channel, place, sectors, kernel, 1, -1, -1);
    const row = kernel * COUNTER_COLUMNS;
    this.counters[row + C.dramWrites]!++;
    this.counters[row + C.dramWriteBytes]! += this.burstsOf(sectors) * this.spec.memory.burstBytes;
  }

  /** Issues what the channel can issue now. */
  step(channel: number): void {
    const now = Math.floor((this.wheel.now * this.corePs) / this.spec.memory.timing.tCKps);
    this.refresh(channel, now);
    const next = Math.min(this.schedule(channel, now), this.word(channel, ChannelWord.refreshAt));
    if (this.counts[channel * 2]! + this.counts[channel * 2 + 1]! === 0) return;
    this.wheel.schedule(this.component + channel, Math.max(this.wheel.now + 1, this.toCore(next)));
  }

  private toCore(time: number): number {
    return Math.ceil((time * this.spec.memory.timing.tCKps) / this.corePs);
  }

  private word(channel: number, word: number): number {
    return this.channels[channel * ChannelWord.size + word]!;
  }

  private hasRoom(channel: number, slice: number, kind: number, limit: number): boolean {
    if (this.counts[channel * 2 + kind]! < limit) return true;
    this.waiting[slice] = 1;
    return false;
  }

  private burstsOf(sectors: number): number {
    return this.burstSectors >= 4 ? 1 : this.burstSectors === 2 ? halves(sectors) : countBits(sectors);
  }

  private enqueue(
    channel: number,
    place: number,
    sectors: number,
    kernel: number,
    kind: number,
    slice: number,
    token: number,
  ): void {
    const base = channel * this.depth;
    let entry = base + (kind === 0 ? 0 : this.spec.memory.readQueue);
    while (this.used[entry] === 1) entry++;
    this.used[entry] = 1;
    this.bank[entry] = place % this.banks;
    this.row[entry] = Math.floor(place / this.banks);
    this.bursts[entry] = this.burstsOf(sectors);
    this.token[entry] = token;
    this.slice[entry] = slice;
    this.kernel[entry] = kernel;
    this.age[entry] = this.channels[channel * ChannelWord.size + ChannelWord.age]!++;
    this.hit[entry] = 1;
    this.counts[channel * 2 + kind]!++;
    this.wheel.schedule(this.component + channel, this.wheel.now + 1);
  }

  /** Refreshes all banks when it is due: their rows are closed until it is over. */
  private refresh(channel: number, now: number): void {
    const { nREFI, nRFC } = this.spec.memory.timing;
    const at = channel * ChannelWord.size;
    const due = this.channels[at + ChannelWord.refreshAt]!;
    if (now < due) return;
    const periods = Math.floor((now - due) / nREFI);
    const start = due + periods * nREFI;
    this.channels[at + ChannelWord.refreshAt] = start + nREFI;
    const end = start + nRFC;
    for (let bank = channel * this.banks; bank < (channel + 1) * this.banks; bank++) {
      this.openRow[bank] = -1;
      this.activateReady[bank] = Math.max(this.activateReady[bank]!, end);
    }
  }

  /** Issues at most one row and one column command; the next time at which something may be issued. */
  private schedule(channel: number, now: number): number {
    this.chooseDirection(channel);
    const kind = this.word(channel, ChannelWord.draining);
    const { readQueue } = this.spec.memory;
    const first = channel * this.depth + (kind === 0 ? 0 : readQueue);
    const end = kind === 0 ? channel * this.depth + readQueue : (channel + 1) * this.depth;
    this.soonest = FAR;
    const column = this.oldestHit(channel, first, end, kind, now);
    const activate = this.oldestMiss(channel, first, end, now);
    if (activate >= 0) this.issueActivate(channel, activate, now);
    if (column >= 0) this.issueColumn(channel, column, kind, now);
    return activate >= 0 || column >= 0 ? now + 1 : this.soonest;
  }

  /** When the next command becomes possible, of those that the last search found too early. */
  private soonest = FAR;
  /** Banks whose open row is wanted by a queued request. */
  private wantedBanks = 0;

  private oldestHit(channel: number, first: number, end: number, kind: number, now: number): number {
    let best = -1;
    this.wantedBanks = 0;
    for (let entry = first; entry < end; entry++) {
      if (this.used[entry] === 0) continue;
      const bank = channel * this.banks + this.bank[entry]!;
      if (this.openRow[bank] !== this.row[entry]) continue;
      this.wantedBanks |= 1 << this.bank[entry]!;
      const time = this.columnTime(channel, bank, kind);
      if (time > now) this.soonest = Math.min(this.soonest, time);
      else if (best < 0 || this.age[entry]! < this.age[best]!) best = entry;
    }
    return best;
  }

  private oldestMiss(channel: number, first: number, end: number, now: number): number {
    let best = -1;
    for (let entry = first; entry < end; entry++) {
      if (this.used[entry] === 0 || (this.wantedBanks & (1 << this.bank[entry]!)) !== 0) continue;
      const time = this.activateTime(channel, channel * this.banks + this.bank[entry]!);
      if (time > now) this.soonest = Math.min(this.soonest, time);
      else if (best < 0 || this.age[entry]! < this.age[best]!) best = entry;
    }
    return best;
  }

  /** Writes are drained from a high to a low mark, or when there is nothing to read. */
  private chooseDirection(channel: number): void {
    const reads = this.counts[channel * 2]!;
    const writes = this.counts[channel * 2 + 1]!;
    const { writeQueue } = this.spec.memory;
    const at = channel * ChannelWord.size + ChannelWord.draining;
    if (this.channels[at] === 1 && writes <= 0.2 * writeQueue && reads > 0) this.channels[at] = 0;
    if (this.channels[at] === 0 && (writes >= 0.8 * writeQueue || reads === 0) && writes > 0)
      this.channels[at] = 1;
    if (this.channels[at] === 1 && writes === 0) this.channels[at] = 0;
  }

  private columnTime(channel: number, bank: number, kind: number): number {
    const at = channel * ChannelWord.size;
    const turn = this.channels[at + (kind === 0 ? ChannelWord.readReady : ChannelWord.writeReady)]!;
    return Math.max(this.columnReady[bank]!, turn);
  }

  /** When the bank can open another row: precharge and activate in one go. */
  private activateTime(channel: number, bank: number): number {
    const { nRP, nRRDS, nFAW } = this.spec.memory.timing;
    const closed = this.openRow[bank]! < 0;
    const own = Math.max(this.activateReady[bank]!, closed ? 0 : this.prechargeReady[bank]! + nRP);
    const at = channel * 4;
    const count = this.word(channel, ChannelWord.activates);
    const last = this.activates[at + ((count + 3) & 3)]!;
    const fourth = this.activates[at + (count & 3)]!;
    return Math.max(own, last + nRRDS, fourth + nFAW);
  }

  private issueActivate(channel: number, entry: number, now: number): void {
    const { nRCDRD, nRCDWR, nRAS, nRC } = this.spec.memory.timing;
    const bank = channel * this.banks + this.bank[entry]!;
    this.openRow[bank] = this.row[entry]!;
    this.columnReady[bank] = now + (this.slice[entry]! < 0 ? nRCDWR : nRCDRD);
    this.prechargeReady[bank] = now + nRAS;
    this.activateReady[bank] = now + nRC;
    this.hit[entry] = 0;
    const count = this.channels[channel * ChannelWord.size + ChannelWord.activates]!++;
    this.activates[channel * 4 + (count & 3)] = now;
  }

  private issueColumn(channel: number, entry: number, kind: number, now: number): void {
    const { nBL, nCL, nCWL, nCCDS, nRTP, nWR, nWTRL } = this.spec.memory.timing;
    const bank = channel * this.banks + this.bank[entry]!;
    const bursts = this.bursts[entry]!;
    const busy = bursts * Math.max(nBL, nCCDS);
    const at = channel * ChannelWord.size;
    const row = this.kernel[entry]! * COUNTER_COLUMNS;
    this.counters[row + C.dramBusCycles]! += bursts * nBL;
    this.counters[row + C.dramRowHits]! += this.hit[entry]!;
    const lastColumn = now + busy - Math.max(nBL, nCCDS);
    if (kind === 0) {
      this.channels[at + ChannelWord.readReady] = now + busy;
      this.channels[at + ChannelWord.writeReady] = lastColumn + nCL + nBL + 2 - nCWL;
      this.prechargeReady[bank] = Math.max(this.prechargeReady[bank]!, lastColumn + nRTP);
      const due = this.toCore(lastColumn + nCL + nBL) + this.spec.memory.latencyCycles;
      this.client.fill(this.slice[entry]!, this.token[entry]!, Math.max(this.wheel.now + 1, due));
    } else {
      this.channels[at + ChannelWord.writeReady] = now + busy;
      this.channels[at + ChannelWord.readReady] = lastColumn + nCWL + nBL + nWTRL;
      this.prechargeReady[bank] = Math.max(this.prechargeReady[bank]!, lastColumn + nCWL + nBL + nWR);
    }
    this.used[entry] = 0;
    this.counts[channel * 2 + kind]!--;
    this.wakeSlices(channel);
  }

  private wakeSlices(channel: number): void {
    const { slices } = this.spec.l2;
    const perChannel = slices / this.spec.memory.channels;
    for (let slice = channel * perChannel; slice < (channel + 1) * perChannel; slice++) {
      if (this.waiting[slice] === 0) continue;
      this.waiting[slice] = 0;
      this.client.wake(slice, this.wheel.now + 1);
    }
  }
}

/** Words of a channel's own state. */
const ChannelWord = {
  age: 0,
  draining: 1,
  readReady: 2,
  writeReady: 3,
  refreshAt: 4,
  activates: 5,
  size: 6,
} as const;

/** Pairs of sectors that are touched. */
function halves(sectors: number): number {
  return ((sectors & 3) !== 0 ? 1 : 0) + ((sectors & 12) !== 0 ? 1 : 0);
}

function unconnected(): never {
  throw new Error('the DRAM has no client yet');
}
