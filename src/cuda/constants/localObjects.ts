import { asType } from './calls';
import type { Evaluation } from './evaluation';
import { membersOf } from './members';
import { isDim3, scalarOf } from './resolve';
import type { Scope } from './scope';
import { aggregateValue, unknownValue, type Value } from './value';
import { padded } from './variables';

/** Objects in objects that are followed. */
const MAX_NESTING = 8;

/** What an object is where its declaration gives it nothing; null for types whose members are not known. */
export function emptyObject(type: string, scope: Scope, evaluation: Evaluation, nesting = 0): Value | null {
  if (isDim3(type)) return aggregateValue(padded([]), type);
  const found = nesting > MAX_NESTING || /[*&]/.test(type) ? null : membersOf(type, scope);
  if (found === null) return null;
  const parts = found.members.map((member) => {
    if (member.default !== undefined) return evaluation.evaluate(member.default, found.scope);
    const inner =
      member.extents.length > 0 ? null : emptyObject(member.type, found.scope, evaluation, nesting + 1);
    return inner ?? unknownValue(member.name);
  });
  return { ...aggregateValue(parts, type), names: found.members.map(({ name }) => name) };
}

/** A value as an object of a type has it: a `dim3` of three extents, a class with its members by their names. */
export function typedValue(value: Value, type: string, scope: Scope, evaluation: Evaluation): Value {
  if (scalarOf(type, scope) !== null) return asType(value, type, scope);
  if (isDim3(type)) {
    if (value.unknowns.length > 0) return value;
    return { ...aggregateValue(padded(value.parts ?? [value]), value.text), notes: value.notes };
  }
  if (value.parts === null || value.names !== undefined) return value;
  const empty = emptyObject(type, scope, evaluation);
  const names = empty?.names;
  const beginning = empty?.parts ?? [];
  // Braces around nothing make what their type says, and an object of another type is no `dim3`.
  if (names === undefined && value.parts.length === 0) return unknownValue(value.text);
  if (names === undefined || value.parts.length > beginning.length) return value;
  return { ...value, parts: beginning.map((part, place) => value.parts![place] ?? part), names };
}
