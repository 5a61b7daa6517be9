import type { AssignedValue, FunctionParameter, Scope } from '../constants/scope';
import { message } from '../../kernel/message';
import { closeAngle, foldText, splitCommas, type TokenRange } from '../syntax/angles';
import type { FunctionHead } from './heads';
import { assignedValue, assignVariable } from './symbols';
import type { UnitText } from './unitText';

/** What is known of a constructor: its head, its body and its parameters. */
interface ConstructorText {
  readonly head: FunctionHead;
  readonly body: TokenRange;
  readonly parameters: readonly FunctionParameter[];
}

/** Gives the members in a constructor's initialiser list their values: `A() : threads(256), blocks{n} {`. */
export function readInitialisers(
  unit: UnitText,
  { head, body, parameters }: ConstructorText,
  scope: Scope,
): void {
  const { tokens } = unit;
  const end = body.from - 1;
  let index = head.close + 1;
  while (index < end && !tokens.is(index, ':')) index++;
  while (index + 1 < end && tokens.isIdentifier(index + 1)) {
    const at = index + 1;
    const close = tokens.is(at + 1, '<') ? closeAngle(tokens, at + 1) : at;
    const open = close + 1;
    const last = close >= at && /^[({]$/.test(tokens.at(open)) ? tokens.partner(open) : -1;
    if (last < 0) return;
    if (open === at + 1 && last > open + 1)
      define(unit, tokens.at(at), { from: open + 1, to: last }, parameters, scope);
    index = last + 1;
    if (!tokens.is(index, ',')) return;
  }
}

function define(
  unit: UnitText,
  name: string,
  range: TokenRange,
  parameters: readonly FunctionParameter[],
  scope: Scope,
): void {
  const { tokens } = unit;
  const names = new Set(parameters.map((one) => one.name));
  let fromOutside = false;
  for (let index = range.from; index < range.to; index++) fromOutside ||= names.has(tokens.at(index));
  const written = foldText(tokens.slice(range.from, range.to));
  const text = splitCommas(tokens, range.from, range.to).length > 1 ? `{${written}}` : written;
  // What a constructor is handed is told by each object, of which there may be many.
  const value: AssignedValue = fromOutside
    ? { text: null, writer: message('cuda.constructorArgument'), made: { text, parameters } }
    : assignedValue(unit, range, undefined, text);
  if (scope.own(name) === undefined)
    scope.define({ kind: 'variable', name, type: '', extents: [], values: [value] });
  else assignVariable(scope, name, value);
}
