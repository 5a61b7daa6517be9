import * as l10n from '@vscode/l10n';
import { isMessage, type Message, type MessageValue, type Words } from '../kernel/message';
import { FORMATS } from './formats';
import { TABLE } from './tables';

/** A value with words in place of every message in it. */
type Worded<T> = T extends Message
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Worded<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Worded<T[Key]> }
      : T;

const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

/** What a message says in the language that `useLanguage` has set; English otherwise. A text stays as it is. */
export function words(said: Words): string {
  return typeof said === 'string' ? said : spoken(said, (template) => l10n.t(template));
}

/** Whether the table has this code. */
export const hasWords = (code: string): boolean => code in TABLE;

/** The same in English, whatever the language: for JSON answers, logs and tests. */
export function english(said: Words): string {
  return typeof said === 'string' ? said : spoken(said, (template) => template);
}

/** An answer with words in place of messages, however deep; nothing else of it changes. */
export function worded<T>(answer: T, say: (said: Message) => string = words): Worded<T> {
  if (isMessage(answer)) return say(answer) as Worded<T>;
  if (Array.isArray(answer)) return answer.map((item: unknown) => worded(item, say)) as Worded<T>;
  if (!isPlain(answer)) return answer as Worded<T>;
  return Object.fromEntries(
    Object.entries(answer).map(([key, part]) => [key, worded(part, say)]),
  ) as Worded<T>;
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
  if (typeof value === 'string') return value;
  if (isMessage(value)) return spoken(value, translate);
  return value.map((item) => shown(item, format, translate)).join(', ');
}

/** Translations by English template, as in `l10n/bundle.l10n.LANGUAGE.json`; none for English. */
export function useLanguage(bundle: Readonly<Record<string, string>>): void {
  l10n.config({ contents: { ...bundle } });
}
