import { TokenKind, type Tokens } from './tokens';

/** Replaces the tokens `from` to `to` (inclusive) by `text`, padded with spaces to their length. */
export type Rewrite = (from: number, to: number, text?: string) => void;

/** `new const float *[n]` reads as an array of floats: the grammar takes no `const` and `*` there. */
function newPointers(tokens: Tokens, index: number, rewrite: Rewrite): void {
  let at = index + 1;
  if (tokens.is(at, 'const')) rewrite(at, at);
  while (tokens.isIdentifier(at) || tokens.is(at, '::')) at++;
  const first = at;
  while (tokens.is(at, '*')) at++;
  if (at > first && tokens.is(at, '[')) rewrite(first, at - 1);
}

/** `va_arg(list, char *)`: an argument that is a type. */
function vaArgument(tokens: Tokens, index: number, rewrite: Rewrite): void {
  const close = tokens.is(index + 1, '(') ? tokens.partner(index + 1) : -1;
  for (let at = index + 2; at < close; at++) {
    if (tokens.is(at, ',')) {
      rewrite(at, close - 1);
      return;
    }
  }
}

/** `({ int a = x; a + 1; })`, a GNU expression: only the last one is kept. */
function statementExpression(tokens: Tokens, open: number, rewrite: Rewrite): void {
  const close = tokens.partner(open);
  const end = tokens.partner(open + 1);
  if (close < 0 || end !== close - 1 || !tokens.is(end - 1, ';')) return;
  let start = end - 1;
  while (start > open + 2 && !/^[;}]$/.test(tokens.at(start - 1))) {
    const opener = /^[)\]]$/.test(tokens.at(start - 1)) ? tokens.partner(start - 1) : -1;
    start = opener > open ? opener : start - 1;
  }
  rewrite(open + 1, start - 1);
  rewrite(end - 1, end);
}

/** A macro beside a string literal is one itself: `"%" PRId64 "\n"`. */
function stringNeighbour(tokens: Tokens, index: number, rewrite: Rewrite): void {
  const before = tokens.kind(index - 1) === TokenKind.string;
  const after = tokens.kind(index + 1) === TokenKind.string;
  const ends = /^[,);]$/.test(tokens.at(index + 1));
  const begins = /^[,(=]$/.test(tokens.at(index - 1));
  if ((before && (after || ends)) || (after && begins)) rewrite(index, index);
}

const WORDS: Readonly<Record<string, (tokens: Tokens, index: number, rewrite: Rewrite) => void>> = {
  new: newPointers,
  va_arg: vaArgument,
  // The grammar has no `typeid`; it stands where `sizeof` may stand.
  typeid: (_, index, rewrite) => rewrite(index, index, 'sizeof'),
  // The grammar has GCC's other spelling of it alone.
  __restrict: (_, index, rewrite) => rewrite(index, index, 'restrict'),
  // A friend that is defined in its class is a function like any other.
  friend: (_, index, rewrite) => rewrite(index, index),
};

/** Rewrites of single words that the grammar does not take as C++ does; whether there was one. */
export function rewriteWord(tokens: Tokens, index: number, rewrite: Rewrite): boolean {
  const word = tokens.at(index);
  if (Object.hasOwn(WORDS, word)) {
    WORDS[word]!(tokens, index, rewrite);
    return true;
  }
  stringNeighbour(tokens, index, rewrite);
  return false;
}

/** Rewrites that begin with a parenthesis. */
export function rewriteParenthesis(tokens: Tokens, index: number, rewrite: Rewrite): void {
  if (tokens.is(index + 1, '{')) statementExpression(tokens, index, rewrite);
}
