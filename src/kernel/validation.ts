import * as v from 'valibot';
import { InputError } from './result';

type Issue = v.BaseIssue<unknown>;

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
function reason(issue: Issue): string {
  if (issue.kind === 'validation') return issue.message;
  if (isUnknownField(issue)) return 'unknown field';
  if (issue.type === 'strict_object' && issue.received === 'undefined') return 'missing';
  return issue.message.startsWith('Invalid')
    ? `expected ${issue.expected ?? 'another value'}, got ${issue.received}`
    : issue.message;
}

/** A union reports all its alternatives: the one that matched deepest, or an unknown field, says most. */
function explain(issue: Issue, prefix: string): { path: string; message: string } {
  const path = [prefix, fieldPath(issue)]
    .filter((part) => part !== '')
    .join('.')
    .replaceAll('.[', '[');
  const inner = (issue.issues ?? []).filter((candidate) => candidate.path !== undefined);
  const telling = inner.find(isUnknownField) ?? inner[0];
  return telling === undefined ? { path, message: reason(issue) } : explain(telling, path);
}

/**
 * `value` checked against `schema`. Every fault is an `InputError` whose message starts with the field,
 * below `root` where that is given.
 */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown, root = ''): v.InferOutput<S> {
  const outcome = v.safeParse(schema, value);
  if (outcome.success) return outcome.output;
  const { path, message } = explain(outcome.issues[0], root);
  throw new InputError(path === '' ? message : `${path}: ${message}`, 'invalid-field');
}

/** Control characters, line separators, and what turns the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** One line of text, of at most `max` characters, that shows as it is written wherever it is printed or copied to. */
export function line(max: number) {
  return v.pipe(
    v.string(),
    v.regex(/\S/, 'empty'),
    v.maxLength(max, `longer than ${max} characters`),
    v.check((text) => !UNPRINTABLE.test(text), 'holds a control character'),
  );
}

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  const text = `expected a whole number from ${min} to ${max}`;
  return v.pipe(v.number(text), v.integer(text), v.minValue(min, text), v.maxValue(max, text));
}

/** A finite number from `min` to `max`. */
export function numberBetween(min: number, max: number) {
  const text = `expected a number from ${min} to ${max}`;
  return v.pipe(v.number(text), v.finite(text), v.minValue(min, text), v.maxValue(max, text));
}
