import type { Region, Value } from '../../reading/values/graph';
import { isFoldable } from '../../reading/values/linear';
import { isFloating, scalarOf } from '../../reading/values/types';
import { Source } from '../../reading/values/value';

/** What the ledger tells of values. */
interface Charged {
  /** Whether a value was made in a region that covers `at`. */
  isCharged(value: Value, at: Region): boolean;
  /** Whether an operand becomes part of the instruction of a value that is made in `home`. */
  fuses(value: Value, operand: Value, home: Region): boolean;
}

/** Values that move with the only instruction that needs them. */
const MOVING: ReadonlySet<string> = new Set(['binary', 'negate', 'complement', 'ternary', 'convert', 'call']);

/** Operations in a row that are looked at. */
const DEPTH = 6;

/** Calls that are one instruction or a short sequence of two operands. */
const OF_TWO = /^(__)?(f?(min|max)f?|fmaf?(_r[nzud])?|f(add|sub|mul|div)_r[nzud]|fdividef)$/;

/**
 * Where the source makes arithmetic on floating-point numbers of which a branch behind it may be the only user. The compiler
 * moves an instruction into such a branch where that takes along at most one number that stays behind; found by compiling
 * some eighty forms with nvcc 13.0.
 */
export class MadeValues {
  private readonly regions = new Map<Value, readonly Region[]>();

  constructor(private readonly charged: Charged) {}

  note(value: Value, region: Region): void {
    if (!isCandidate(value)) return;
    const known = this.regions.get(value) ?? [];
    if (!known.includes(region)) this.regions.set(value, [...known, region]);
  }

  /** The region in which a value is made that is asked for in `at`. */
  placeOf(value: Value, at: Region): Region {
    const made = this.regions.get(value)?.findLast((region) => region.encloses(at));
    return made !== undefined && made !== at && this.stays(value, made) ? made : at;
  }

  private stays(value: Value, made: Region): boolean {
    const product = value.args.find((arg) => this.charged.fuses(value, arg, made));
    if (product === undefined) return this.keptBy(value, made).size > 1;
    // Sums with products are one instruction before code moves, unless one part is a constant; differences are not.
    return value.name === 'add' && value.args.every((arg) => !isFoldable(arg));
  }

  /** The numbers that an instruction needs and that do not move along with it, nor are at hand everywhere. */
  private keptBy(value: Value, made: Region, depth = 0): ReadonlySet<Value> {
    return new Set(value.args.flatMap((arg) => [...this.kept(arg, made, depth)]));
  }

  private kept(operand: Value, made: Region, depth: number): Iterable<Value> {
    if (isEverywhere(operand)) return [];
    if (this.charged.isCharged(operand, made) || depth === DEPTH) return [operand];
    if (operand.kind === 'load') return [];
    if (!MOVING.has(operand.kind)) return [operand];
    const inner = this.keptBy(operand, made, depth + 1);
    return inner.size > 1 ? [operand] : inner;
  }
}

function isCandidate({ kind, name, type, args }: Value): boolean {
  if (type.kind !== 'scalar' || args.length < 2) return false;
  if (kind === 'binary' && (name === 'div' || name === 'mod')) return true;
  if (!isFloating(scalarOf(type))) return false;
  return kind === 'binary' || (kind === 'call' && OF_TWO.test(name));
}

/** Tests for constants, and what an instruction takes from the arguments of the kernel. */
function isEverywhere(value: Value): boolean {
  return isFoldable(value) || (value.sources & ~(Source.argument | Source.launch | Source.template)) === 0;
}
