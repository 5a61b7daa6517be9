import type { ProgramImage } from '../program/imageTables';
import { O, OP_SHIFT, Op } from '../program/operations';
import {
  countBits,
  exponentOf,
  greater,
  lesser,
  lowestBit,
  largestOf,
  quotientUp,
  smallestOf,
} from '../core/bits';
import { bankPasses } from '../program/sharedBanks';
import { LINE_BYTES, SECTOR_BYTES } from '../core/sizes';
import type { AccessAddresses } from './accessAddresses';
import type { LaneValues } from './laneValues';
import { W, WARP_SHIFT, type WarpState } from './warpState';

/** Most lines that one warp instruction touches: 32 lanes, each astride two lines. */
export const MAX_LINES = 64;
const SECTOR_SHIFT = exponentOf(SECTOR_BYTES);
const LINE_SECTORS = LINE_BYTES >> SECTOR_SHIFT;
const HASH_SLOTS = 128;
/** Words of all merged lists; when they are full, they are made anew. */
const LISTS = 1 << 18;
const WIDTHS = 7;
const ALIGNMENTS = LINE_BYTES >> 2;
/** Requests of a merged list, and above them its passes. */
const COUNT_BITS = 127;
const PASSES_SHIFT = 7;
/** Of a request in a merged list its sectors, and above them those of them that are not covered whole. */
const SECTOR_BITS = 15;
const PARTS_SHIFT = 4;

/**
 * Merges the lanes' addresses into requests: one per 128-byte line with a mask of its 32-byte sectors.
 * Lanes with a fixed pattern (affine index but for clamps that do not touch the warp, all lanes active) are merged once per
 * pattern and alignment.
 */
export class Coalescer {
  /** The requests of the last `coalesce`. */
  readonly line: Int32Array = new Int32Array(MAX_LINES);
  readonly sectors: Int32Array = new Int32Array(MAX_LINES);
  /**
   * Operations that a request of an atomic makes, one after the other: for each sector, or for the line, as many as lanes
   * hit one element of it, since one operation holds every element once. Sums of them are the sectors of reductions that
   * Nsight Compute counts on an H100 (docs/hardware.md).
   */
  readonly conflicts: Int32Array = new Int32Array(MAX_LINES);
  /** Of each request of the last `coalesce` of a store, sectors that are not covered whole by what lanes write. */
  readonly parts: Int32Array = new Int32Array(MAX_LINES);
  /** Bytes that lanes access of each request's line; those that several access count as often. */
  private readonly bytes: Int32Array = new Int32Array(MAX_LINES);
  /** The same as `conflicts` by request and sector. */
  private readonly sectorConflicts: Int32Array = new Int32Array(MAX_LINES * LINE_SECTORS);
  /** Passes of the last `coalesce` through the banks of the L1 cache, if it is asked for them. */
  passes: i32 = 1;

  private readonly slotLine: Int32Array = new Int32Array(HASH_SLOTS);
  private readonly slotRequest: Int32Array = new Int32Array(HASH_SLOTS);
  private readonly slotEpoch: Int32Array = new Int32Array(HASH_SLOTS);
  private epoch: i32 = 0;

  /** Start of the merged list in `lists` per shape, lane width and alignment; 0 when not made yet. */
  private readonly listStart: Int32Array;
  private readonly lists: Int32Array = newInts(LISTS);
  private listsEnd: i32 = 1;
  private readonly shapeLow: Float64Array;
  private readonly shapeHigh: Float64Array;

  constructor(
    private readonly image: ProgramImage,
    private readonly warps: WarpState,
    private readonly values: LaneValues,
    private readonly addresses: AccessAddresses,
    /** Banks of the data of an L1 cache in which a load conflicts; 0 where it does not. */
    private readonly banks: i32,
    /** True where one operation holds a sector with each element once. */
    private readonly atomicsHoldSectors: boolean,
  ) {
    const shapes = image.shapes.length >> 5;
    this.listStart = new Int32Array(shapes * WIDTHS * ALIGNMENTS);
    this.shapeLow = new Float64Array(shapes);
    this.shapeHigh = new Float64Array(shapes);
    for (let shape = 0; shape < shapes; shape++) {
      this.shapeLow[shape] = smallestOf(image.shapes, shape * 32, 32);
      this.shapeHigh[shape] = largestOf(image.shapes, shape * 32, 32);
    }
  }

