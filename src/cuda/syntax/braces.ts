import { splitCommas } from './angles';
import { tokenize } from './lexer';

/** The expressions of a list, split at its commas. */
export function splitText(text: string): string[] {
  const tokens = tokenize(text, false);
  return splitCommas(tokens, 0, tokens.count).map((part) => tokens.slice(part.from, part.to));
}

/** The expressions between the braces of `{a, b}` or `Type{a, b}`; null for anything else. */
export function bracedList(
  text: string,
): { readonly type: string; readonly elements: readonly string[] } | null {
  const match = /^\s*([A-Za-z_][\w:<>, ]*)?\{([\s\S]*)\}\s*$/.exec(text);
  if (match === null) return null;
  return { type: match[1] ?? '', elements: splitText(match[2]!).filter((part) => part.trim() !== '') };
}

/** The element that gives a member its value, by designator (`.name = x`) or by position; undefined for none. */
export function elementFor(elements: readonly string[], name: string, place: number): string | undefined {
  const designated = new RegExp(`^\\s*\\.${name}\\s*=?\\s*(?=\\S)`);
  const named = elements.find((element) => designated.test(element));
  if (named !== undefined) return named.replace(designated, '');
  return elements.some((element) => /^\s*\.[A-Za-z_]/.test(element)) ? undefined : elements[place];
}
