import { message, type Message, type Words } from './message';
import * as v from 'valibot';
import { fieldFault, InputError } from './result';

type Issue = v.BaseIssue<unknown>;

/** A message as a schema carries it, whose library knows texts only. */
export function schemaFault(what: Message): string {
  return JSON.stringify(what);
}

/** What `schemaFault` has made a text of; null for the library's own words. */
function carried(text: string): Message | null {
  return text.startsWith('{"say"') ? (JSON.parse(text) as Message) : null;
}

/** Faults of any schema. */
export const EMPTY = schemaFault(message('kernel.empty'));
export const NOT_FINITE = schemaFault(message('kernel.notFinite'));
export const tooLong = (max: number): string => schemaFault(message('kernel.tooLong', { max }));
export const moreThan = (max: number): string => schemaFault(message('kernel.moreThan', { max }));

/** Where a message points: `apps[0].launch.block`. */
function fieldPath(issue: Issue): string {
  return (issue.path ?? [])
    .map((item) => (typeof item.key === 'number' ? `[${item.key}]` : `.${String(item.key)}`))
    .join('')
    .replace(/^\./, '');
}

const isUnknownField = (issue: Issue): boolean =>
  issue.type === 'strict_object' && issue.expected === 'never';

/** Reason of a validation issue, without the schema library's own jargon. */
function reason(issue: Issue): Words {
  const own = carried(issue.message);
  if (issue.kind === 'validation') return own ?? issue.message;
  if (isUnknownField(issue)) return message('kernel.unknownField');
  if (issue.type === 'strict_object' && issue.received === 'undefined') return message('kernel.missing');
  const expected = issue.expected ?? message('kernel.anotherValue');
  return own ?? message('kernel.expectedGot', { expected, got: issue.received });
}

/** A union reports all its alternatives: the one that matched deepest, or an unknown field, says most. */
function explain(issue: Issue, prefix: string): { path: string; what: Words } {
  const path = [prefix, fieldPath(issue)]
    .filter((part) => part !== '')
    .join('.')
    .replaceAll('.[', '[');
  const inner = (issue.issues ?? []).filter((candidate) => candidate.path !== undefined);
  const telling = inner.find(isUnknownField) ?? inner[0];
  return telling === undefined ? { path, what: reason(issue) } : explain(telling, path);
}

/**
 * `value` checked against `schema`. Every fault is an `InputError` whose message starts with the field,
 * below `root` where that is given.
 */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown, root = ''): v.InferOutput<S> {
  const outcome = v.safeParse(schema, value);
  if (outcome.success) return outcome.output;
  const { path, what } = explain(outcome.issues[0], root);
  throw path === '' ? new InputError(what, 'invalid-field') : fieldFault(path, what, 'invalid-field');
}

/** Control characters, line separators, and what turns the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** One line of text, of at most `max` characters, that shows as it is written wherever it is printed or copied to. */
export function line(max: number) {
  return v.pipe(
    v.string(),
    v.regex(/\S/, EMPTY),
    v.maxLength(max, tooLong(max)),
    v.check((text) => !UNPRINTABLE.test(text), schemaFault(message('kernel.controlCharacter'))),
  );
}

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  const text = schemaFault(message('kernel.wholeNumber', { min, max }));
  return v.pipe(v.number(text), v.integer(text), v.minValue(min, text), v.maxValue(max, text));
}

/** A finite number from `min` to `max`. */
export function numberBetween(min: number, max: number) {
  const text = schemaFault(message('kernel.numberBetween', { min, max }));
  return v.pipe(v.number(text), v.finite(text), v.minValue(min, text), v.maxValue(max, text));
}
