/**
 * Something to be said to the user, as a code and values. The words are made where it is shown
 * (`src/words`, in the user's language), so that nothing below ever reads or patches a sentence.
 */
export interface Message {
  /** Code in the table of messages, `room.what`, e.g. `simulator.gridTooLarge`. */
  readonly say: string;
  readonly values?: Readonly<Record<string, MessageValue>>;
}

/** A number, a name that is shown as it stands, a message within the message, or a list of these. */
export type MessageValue = string | number | Message | readonly MessageValue[];

/** A message; `say` is a code of the table in `src/words`, `values` fill its placeholders. */
export function message(say: string, values?: Readonly<Record<string, MessageValue>>): Message {
  return values === undefined ? { say } : { say, values };
}

/** Tests whether a value is a message. */
export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && typeof (value as { say?: unknown }).say === 'string';
}

/** Words to show: a message, or a text that is no language's (a name, a path, a piece of code). */
export type Words = Message | string;

/** Code and values of a message as text, for logs and stack traces; never shown to users. */
export function plain(words: Words): string {
  if (typeof words === 'string') return words;
  return words.values === undefined ? words.say : `${words.say} ${JSON.stringify(words.values)}`;
}
