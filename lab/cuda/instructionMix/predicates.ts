import { readBig } from './operands';
import type { ThreadState } from './threadState';

/** Magnitude of the ordinary operand that floating-point range checks are answered for. */
const ORDINARY = 1;

/** Integer comparison into predicates. */
export function setPredicates(
  operands: readonly string[],
  modifiers: readonly string[],
  state: ThreadState,
  uncertain: boolean,
): void {
  const [first = 'PT', second = 'PT', left, right, third = 'PT'] = operands;
  const signed = !modifiers.includes('U32');
  const a = readBig(left, state, signed);
  const b = readBig(right, state, signed);
  const carry = state.predicate(third);
  const known = a !== null && b !== null && !modifiers.includes('EX') && !uncertain;
  const comparison = known ? compare(modifiers[0] ?? '', a, b) : null;
  assign(first, second, comparison, carry, modifiers, state);
}

function assign(
  first: string,
  second: string,
  comparison: boolean | null,
  carry: boolean | null,
  modifiers: readonly string[],
  state: ThreadState,
): void {
  const combine = (value: boolean | null): boolean | null => {
    if (modifiers.includes('OR'))
      return value === true || carry === true ? true : either(value, carry, false);
    return value === false || carry === false ? false : either(value, carry, true);
  };
  if (first !== 'PT') state.setPredicate(first, combine(comparison));
  if (second !== 'PT') state.setPredicate(second, combine(comparison === null ? null : !comparison));
}

/** The known outcome when neither side decides alone: null while one is unknown. */
function either(a: boolean | null, b: boolean | null, outcome: boolean): boolean | null {
  return a === null || b === null ? null : outcome;
}

function compare(operation: string, a: bigint, b: bigint): boolean | null {
  const outcomes: Readonly<Record<string, boolean>> = {
    LT: a < b,
    LE: a <= b,
    GT: a > b,
    GE: a >= b,
    EQ: a === b,
    NE: a !== b,
  };
  return outcomes[operation] ?? null;
}

/** Logic on three predicates by truth table. */
export function predicateLogic(operands: readonly string[], state: ThreadState, uncertain: boolean): void {
  const [first = 'PT', second = 'PT', a = 'PT', b = 'PT', c = 'PT', table = '0', otherTable = '0'] = operands;
  const index = [a, b, c].map((text) => state.predicate(text));
  const bit = (lut: string): boolean | null => (uncertain ? null : lookupPredicate(index, Number(lut)));
  if (first !== 'PT') state.setPredicate(first, bit(table));
  if (second !== 'PT') state.setPredicate(second, bit(otherTable));
}

function lookupPredicate(inputs: readonly (boolean | null)[], table: number): boolean | null {
  const outcomes = new Set<boolean>();
  for (let index = 0; index < 8; index++) {
    const possible = inputs.every(
      (input, place) => input === null || input === ((index >> (2 - place)) & 1) > 0,
    );
    if (possible) outcomes.add(((table >> index) & 1) > 0);
  }
  return outcomes.size === 1 ? [...outcomes][0]! : null;
}

/** Marks the predicates that an instruction writes as unknown. */
export function forgetPredicates(operands: readonly string[], state: ThreadState): void {
  for (const text of operands.slice(0, 2)) if (/^U?P\d+$/.test(text)) state.setPredicate(text, null);
}

/**
 * Floating-point comparisons as they come out for ordinary data: nothing is equal by chance, nothing
 * is infinite or NaN, and magnitudes that are checked against a constant are near 1.
 */
export function setFloatPredicates(
  operands: readonly string[],
  modifiers: readonly string[],
  state: ThreadState,
  uncertain: boolean,
): void {
  const [first = 'PT', second = 'PT', left = '', right = '', third = 'PT'] = operands;
  const outcome = uncertain ? null : ordinaryOutcome(modifiers[0] ?? '', left, right);
  assign(first, second, outcome, state.predicate(third), modifiers, state);
}

function ordinaryOutcome(relation: string, left: string, right: string): boolean | null {
  if (/^NEU?$/.test(relation)) return true;
  if (/^EQU?$/.test(relation)) return false;
  const bound = /INF/.test(right) ? Infinity : Number(right);
  if (!left.startsWith('|') || Number.isNaN(bound)) return null;
  return compare(relation.replace(/U$/, ''), BigInt(Math.sign(ORDINARY - bound)), 0n);
}
