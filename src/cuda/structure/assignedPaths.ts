import { TokenKind, type Tokens } from '../syntax/tokens';

/** A variable that is assigned to, as a path, and the token at which it begins. */
export interface AssignedPath {
  readonly path: string;
  readonly from: number;
}

/** The variable path that ends at `end`: `a`, `a.b`, `a->b`, `a[0].b`; null for elements and dereferences. */
export function pathEnding(tokens: Tokens, end: number): AssignedPath | null {
  if (!tokens.isIdentifier(end)) return null;
  let from = end;
  while (/^(\.|->)$/.test(tokens.at(from - 1))) {
    const owner = tokens.isIdentifier(from - 2) ? from - 2 : numberedElement(tokens, from - 2);
    if (owner < 0) break;
    from = owner;
  }
  const before = tokens.at(from - 1);
  if (before === '.' || before === '->' || before === '::') return null;
  if (before === '*' && !tokens.isIdentifier(from - 2) && !tokens.is(from - 2, ')')) return null;
  const path = tokens
    .slice(from, end + 1)
    .replace(/\s+/g, '')
    .replaceAll('->', '.')
    .replace(/^this\./, '');
  return { path, from };
}

/** Start of `a[0]` that ends at `close`; -1 where the element has no number. */
function numberedElement(tokens: Tokens, close: number): number {
  const open = tokens.is(close, ']') ? tokens.partner(close) : -1;
  const isNumber = open === close - 2 && /^\d+$/.test(tokens.at(open + 1));
  return isNumber && tokens.isIdentifier(open - 1) ? open - 1 : -1;
}

/** The path that begins at `from`: `a`, `a.b`, `a->b`. */
export function pathFrom(tokens: Tokens, from: number): string {
  let end = from;
  while (/^(\.|->)$/.test(tokens.at(end + 1)) && tokens.isIdentifier(end + 2)) end += 2;
  return tokens.slice(from, end + 1).replaceAll('->', '.');
}

/** The number of an element in brackets that is a variable of its own; null for other indices. */
export function literalIndex(tokens: Tokens, open: number, close: number): string | null {
  return close === open + 2 && tokens.kind(open + 1) === TokenKind.number ? tokens.at(open + 1) : null;
}