  /** Merges an access of a warp; the number of requests. */
  coalesce(access: i32, op: i32, warp: i32): i32 {
    const table = this.image.access;
    if (
      table.plain[access]! >= 0 &&
      this.warps.words[(warp << WARP_SHIFT) + W.active] === -1 &&
      this.values.areGuarded(table.firstGuard[access]!, table.lastGuard[access]!, warp)
    )
      return this.fromPattern(access, warp);
    this.addresses.fill(access, op, warp);
    const laneBytes = table.laneBytes[access]!;
    const active = this.warps.words[(warp << WARP_SHIFT) + W.active]!;
    const count = this.merge(this.addresses.out, active, laneBytes);
    if (this.image.ops[(op << OP_SHIFT) + O.kind] === Op.store) this.countParts(count, laneBytes);
    return count;
  }

  /** Fills `conflicts` for the requests of the last `coalesce` of an atomic access. */
  countConflicts(access: i32, op: i32, warp: i32, count: i32): void {
    this.addresses.fill(access, op, warp);
    const active = this.warps.words[(warp << WARP_SHIFT) + W.active]!;
    const out = this.addresses.out;
    this.conflicts.fill(0, 0, count);
    this.sectorConflicts.fill(0, 0, count * LINE_SECTORS);
    for (let lane = 0; lane < 32; lane++) {
      if ((active & (1 << lane)) === 0) continue;
      let same = 1;
      for (let other = 0; other < lane; other++)
        if ((active & (1 << other)) !== 0 && out[other] === out[lane]) same++;
      const line = i32(Math.floor(out[lane]! / f64(LINE_BYTES)));
      const request = this.find(line, count);
      if (request < 0) continue;
      const isWhole = this.atomicsHoldSectors;
      this.noteConflicts(
        request,
        isWhole ? i32(out[lane]! - f64(line) * f64(LINE_BYTES)) >> SECTOR_SHIFT : 0,
        same,
      );
    }
  }

  /** Fills `conflicts` with the different addresses in each request of the last `coalesce`: each is read by itself. */
  countAddresses(access: i32, op: i32, warp: i32, count: i32): void {
    this.addresses.fill(access, op, warp);
    const active = this.warps.words[(warp << WARP_SHIFT) + W.active]!;
    const out = this.addresses.out;
    this.conflicts.fill(0, 0, count);
    let last: f64 = -1;
    for (let lane = 0; lane < 32; lane++) {
      if ((active & (1 << lane)) === 0 || out[lane] === last) continue;
      last = out[lane]!;
      let other = 0;
      while (other < lane && ((active & (1 << other)) === 0 || out[other] !== last)) other++;
      if (other < lane) continue;
      const request = this.find(i32(Math.floor(last / f64(LINE_BYTES))), count);
      if (request >= 0) this.conflicts[request]!++;
    }
  }

  /** @param same lanes up to this one that hit its element */
  private noteConflicts(request: i32, sector: i32, same: i32): void {
    const at = request * LINE_SECTORS + sector;
    const more = same - this.sectorConflicts[at]!;
    if (more <= 0) return;
    this.sectorConflicts[at] = same;
    this.conflicts[request]! += more;
  }

  private find(line: i32, count: i32): i32 {
    for (let i = 0; i < count; i++) if (this.line[i] === line) return i;
    return -1;
  }

  private fromPattern(access: i32, warp: i32): i32 {
    const image = this.image;
    const pattern = image.access.patterns[access]! + this.warps.words[(warp << WARP_SHIFT) + W.inBlock]!;
    const shape = image.pattern.shape[pattern]!;
    const first =
      image.access.base[access]! +
      image.pattern.first[pattern]! +
      this.values.base(image.access.plain[access]!, warp);
    this.addresses.checkSpan(access, warp, first + this.shapeLow[shape]!, first + this.shapeHigh[shape]!);
    const line = i32(Math.floor(first / f64(LINE_BYTES)));
    const offset = i32(first - f64(line) * f64(LINE_BYTES));
    const laneBytes = image.access.laneBytes[access]!;
    if ((offset & 3) !== 0) return this.mergeShape(shape, first, laneBytes);
    const key = (shape * WIDTHS + exponentOf(laneBytes)) * ALIGNMENTS + (offset >> 2);
    let at = this.listStart[key]!;
    if (at === 0) at = this.makeList(key, shape, offset, laneBytes);
    const count = this.lists[at]! & COUNT_BITS;
    this.passes = this.lists[at]! >> PASSES_SHIFT;
    for (let i = 0; i < count; i++) {
      this.line[i] = line + this.lists[at + 1 + 2 * i]!;
      const facts = this.lists[at + 2 + 2 * i]!;
      this.sectors[i] = facts & SECTOR_BITS;
      this.parts[i] = facts >> PARTS_SHIFT;
    }
    return count;
  }

