import type { Rewrite } from './rewrites';
import type { Tokens } from './tokens';

/** What binds less than a comparison, and what an expression stands between. */
const WEAKER = /^(&&|\|\||[&|^?:;,={}]|[=!]=|([-+*/%&|^]|<<|>>)=|return|case)$/;
/** Tokens that are looked at behind a `<`. */
const FARTHEST = 60;

/**
 * `a < b && c >= d`: in expressions the grammar takes it for an assignment to a template `a<b && c>`, and `a < b && c > (d)`
 * for a call of one. One of the comparisons gets parentheses in the place of the spaces around its sign.
 */
export function rewriteComparison(tokens: Tokens, index: number, rewrite: Rewrite): void {
  const joint = nextOf(tokens, index + 1, (at) => /^(&&|\|\||[<>]=?)$/.test(tokens.at(at)));
  if (joint < 0 || /[<>]/.test(tokens.at(joint))) return;
  const closing = nextOf(tokens, joint + 1, (at) => mayEndTemplate(tokens, at));
  if (closing < 0) return;
  if (parenthesize(tokens, index, joint, rewrite)) return;
  if (parenthesize(tokens, closing, endOf(tokens, closing + 1), rewrite)) return;
  if (tokens.is(closing, '>=')) parenthesizeBefore(tokens, index, joint, rewrite);
}

/** Whether the grammar takes a `>` for the end of a template with what may stand behind one. */
function mayEndTemplate(tokens: Tokens, at: number): boolean {
  return tokens.is(at, '>=') || (tokens.is(at, '>') && /^[-+*&([]$/.test(tokens.at(at + 1)));
}

/** The next token of a kind in the same brackets; -1 where the expression ends before. */
function nextOf(tokens: Tokens, start: number, isWanted: (at: number) => boolean): number {
  for (let at = start; at < start + FARTHEST; at++) {
    if (isWanted(at)) return at;
    const text = tokens.at(at);
    if (text === '' || /^[);\]{},?:]$|^([-+*/%&|^]|<<|>>)?=$/.test(text)) return -1;
    if (/^[([]$/.test(text)) at = Math.max(at, tokens.partner(at));
  }
  return -1;
}

function endOf(tokens: Tokens, start: number): number {
  let at = start;
  while (at < tokens.count && !WEAKER.test(tokens.at(at)) && !/^[)\]]$/.test(tokens.at(at)))
    at = /^[([]$/.test(tokens.at(at)) ? Math.max(at, tokens.partner(at)) + 1 : at + 1;
  return at;
}

function startOf(tokens: Tokens, sign: number): number {
  let at = sign;
  while (at > 0 && !WEAKER.test(tokens.at(at - 1)) && !/^[([]$/.test(tokens.at(at - 1)))
    at = /^[)\]]$/.test(tokens.at(at - 1)) ? Math.min(at - 1, tokens.partner(at - 1)) : at - 1;
  return at;
}

/** Puts a comparison in parentheses in the place of the spaces around what joins it to the next one. */
function parenthesizeBefore(tokens: Tokens, sign: number, joint: number, rewrite: Rewrite): void {
  const start = startOf(tokens, sign);
  if (start >= sign || !isSpaced(tokens, joint)) return;
  const left = tokens.slice(start, joint);
  if (tokens.end(joint - 1) === tokens.start(joint) - 1)
    rewrite(start, joint + 1, `(${left})${tokens.at(joint)}${tokens.at(joint + 1)}`);
}

function isSpaced(tokens: Tokens, at: number): boolean {
  return tokens.text[tokens.start(at) - 1] === ' ' && tokens.text[tokens.end(at)] === ' ';
}

/** Puts a comparison in parentheses; false where there are no spaces around its sign. */
function parenthesize(tokens: Tokens, sign: number, end: number, rewrite: Rewrite): boolean {
  const start = startOf(tokens, sign);
  const { text } = tokens;
  if (!isSpaced(tokens, sign) || start >= sign || end <= sign + 1) return false;
  const left = text.slice(tokens.start(start), tokens.start(sign) - 1);
  const right = text.slice(tokens.end(sign) + 1, tokens.end(end - 1));
  rewrite(start, end - 1, `(${left}${tokens.at(sign)}${right})`);
  return true;
}
