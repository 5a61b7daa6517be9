import { evaluate } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';
import type { SymbolicValue } from '../../kernel/symbolic';

/** Product of some arguments, e.g. width and height of a 2-D copy. */
export function productOf(
  positions: readonly number[],
  texts: readonly string[],
  scope: Scope,
  mode: EvaluationMode,
): SymbolicValue {
  return evaluate(positions.map((position) => `(${texts[position] ?? 'missing'})`).join(' * '), scope, mode);
}