  private forgetLists(): void {
    this.listStart.fill(0);
    this.listsEnd = 1;
  }

  private makeList(key: i32, shape: i32, offset: i32, laneBytes: i32): i32 {
    const count = this.mergeShape(shape, f64(offset), laneBytes);
    if (this.listsEnd + 1 + 2 * count > LISTS) this.forgetLists();
    const at = this.listsEnd;
    this.lists[at] = count | (this.passes << PASSES_SHIFT);
    for (let i = 0; i < count; i++) {
      this.lists[at + 1 + 2 * i] = this.line[i]!;
      this.lists[at + 2 + 2 * i] = this.sectors[i]! | (this.parts[i]! << PARTS_SHIFT);
    }
    this.listsEnd = at + 1 + 2 * count;
    this.listStart[key] = at;
    return at;
  }

  private readonly shapeAddresses: Float64Array = new Float64Array(32);

  private mergeShape(shape: i32, first: f64, laneBytes: i32): i32 {
    for (let lane = 0; lane < 32; lane++)
      this.shapeAddresses[lane] = first + this.image.shapes[shape * 32 + lane]!;
    const count = this.merge(this.shapeAddresses, -1, laneBytes);
    this.countParts(count, laneBytes);
    return count;
  }

  private merge(addresses: Float64Array, active: i32, laneBytes: i32): i32 {
    const lines = this.line;
    const masks = this.sectors;
    const bytes = this.bytes;
    this.epoch++;
    let count = 0;
    let line = -1;
    let lineStart: f64 = -f64(LINE_BYTES);
    for (let rest = active; rest !== 0; rest &= rest - 1) {
      const address = addresses[lowestBit(rest)]!;
      // Mostly the line of the lane before, which takes no division.
      if (address < lineStart || address >= lineStart + f64(LINE_BYTES)) {
        line = i32(Math.floor(address / f64(LINE_BYTES)));
        lineStart = f64(line) * f64(LINE_BYTES);
      }
      const from = i32(address - lineStart);
      const to = from + laneBytes - 1;
      const sectors = sectorMask(from, to < LINE_BYTES ? to : LINE_BYTES - 1);
      // Neighbours mostly share a line, which is the newest request then.
      if (count > 0 && lines[count - 1] === line) {
        masks[count - 1]! |= sectors;
        bytes[count - 1]! += laneBytes;
      } else count = this.addSectors(line, sectors, laneBytes, count);
      if (to >= LINE_BYTES) count = this.addSectors(line + 1, sectorMask(0, to - LINE_BYTES), 0, count);
    }
    if (this.banks > 0) this.passes = bankPasses(addresses, active, laneBytes, this.banks);
    return count;
  }

  /** A sector of which a lane writes a part lacks at most the rest: bytes that are missing are of so many sectors at least. */
  private countParts(count: i32, laneBytes: i32): void {
    for (let i = 0; i < count; i++) {
      const sectors = countBits(this.sectors[i]!);
      const missing = sectors * SECTOR_BYTES - this.bytes[i]!;
      this.parts[i] =
        missing <= 0 ? 0 : lesser(sectors, quotientUp(missing, greater(1, SECTOR_BYTES - laneBytes)));
    }
  }

  private addSectors(line: i32, sectors: i32, laneBytes: i32, count: i32): i32 {
    const slotEpoch = this.slotEpoch;
    const slotLine = this.slotLine;
    const epoch = this.epoch;
    let slot = line & (HASH_SLOTS - 1);
    while (slotEpoch[slot] === epoch) {
      if (slotLine[slot] === line) {
        const request = this.slotRequest[slot]!;
        this.sectors[request]! |= sectors;
        this.bytes[request]! += laneBytes;
        return count;
      }
      slot = (slot + 1) & (HASH_SLOTS - 1);
    }
    slotEpoch[slot] = epoch;
    slotLine[slot] = line;
    this.slotRequest[slot] = count;
    this.line[count] = line;
    this.sectors[count] = sectors;
    this.bytes[count] = laneBytes;
    return count + 1;
  }
}

/** Mask of the sectors that bytes `from` to `to` of a line touch. */
function sectorMask(from: i32, to: i32): i32 {
  const first = from >> SECTOR_SHIFT;
  const last = to >> SECTOR_SHIFT;
  return (2 << last) - (1 << first);
}
