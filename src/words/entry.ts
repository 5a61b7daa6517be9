/**
 * How a message is worded: a template with placeholders `{name}` or `{name:format}`, or two of them between which
 * the number `plural` chooses (1 takes `one`). Formats are those of `formats.ts`; a placeholder of a list takes
 * each item by the format and joins them with commas.
 */
export type Entry = string | { readonly plural: string; readonly one: string; readonly other: string };

/** Messages of one room of the code by their codes. */
export type Table = Readonly<Record<string, Entry>>;
