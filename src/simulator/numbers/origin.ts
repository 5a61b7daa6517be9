import { message, type Words } from '../../kernel/message';

/**
 * How a number is known: published in a data sheet, white paper or standard; measured on a card, by whom the source
 * says; derived from such numbers; or assumed.
 */
export type NumberKind = 'published' | 'measured' | 'derived' | 'assumed';

/** Kind and source of a number. */
export interface NumberOrigin {
  readonly kind: NumberKind;
  readonly source: Words;
}

/** A rule of an origin: for fields that begin so, by whole names; the first rule that applies is taken. */
export type Rule<Context> = readonly [field: string, origin: (context: Context) => NumberOrigin];

/** @throws Error when no rule applies */
export function originBy<Context>(
  rules: readonly Rule<Context>[],
  context: Context,
  field: string,
): NumberOrigin {
  const rule = rules.find(([start]) => field === start || field.startsWith(`${start}.`));
  if (rule === undefined) throw new Error(`no kind of ${field}`);
  return rule[1](context);
}

/** An origin whose source is a message of the table `simulator`. */
export const origin = (kind: NumberKind, say: string): NumberOrigin => ({
  kind,
  source: message(`simulator.number.${say}`),
});
