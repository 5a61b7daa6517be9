import { message, type Message } from '../../kernel/message';
import type { OtherDefinition } from '../preprocessor/macros';
import { TokenKind } from '../syntax/tokens';
import type { Scope } from './scope';
import type { Value } from './value';

const NAME = /[A-Za-z_]\w*/g;
/** Definitions of one name that are told. */
const MOST_TOLD = 3;
/** Macros in the body of macros that are looked at. */
const MOST_NESTED = 4;

/** A value with what else its macros would be, had the conditions of the preprocessor gone the other way. */
export function withOtherDefinitions(value: Value, text: string, scope: Scope): Value {
  const { others } = scope;
  if (others === null) return value;
  const notes = namesIn(text, scope).flatMap((name) => notesOn(name, others(name), scope));
  return notes.length === 0 ? value : noted(value, notes);
}

/** Of a value with parts, these are told of the first one. */
function noted(value: Value, notes: readonly Message[]): Value {
  const [first, ...others] = value.parts ?? [];
  if (first !== undefined) return { ...value, parts: [noted(first, notes), ...others] };
  return { ...value, notes: [...value.notes, ...notes] };
}

function notesOn(name: string, others: readonly OtherDefinition[], scope: Scope): Message[] {
  const active = scope.macros(name)?.body.trim();
  const bodies = new Map(others.map((other) => [other.macro.body.trim(), other]));
  return [...bodies]
    .filter(([body]) => body !== '' && body !== active)
    .slice(0, MOST_TOLD)
    .map(([body, { reason }]) => message('cuda.otherDefinition', { name, body, reason }));
}

/** The names of a text, and those in the bodies of its macros. */
function namesIn(text: string, scope: Scope): readonly string[] {
  const found = new Set<string>(text.match(NAME));
  let open = [...found];
  for (let depth = 0; depth < MOST_NESTED && open.length > 0; depth++) {
    const inner = open.flatMap((name) => scope.macros(name)?.pieces ?? []);
    open = inner.filter(({ kind }) => kind === TokenKind.identifier).map(({ text: name }) => name);
    open = open.filter((name) => !found.has(name));
    for (const name of open) found.add(name);
  }
  return [...found];
}
