import type { Evaluation } from './evaluation';
import { combine, PRECEDENCE } from './operators';
import { Scope } from './scope';
import type { Fold } from './typeMembers';
import { unknownValue, type Value } from './value';

/** A fold over a template's parameter pack whose elements calls tell. */
export function foldedPack(
  { operator, each, first }: Fold,
  text: string,
  scope: Scope,
  evaluation: Evaluation,
): Value {
  const pack = /[A-Za-z_]\w*/.exec(each)?.[0] ?? '';
  const { parts, notes } = evaluation.evaluate(pack, scope);
  if (parts === null || PRECEDENCE[operator] === undefined) return unknownValue(text);
  const values = parts.map((value) =>
    evaluation.evaluate(each, new Scope(scope).define({ kind: 'bound', name: pack, value })),
  );
  if (first !== null) values.unshift(evaluation.evaluate(first, scope));
  const [head, ...others] = values;
  if (head === undefined) return unknownValue(text);
  const result = others.reduce((all, value) => combine(operator, all, value, text), head);
  return { ...result, notes: [...notes, ...result.notes], text };
}
