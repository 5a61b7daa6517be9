import { INT } from './types';
import { applyBinary, gather, numberValue, unknownFrom, type Value } from './value';

/** Binding strength of the binary operators; `>` `>` is read as a shift. */
export const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '>': 7,
  '<=': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
};

/** Applies a binary operator; `0 && x` and `1 || x` are known although `x` is not. */
export function combine(operator: string, left: Value, right: Value, text: string): Value {
  const { notes } = gather([left, right]);
  if (operator === '&&' || operator === '||') {
    const decided = operator === '&&' ? 0 : 1;
    for (const side of [left, right]) {
      if (side.number !== null && Number(side.number !== 0) === decided) {
        return { ...numberValue(decided, INT, text), notes: side.notes };
      }
    }
    if (left.number !== null && right.number !== null)
      return { ...numberValue(1 - decided, INT, text), notes };
  } else if (left.number !== null && right.number !== null) {
    const result = applyBinary(operator, left.number, right.number, [left.type, right.type]);
    if (result !== null) return { ...result, unknowns: [], notes, parts: null, text };
  }
  return unknownFrom([left, right], text);
}
