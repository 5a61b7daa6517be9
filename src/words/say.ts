import { message, type Message, type MessageValue } from '../kernel/message';
import type { Entry } from './entry';
import type { SURFACES } from './tables/surfaces';
import { words } from './words';

type Surfaces = typeof SURFACES;

/** Codes of what only the surfaces (dashboard, editor, command line) say. */
export type Code = keyof Surfaces;

/** Templates of an entry: both of those between which a number chooses. */
type Templates<E extends Entry> = E extends { one: infer One; other: infer Other } ? One | Other : E;

/** Names that stand in braces in a template, without their formats. */
type Names<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}:${string}` ? Bare : Name) | Names<Rest>
  : never;

/** What an entry needs: the values of its placeholders and the number that chooses between its templates. */
type Needed<E extends Entry> = Names<Templates<E>> | (E extends { plural: infer Number } ? Number : never);

type Values<C extends Code> = [Needed<Surfaces[C]>] extends [never]
  ? []
  : [values: Readonly<Record<Needed<Surfaces[C]> & string, MessageValue>>];

/** A message of a surface, for what is told before the language is known or where it is not shown yet. */
function told<C extends Code>(code: C, ...[values]: Values<C>): Message {
  return message(code, values);
}

/** What a surface says, in the user's language; the compiler checks that every placeholder has its value. */
export function say<C extends Code>(code: C, ...values: Values<C>): string {
  return words(told(code, ...values));
}
