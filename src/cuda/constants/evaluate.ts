import type { SymbolicDim3, SymbolicValue } from '../../kernel/symbolic';
import type { EvaluationMode } from './evaluation';
import { evaluateText } from './expression';
import type { Scope } from './scope';
import type { Value } from './value';
import { padded } from './variables';

/** Source text, or anything that carries it such as a syntax node. */
export type Expression = string | { readonly text: string };

function textOf(expression: Expression): string {
  return typeof expression === 'string' ? expression : expression.text;
}

function symbolic(value: Value): SymbolicValue {
  const unknowns = value.number !== null ? [] : value.unknowns.length > 0 ? value.unknowns : [value.text];
  const names = value.number !== null ? undefined : value.settable;
  const base = {
    text: value.text,
    value: value.number,
    unknowns,
    ...(names === undefined ? {} : { settable: names }),
  };
  return value.notes.length > 0 ? { ...base, notes: value.notes } : base;
}

/**
 * The value of a C++ expression as far as `scope` knows it. Integer arithmetic follows C
 * (truncating division, unsigned wrap-around, casts); signed overflow keeps the true value.
 * Never fails: what cannot be read or exceeds the budget is an unknown of its own text.
 */
export function evaluate(expression: Expression, scope: Scope, mode: EvaluationMode = {}): SymbolicValue {
  return symbolic(evaluateText(textOf(expression), scope, mode));
}

/** A number with the notes on it; null where it is not known. */
export type NumberFound = Pick<SymbolicValue, 'value' | 'notes'>;

/** The number that `evaluate` finds; what is missing where there is none is asked by nobody. */
export function evaluateNumber(expression: Expression, scope: Scope, mode: EvaluationMode = {}): NumberFound {
  const { value, notes = [] } = evaluate(expression, scope, { ...mode, onlyNumber: true });
  return { value, notes };
}

/**
 * An execution configuration argument: an integer (x, with y = z = 1), a `dim3` variable, a
 * `dim3(…)` or a braced list. Components that are not written are the constant 1.
 */
export function evaluateDim3(expression: Expression, scope: Scope, mode: EvaluationMode = {}): SymbolicDim3 {
  const text = textOf(expression);
  const value = evaluateText(text, scope, mode);
  if (value.parts !== null) {
    const [x, y, z] = padded(value.parts);
    return [symbolic(x!), symbolic(y!), symbolic(z!)];
  }
  if (value.number !== null || !mayBeDim3(value.text, scope)) {
    const [, y, z] = padded([]);
    return [symbolic(value), symbolic(y!), symbolic(z!)];
  }
  const component = (name: string) => symbolic({ ...value, text: `${value.text}.${name}` });
  return [component('x'), component('y'), component('z')];
}

/** Tests whether an unknown could have more than one component: a name or call of unknown type. */
function mayBeDim3(text: string, scope: Scope): boolean {
  if (!/^[A-Za-z_][\w.:>-]*(\(.*\))?$/s.test(text)) return false;
  const symbol = scope.lookup(text)?.symbol;
  return symbol?.kind !== 'variable' || symbol.type === '' || /\bdim3\b|\bauto\b/.test(symbol.type);
}
