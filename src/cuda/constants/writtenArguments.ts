import type { Evaluation } from './evaluation';
import { emptyObject } from './localObjects';
import { runBody } from './functionBody';
import { boundScope } from './functionCall';
import type { FunctionOverload, FunctionParameter, Scope, WrittenArgument } from './scope';
import type { Value } from './value';
import { reaching } from './variables';

/** Whether a function assigns to what its parameter refers to, or points to. */
export function isWritten(
  { parameters, body }: FunctionOverload,
  place: number,
  isAddress: boolean,
): boolean {
  const parameter = parameters[place];
  if (parameter === undefined || parameter.name === '' || /\bconst\b/.test(parameter.type)) return false;
  const type = parameter.type.trim();
  if (isAddress ? !/[^*]\*$/.test(type) : !/[^&]&$/.test(type)) return false;
  const name = isAddress
    ? `(?:\\*\\s*${parameter.name}|${parameter.name}\\s*->\\s*\\w+)`
    : `\\b${parameter.name}`;
  const assigned = `${name}(?:\\.\\w+)*\\s*\\)?\\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\\+\\+|--)`;
  return new RegExp(`${assigned}|(?:\\+\\+|--)\\s*${name}\\b`).test(body);
}

/** What a call leaves in one of its arguments, by running its function; null where that cannot be told. */
export function argumentLeft(
  { callee, arguments: given, place }: WrittenArgument,
  scope: Scope,
  evaluation: Evaluation,
): Value | null {
  const found = scope.lookup(callee);
  if (found?.symbol.kind !== 'function') return null;
  const fitting = found.symbol.overloads.filter(({ parameters }) => parameters.length === given.length);
  const [overload] = fitting;
  if (overload === undefined || fitting.length > 1) return null;
  const args = given.map((text) => objectSoFar(text, scope, evaluation) ?? evaluation.evaluate(text, scope));
  return evaluation.within(found.symbol, () => {
    const bound = boundScope(found, overload, args, [], evaluation);
    const end = runBody(throughPointers(overload.body, overload.parameters), bound, evaluation);
    // A value that is not known may be a condition that decides about what follows.
    if (end === null || (typeof end !== 'string' && end.unknowns.length > 0)) return null;
    const left = bound.own(overload.parameters[place]?.name ?? '');
    return left?.kind === 'bound' ? left.value : null;
  });
}

/** An object that was declared, with what its members got one by one; null for other arguments. */
function objectSoFar(text: string, scope: Scope, evaluation: Evaluation): Value | null {
  const found = scope.lookup(text);
  if (found?.symbol.kind !== 'variable') return null;
  const { type, values, extents } = found.symbol;
  const isUntouched = extents.length === 0 && reaching(values, evaluation, scope).values.length === 0;
  const empty = isUntouched ? emptyObject(type, found.scope, evaluation) : null;
  const parts = empty?.names?.map((name, place) =>
    found.scope.own(`${text}.${name}`) === undefined
      ? empty.parts![place]!
      : evaluation.evaluate(`${text}.${name}`, scope),
  );
  return empty !== null && parts !== undefined ? { ...empty, parts } : empty;
}

/** A body in which the names of pointers stand for what they point to. */
function throughPointers(body: string, parameters: readonly FunctionParameter[]): string {
  const pointers = parameters.filter(({ name, type }) => name !== '' && /[^*]\*\s*$/.test(type.trim()));
  return pointers.reduce(
    (text, { name }) =>
      text
        .replace(new RegExp(`\\b${name}\\s*->`, 'g'), `${name}.`)
        .replace(new RegExp(`\\(\\s*\\*\\s*${name}\\s*\\)`, 'g'), name)
        .replace(new RegExp(`(^|[-+*/%=<>!&|?:,;({}])(\\s*)\\*\\s*${name}\\b`, 'g'), `$1$2${name}`),
    body,
  );
}
