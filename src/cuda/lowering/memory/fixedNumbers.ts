import type { Carried, Region, Value } from '../../reading/values/graph';

/** Values looked through. */
const VISITS = 60;

/** Whole numbers that variables hold in the copies of loops that are repeated in full, as the compiler works them out. */
export class FixedNumbers {
  private readonly known = new Map<number, boolean>();

  /**
   * @param carried what loops hand on, by the value that their bodies see
   * @param behind the same variables behind their loops
   */
  constructor(
    private readonly carried: ReadonlyMap<number, Carried>,
    private readonly behind: ReadonlyMap<number, { readonly region: Region; readonly inside: Value }>,
  ) {}

  /** Tests whether a value is a constant in each copy, made of constants and variables that start at some. */
  has(value: Value): boolean {
    const known = this.known.get(value.id);
    if (known !== undefined) return known;
    const seen = new Set<Value>();
    const visit = (part: Value): boolean => {
      if (part.constant !== null || seen.has(part)) return true;
      seen.add(part);
      const parts = seen.size > VISITS ? null : this.partsOf(part);
      return parts !== null && parts.every((one) => one !== null && visit(one));
    };
    const isFixed = visit(value);
    this.known.set(value.id, isFixed);
    return isFixed;
  }

  /** What a value is made of, in front of loops and in their turns; null for what no constant makes. */
  private partsOf({ id, kind, args, region }: Value): readonly (Value | null)[] | null {
    if (kind === 'index') {
      const counter = region.count?.counter ?? null;
      return region.unrolled && counter !== null ? [counter.start, counter.step] : null;
    }
    if (kind !== 'opaque') return args.length > 0 && kind !== 'load' && kind !== 'call' ? args : null;
    const ended = this.behind.get(id);
    if (ended !== undefined) return ended.region.unrolled ? [ended.inside] : null;
    const carried = this.carried.get(id);
    return carried !== undefined && region.unrolled ? [carried.start, carried.end] : null;
  }
}
