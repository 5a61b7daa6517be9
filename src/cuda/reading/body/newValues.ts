import { isFoldable } from '../values/linear';
import type { Region, Value } from '../values/graph';
import { isFloating, isUnsigned, scalarOf } from '../values/types';
import type { Snapshot } from './flow';
import type { KernelState } from './state';

/** Values looked through for what is at hand. */
const VISITS = 4000;

/** Tells the values that the arms of a branch make from those that are there in front of it. */
export class NewValues {
  private readonly known = new Set<Value>();

  constructor(
    private readonly state: KernelState,
    start: Snapshot,
    condition: Value,
    private readonly before: Region,
  ) {
    const open = [condition];
    for (const { value, parts } of start.values()) {
      if (value !== null) open.push(value);
      open.push(...parts.values());
    }
    for (const value of open) this.known.add(value);
    for (const value of this.known) {
      if (this.known.size > VISITS) break;
      // What is one of two values behind a branch does not bring either of them along.
      if (value.kind !== 'merge') value.args.forEach((arg) => this.known.add(arg));
    }
  }

  has(value: Value): boolean {
    return (
      !this.known.has(value) &&
      value.kind !== 'symbol' &&
      value.kind !== 'index' &&
      !isFoldable(value) &&
      this.state.copiedMembers.get(value)?.encloses(this.before) !== true &&
      !this.state.ledger.isCharged(value, this.before)
    );
  }

  /** All new values that these are made of. */
  in(values: readonly Value[]): ReadonlySet<Value> {
    const found = new Set<Value>(values.filter((value) => this.has(value)));
    for (const value of found) for (const arg of value.args) if (this.has(arg)) found.add(arg);
    return found;
  }
}

/**
 * Instructions of a value as the compiler's passes count them before they let all threads compute it; Infinity for what
 * only those threads may do that asked for it, or what is too dear.
 */
export function speculationCost(value: Value): number {
  switch (value.kind) {
    case 'binary':
      return operatorCost(value);
    case 'negate':
    case 'complement':
    case 'not':
    case 'ternary':
    case 'and-also':
    case 'or-else':
      return 1;
    case 'convert':
      return isFloating(scalarOf(value.type)) === isFloating(scalarOf(value.args[0]!.type)) ? 0 : 1;
    case 'pointer':
    case 'extract':
      return 0;
    default:
      return Infinity;
  }
}

function operatorCost(value: Value): number {
  switch (value.name) {
    case 'div':
    case 'mod':
      return isShift(value) ? 1 : Infinity;
    // Of whole numbers it is a comparison and a selection, of others a call.
    case 'min':
    case 'max':
      return isFloating(scalarOf(value.type)) ? Infinity : 2;
    default:
      return 1;
  }
}

/** Tests whether a value is a quotient by a power of two: a shift, or of numbers with a fraction a product. */
function isShift({ name, type, args: [, divisor] }: Value): boolean {
  const by = divisor?.constant ?? null;
  const isExact = isUnsigned(scalarOf(type)) || isFloating(scalarOf(type));
  return name === 'div' && isExact && by !== null && Number.isInteger(Math.log2(by));
}
