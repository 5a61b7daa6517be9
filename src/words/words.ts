import * as l10n from '@vscode/l10n';
import { isMessage, type Message, type MessageValue, type Words } from '../kernel/message';
import { FORMATS, TEXT_FORMATS } from './formats';
import { TABLE } from './tables';

/** A value with words in place of every message in it. */
type Worded<T> = T extends Message
  ? string
  : T extends object
    ? { readonly [Key in keyof T]: Worded<T[Key]> }
    : T;

const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

/** What a message says in the language that `useLanguage` has set; English otherwise. A text stays as it is. */
export function words(said: Words): string {
  if (typeof said === 'string') return said;
  const text = spoken(said, (template) => l10n.t(template));
  return unitsStay ? text.replace(BEFORE_UNIT, '\u00a0') : text;
}

/** The space between a number and its unit. */
const BEFORE_UNIT = /(?<=\d) (?=%|(?:[nµm]?s|B|[KMGT]i?B(?:\/s)?)(?![\p{L}\d]))/gu;

let unitsStay = false;

/** From now on no line breaks between a number and its unit: for pages, whose lines are as long as they are wide. */
export function keepUnits(): void {
  unitsStay = true;
}

/** Whether the table has this code. */
export const hasWords = (code: string): boolean => code in TABLE;

/** The same in English, whatever the language: for JSON answers, logs and tests. */
export function english(said: Words): string {
  return typeof said === 'string' ? said : spoken(said, (template) => template);
}

/** An answer with words in place of messages, however deep; nothing else of it changes; the same where there are none. */
export function worded<T>(answer: T, say: (said: Message) => string = words): Worded<T> {
  if (isMessage(answer)) return say(answer) as Worded<T>;
  if (!Array.isArray(answer) && !isPlain(answer)) return answer as Worded<T>;
  const parts = Object.entries(answer);
  const said = parts.map(([key, part]) => [key, worded(part, say)] as const);
  if (said.every(([, part], at) => part === parts[at]![1])) return answer as Worded<T>;
  return (Array.isArray(answer) ? said.map(([, part]) => part) : Object.fromEntries(said)) as Worded<T>;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** @param translate from the English template to that of the language */
function spoken({ say, values = {} }: Message, translate: (template: string) => string): string {
  const entry = TABLE[say];
  if (entry === undefined) return say;
  const template = typeof entry === 'string' ? entry : values[entry.plural] === 1 ? entry.one : entry.other;
  return translate(template).replace(PLACEHOLDER, (_, name: string, format?: string) =>
    shown(values[name] ?? '', format, translate),
  );
}

function shown(
  value: MessageValue,
  format: string | undefined,
  translate: (template: string) => string,
): string {
  if (typeof value === 'number') return format === undefined ? String(value) : FORMATS[format]!(value);
  if (typeof value === 'string') return format === undefined ? cut(value) : TEXT_FORMATS[format]!(cut(value));
  if (isMessage(value)) return spoken(value, translate);
  return value.map((item) => shown(item, format, translate)).join(', ');
}

/** Characters of a value at most, and of its end where it is longer: paths and names tell most there. */
const MOST = 1000;
const END = 150;

/** What someone wrote may be as long as a file: its beginning and end are enough to find it. */
function cut(value: string): string {
  if (value.length <= MOST) return value;
  const [start, end] = [value.slice(0, MOST - END - 1), value.slice(-END)];
  // No half of a pair of code units is left at the cut.
  return `${start.replace(/[\ud800-\udbff]$/, '')}…${end.replace(/^[\udc00-\udfff]/, '')}`;
}

let tag = 'en';

/**
 * Translations by English template, as in `l10n/bundle.l10n.LANGUAGE.json`; none for English.
 *
 * @param language its tag of BCP 47
 */
export function useLanguage(bundle: Readonly<Record<string, string>>, language = 'en'): void {
  l10n.config({ contents: { ...bundle } });
  tag = language;
}

/** Tag of the language that texts are in (BCP 47), for pages that say so. */
export const languageTag = (): string => tag;
