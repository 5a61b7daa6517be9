import { foldText } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';

/** A variable with the members and elements behind it. */
export interface HandlePath {
  /** The variable; with its class or namespace where that is written. */
  readonly root: string;
  readonly isQualified: boolean;
  /** Whether it is a member of the object whose method says so: `this->root`. */
  readonly isOwn: boolean;
  /** Members and elements in one notation: `.member[2]`. */
  readonly rest: string;
}

/** Stands for whichever element a number picks that the sources do not tell. */
export const ANY_ELEMENT = '[*]';

const INDEX = /\[([^[\]]*)\]/g;

/** A name with whichever elements of its lists: `a[*].b` of `a[2].b`. */
export const withAnyElements = (name: string): string => name.replace(INDEX, ANY_ELEMENT);

/** Whether what goes by one name may be all that another name stands for: `a[*].b[2]` has `a[7].b[2]`. */
export function hasElement(list: string, name: string): boolean {
  if (list === name) return true;
  if (!list.includes(ANY_ELEMENT) || withAnyElements(list) !== withAnyElements(name)) return false;
  const [any, one] = [list, name].map((each) => [...each.matchAll(INDEX)].map(([, index]) => index));
  return any!.every((index, at) => index === '*' || index === one![at]);
}

/** Longer texts are no paths. */
export const MAX_TEXT = 300;
/** What leads to what an object holds, or to its first element. */
const HOLDS = /^(?:get|data|value)$/;

/**
 * Reads `&a->b[i].c`, `(*p).s`, `this->s` and `list.at(i)->s`; null for all that is no variable, and for calls.
 *
 * @param valueOf what an index is, as it is written
 */
export function handlePath(text: string, valueOf: (index: string) => string): HandlePath | null {
  if (text.length > MAX_TEXT) return null;
  const tokens = tokenize(text, false);
  return pathWithin(tokens, 0, tokens.count, valueOf);
}

function pathWithin(
  tokens: Tokens,
  from: number,
  to: number,
  valueOf: (index: string) => string,
): HandlePath | null {
  let at = from;
  while (at < to && /^[&*]$/.test(tokens.at(at))) at++;
  const start = tokens.is(at, '(') ? inBrackets(tokens, at, valueOf) : rootAt(tokens, at);
  if (start === null) return null;
  let { rest } = start.path;
  at = start.next;
  while (at < to) {
    const step = stepAt(tokens, at, valueOf);
    if (step === null) return null;
    rest += step.text;
    at = step.next;
  }
  return { ...start.path, rest };
}

interface Start {
  readonly path: HandlePath;
  readonly next: number;
}

function inBrackets(tokens: Tokens, at: number, valueOf: (index: string) => string): Start | null {
  const close = tokens.partner(at);
  const path = close < at ? null : pathWithin(tokens, at + 1, close, valueOf);
  return path === null ? null : { path, next: close + 1 };
}

function rootAt(tokens: Tokens, at: number): Start | null {
  const isOwn = tokens.is(at, 'this') && tokens.is(at + 1, '->');
  let next = isOwn ? at + 2 : at;
  if (!tokens.isIdentifier(next)) return null;
  let root = tokens.at(next);
  for (next++; tokens.is(next, '::') && tokens.isIdentifier(next + 1); next += 2)
    root += `::${tokens.at(next + 1)}`;
  return { path: { root, isQualified: root.includes('::'), isOwn, rest: '' }, next };
}

function stepAt(
  tokens: Tokens,
  at: number,
  valueOf: (index: string) => string,
): { readonly text: string; readonly next: number } | null {
  const close = tokens.partner(at);
  if (tokens.is(at, '[') && close > at)
    return { text: `[${valueOf(foldText(tokens.slice(at + 1, close)))}]`, next: close + 1 };
  if (!/^(?:\.|->)$/.test(tokens.at(at)) || !tokens.isIdentifier(at + 1)) return null;
  if (!tokens.is(at + 2, '(')) return { text: `.${tokens.at(at + 1)}`, next: at + 2 };
  const end = tokens.partner(at + 2);
  if (tokens.is(at + 1, 'at') && end > at + 3)
    return { text: `[${valueOf(foldText(tokens.slice(at + 3, end)))}]`, next: end + 1 };
  return HOLDS.test(tokens.at(at + 1)) && end === at + 3 ? { text: '', next: end + 1 } : null;
}
