import { fraction, hash2, hash3 } from '../core/bits';
import type { ProgramImage } from '../program/imageTables';
import { AccessKind, O, OP_SHIFT, Scope } from '../program/operations';
import type { AccessFault } from './accessFault';
import type { BlockState } from './blockState';
import type { LaneValues } from './laneValues';
import type { WarpControl } from './warpControl';
import { W, WARP_SHIFT, type WarpState } from './warpState';

/** The remainder of a number that is not negative, without a division where it is the number itself. */
function wrap(value: f64, modulus: f64): f64 {
  return value < modulus ? value : value % modulus;
}

/** Byte addresses that the lanes of a warp touch. */
export class AccessAddresses {
  /** Addresses of the last `fill`: in device memory, or in the block's shared memory. */
  readonly out: Float64Array = new Float64Array(32);

  constructor(
    private readonly image: ProgramImage,
    private readonly warps: WarpState,
    private readonly blocks: BlockState,
    private readonly values: LaneValues,
    private readonly control: WarpControl,
    private readonly fault: AccessFault,
  ) {}

  /**
   * Fills `out` for the active lanes of the warp.
   *
   * @throws Error when a lane leaves its array; `fault` says where.
   */
  fill(access: i32, op: i32, warp: i32): void {
    const table = this.image.access;
    const base = table.base[access]!;
    const elementBytes = f64(table.elementBytes[access]!);
    const kind: i32 = table.kind[access]!;
    switch (kind) {
      case AccessKind.affine:
        this.values.evaluate(table.value[access]!, warp);
        for (let lane = 0; lane < 32; lane++) this.out[lane] = base + this.values.out[lane]!;
        break;
      case AccessKind.computed:
        this.values.evaluate(table.value[access]!, warp);
        for (let lane = 0; lane < 32; lane++)
          this.out[lane] = base + Math.floor(this.values.out[lane]!) * elementBytes;
        break;
      case AccessKind.random:
        this.random(access, op, warp);
        break;
      case AccessKind.chase:
        this.chase(access, warp);
        break;
      default:
        this.indirect(access, warp);
    }
    this.check(access, warp);
  }

  private random(access: i32, op: i32, warp: i32): void {
    const out = this.out;
    const table = this.image.access;
    const base = table.base[access]!;
    const elementBytes = f64(table.elementBytes[access]!);
    const footprint = table.footprint[access]!;
    const laneBytes = f64(table.laneBytes[access]!);
    const lanes = laneBytes / elementBytes;
    const elements = lanes * Math.floor(table.bytes[access]! / laneBytes);
    const window = this.windowStart(access, warp, footprint, elements);
    const visit = this.control.visit(warp, this.image.ops[(op << OP_SHIFT) + O.depth]!);
    const draw = hash3(table.seed[access]!, this.warps.words[(warp << WARP_SHIFT) + W.seed]!, visit);
    if (table.consecutive[access] === 1) {
      const start = Math.floor(fraction(draw) * Math.max(1.0, Math.floor(footprint / 32.0))) * 32.0;
      for (let lane = 0; lane < 32; lane++)
        out[lane] = base + wrap(window + wrap(start + f64(lane), footprint), elements) * elementBytes;
      return;
    }
    for (let lane = 0; lane < 32; lane++) {
      const element = Math.floor(fraction(hash2(draw, lane)) * footprint);
      const place = wrap(window + element, elements);
      out[lane] = base + (lanes === 1.0 ? place : place - (place % lanes)) * elementBytes;
    }
  }

  private windowStart(access: i32, warp: i32, footprint: f64, elements: f64): f64 {
    const scope: i32 = this.image.access.scope[access]!;
    if (scope === Scope.grid) return 0;
    const block = f64(this.blocks.index[this.warps.words[(warp << WARP_SHIFT) + W.block]!]!);
    const owner =
      scope === Scope.block ? block : block * 32.0 + f64(this.warps.words[(warp << WARP_SHIFT) + W.inBlock]!);
    return (owner * footprint) % elements;
  }

  private chase(access: i32, warp: i32): void {
    const table = this.image.access;
    const base = table.base[access]!;
    const elementBytes = f64(table.elementBytes[access]!);
    const places = table.footprint[access]!;
    this.values.evaluate(table.value[access]!, warp);
    const walk = this.values.out;
    if (table.consecutive[access] === 1) {
      const group = walk[0]! - places * Math.floor(walk[0]! / places);
      for (let lane = 0; lane < 32; lane++) this.out[lane] = base + (group * 32.0 + f64(lane)) * elementBytes;
      return;
    }
    for (let lane = 0; lane < 32; lane++) {
      const place = walk[lane]! - places * Math.floor(walk[lane]! / places);
      this.out[lane] = base + place * elementBytes;
    }
  }

  /** The target of an index element is a hash of its position, so equal positions lead to equal targets. */
  private indirect(access: i32, warp: i32): void {
    const table = this.image.access;
    const base = table.base[access]!;
    const elementBytes = f64(table.elementBytes[access]!);
    const laneBytes = f64(table.laneBytes[access]!);
    const lanes = laneBytes / elementBytes;
    // Lanes that take several elements start at a multiple of them, as the hardware asks.
    const elements = lanes * Math.floor(table.bytes[access]! / laneBytes);
    const window = table.stride[access]!;
    const scale = table.scale[access]!;
    const values = table.footprint[access]!;
    const near = table.kind[access] === AccessKind.near;
    this.values.evaluate(table.value[access]!, warp);
    for (let lane = 0; lane < 32; lane++) {
      const at = Math.floor(this.values.out[lane]!);
      const u = fraction(hash2(table.seed[access]!, wordOf(at)));
      this.out[lane] =
        scale * (near ? at + Math.floor(u * (2.0 * window + 1.0)) - window : Math.floor(u * values));
    }
    if (table.offset[access]! >= 0) this.addOffsets(table.offset[access]!, warp);
    for (let lane = 0; lane < 32; lane++) {
      const target = this.out[lane]!;
      const element = target - elements * Math.floor(target / elements);
      this.out[lane] = base + (lanes === 1.0 ? element : element - (element % lanes)) * elementBytes;
    }
  }

  private addOffsets(value: i32, warp: i32): void {
    this.values.evaluate(value, warp);
    for (let lane = 0; lane < 32; lane++)
      this.out[lane] = this.out[lane]! + Math.floor(this.values.out[lane]!);
  }

  private check(access: i32, warp: i32): void {
    const out = this.out;
    const active = this.warps.words[(warp << WARP_SHIFT) + W.active]!;
    const low = this.image.access.base[access]!;
    const high = low + this.image.access.bytes[access]! - f64(this.image.access.laneBytes[access]!);
    for (let lane = 0; lane < 32; lane++) {
      const address = out[lane]!;
      if ((active & (1 << lane)) !== 0 && !(address >= low && address <= high))
        this.checkSpan(access, warp, address, address);
    }
  }

  /** Throws when bytes from `low` to the lane that starts at `high` do not lie in the array. */
  checkSpan(access: i32, warp: i32, low: f64, high: f64): void {
    const table = this.image.access;
    const base = table.base[access]!;
    if (low >= base && high + f64(table.laneBytes[access]!) <= base + table.bytes[access]!) return;
    this.fault.access = access;
    this.fault.block = this.blocks.index[this.warps.words[(warp << WARP_SHIFT) + W.block]!]!;
    this.fault.element = (low < base ? low - base : high - base) / f64(table.elementBytes[access]!);
    throw new Error('an access leaves its array');
  }
}
