import { tokenize } from '../syntax/lexer';
import { TokenKind, type Tokens } from '../syntax/tokens';

/** One statement of a block, as offsets of the text, its semicolon included. */
export interface Statement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The statements of the block around `offset`, and which of them holds it; null outside of a plain block. */
export function blockAround(
  text: string,
  offset: number,
): { readonly open: number; readonly statements: readonly Statement[]; readonly index: number } | null {
  const tokens = tokenize(text);
  // A call may be known by its line only: its statement holds the first token from there on.
  const first = tokens.indexAt(offset);
  const at = tokens.start(first);
  const open = enclosingBrace(tokens, first);
  if (open < 0) return null;
  const statements = statementsOf(tokens, open + 1, tokens.partner(open));
  const index = statements.findIndex(({ start, end }) => start <= at && at < end);
  return index < 0 ? null : { open, statements, index };
}

function enclosingBrace(tokens: Tokens, from: number): number {
  for (let index = from - 1; index >= 0; index--) {
    const partner = tokens.partner(index);
    if (tokens.is(index, '{') && partner > from) return index;
    if (tokens.is(index, '(') && partner > from) continue;
    if (partner >= 0 && partner < index) index = partner;
  }
  return -1;
}

/** Statements end at a semicolon or a closing brace; preprocessor lines stand for themselves. */
function statementsOf(tokens: Tokens, from: number, to: number): Statement[] {
  const statements: Statement[] = [];
  let first = from;
  const finish = (last: number): void => {
    const [start, end] = [tokens.start(first), tokens.end(last)];
    statements.push({ start, end, text: tokens.text.slice(start, end) });
    first = last + 1;
  };
  for (let index = from; index < to; index++) {
    const partner = tokens.partner(index);
    if (tokens.kind(index) === TokenKind.directive || tokens.is(index, ';')) finish(index);
    else if (tokens.is(index, '{') && partner > index) {
      index = partner;
      if (!/^[;,)=]$/.test(tokens.at(index + 1))) finish(index);
    } else if (partner > index) index = partner;
  }
  return statements;
}
