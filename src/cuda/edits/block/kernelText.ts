import { tokenize } from '../../syntax/lexer';
import { TokenKind } from '../../syntax/tokens';

/** Types whose C-style casts and constructors change no whole number that indexes threads. */
const NUMBER_TYPE =
  'unsigned int|unsigned long long|long long|unsigned long|unsigned|int|long|size_t|ssize_t|ptrdiff_t|u?int(?:32|64)_t|uint|ulong';
const CAST = new RegExp(`\\((?:${NUMBER_TYPE})\\)`, 'g');
const STATIC_CAST = new RegExp(`static_cast<(?:${NUMBER_TYPE})>\\(([^()]*(?:\\([^()]*\\)[^()]*)?)\\)`, 'g');
const MUL24 = /__u?mul24\(([^(),]+),([^(),]+)\)/g;
const ALIAS =
  /(?<=[;{}])(?:const )?(?:unsigned int|unsigned|int|uint|size_t|auto)(?: const)? (\w+)=((?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]);/g;

/**
 * The body of a kernel in a form that patterns can be looked for in: no comments, one space where two words meet and
 * none elsewhere, no casts between whole numbers, and built-in ids in place of variables that only name them.
 */
export function kernelText(text: string): string {
  const tokens = tokenize(text.slice(text.indexOf('{')));
  let flat = '';
  let endsWithWord = false;
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kind(index) === TokenKind.directive) {
      flat += `#${tokens.at(index).replace(/^\s*#\s*/, '')};`;
      endsWithWord = false;
      continue;
    }
    const token = tokens.at(index);
    flat += endsWithWord && /^\w/.test(token) ? ` ${token}` : token;
    endsWithWord = /\w$/.test(token);
  }
  return withoutAliases(
    withoutDirectives(flat).replace(CAST, '').replace(STATIC_CAST, '$1').replace(MUL24, '($1*$2)'),
  );
}

/** Variables that are given a built-in id once and never written again are that id. */
function withoutAliases(text: string): string {
  let result = text;
  for (const [declaration, name, builtin] of text.matchAll(ALIAS)) {
    if (isWritten(text.replace(declaration, ''), name!)) continue;
    result = result.replace(declaration, '').replace(new RegExp(`(?<![\\w.])${name}\\b`, 'g'), builtin!);
  }
  return result;
}

/** Tests whether a variable is assigned, incremented or has its address taken. */
export function isWritten(text: string, name: string): boolean {
  return new RegExp(
    `(?<![\\w.>])${name}(?:=(?!=)|\\+=|-=|\\*=|/=|%=|&=|\\|=|\\^=|<<=|>>=|\\+\\+|--)|(?:\\+\\+|--|(?<![&\\w\\])])&)${name}\\b`,
  ).test(text);
}

/** The statements of a text, those in braces whole. */
export function splitStatements(text: string): readonly string[] {
  const statements: string[] = [];
  let rest = text;
  while (rest !== '') {
    const length = statementLength(rest);
    statements.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return statements;
}

function statementLength(text: string): number {
  if (text.startsWith('{')) return closing(text, 0) + 1;
  const head = /^(?:if|for|while|switch)(?=\()/.exec(text)?.[0];
  if (head === undefined) return simpleLength(text);
  const body = closing(text, head.length) + 1;
  const end = body + statementLength(text.slice(body));
  const otherwise = head === 'if' ? /^else ?/.exec(text.slice(end))?.[0].length : undefined;
  return otherwise === undefined ? end : end + otherwise + statementLength(text.slice(end + otherwise));
}

function simpleLength(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ';') return at + 1;
    if ('([{'.includes(text[at]!)) at = closing(text, at);
  }
  return text.length;
}

/** Place of the bracket that closes the one at `open`; the text's end where none does. */
export function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++;
    else if (')]}'.includes(text[at]!) && --depth === 0) return at;
  }
  return text.length - 1;
}

/** Each directive ends with `;` here; what follows the last one is not looked through for a directive's end. */
function withoutDirectives(flat: string): string {
  const end = flat.lastIndexOf(';') + 1;
  return flat.slice(0, end).replace(/#[^;]*;?/g, '') + flat.slice(end);
}
