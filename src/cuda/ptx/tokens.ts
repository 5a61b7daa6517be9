import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';

/** A word, number or sign of PTX text. */
export interface PtxToken {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

const PATTERN =
  /(?<space>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<token>0[fFdD][0-9a-fA-F]+|0[xX][0-9a-fA-F]+U?|0[bB][01]+U?|\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|\d+U?|\.(?:reg|local|shared|param)(?=\.)|(?:[A-Za-z$%_.]|::)(?:[\w$.]|::)*|"(?:[^"\\\n]|\\.)*"|[@!(){}[\]<>,;:=|+\-*/&~?^])/y;

/**
 * The tokens of PTX text, without comments.
 * @throws InputError with the line of a character that no token begins with.
 */
export function ptxTokens(text: string, path: string): PtxToken[] {
  const tokens: PtxToken[] = [];
  let line = 1;
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < text.length) {
    const offset = PATTERN.lastIndex;
    const match = PATTERN.exec(text);
    if (match === null) throw unreadable(text[offset] ?? '', path, line);
    const [found] = match;
    if (match.groups?.['token'] !== undefined) tokens.push({ text: found, line });
    for (let at = found.indexOf('\n'); at !== -1; at = found.indexOf('\n', at + 1)) line++;
  }
  return tokens;
}

function unreadable(character: string, path: string, line: number): InputError {
  return new InputError(
    message('cuda.ptxCharacter', { character: JSON.stringify(character) }),
    'invalid-ptx',
    path,
    line,
  );
}
