// Cutting texts without a search that begins again at every character.

/** What stands before the first `mark`; all of a text without one. */
export function before(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

/** What stands between the first `open` and the last `close` behind it; null without both. */
export function between(text: string, open: string, close: string): string | null {
  const from = text.indexOf(open);
  const to = text.lastIndexOf(close);
  return from < 0 || to < from + open.length ? null : text.slice(from + open.length, to);
}

/** A text without blanks, and without any of `characters`, at its end. */
export function withoutTrailing(text: string, characters: string): string {
  let rest = text.trimEnd();
  while (rest !== '' && characters.includes(rest.at(-1)!)) rest = rest.slice(0, -1).trimEnd();
  return rest;
}

/** A file name without those of its endings, from the last one on, that are among `endings` (in lower case). */
export function withoutEndings(name: string, endings: readonly string[]): string {
  const parts = name.split('.');
  while (parts.length > 1 && endings.includes(parts.at(-1)!.toLowerCase())) parts.pop();
  return parts.join('.');
}
