import type { FunctionParameter } from '../constants/scope';
import { foldText, splitCommas, type TokenRange } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';

const TYPE_WORD =
  /^(const|volatile|unsigned|signed|long|short|int|char|float|double|bool|void|auto|struct|class|typename|enum|__restrict__|__restrict|restrict)$/;

/** Index of a top-level `=`; `to` when there is none. */
function defaultAt(tokens: Tokens, range: TokenRange): number {
  for (let index = range.from; index < range.to; index++) {
    const text = tokens.at(index);
    if (text === '(' || text === '[' || text === '{') index = Math.max(index, tokens.partner(index));
    else if (text === '=') return index;
  }
  return range.to;
}

/** `void (*name)(int)` and `T (&name)[N]`: the name inside the first parentheses; -1 otherwise. */
export function nameInParentheses(tokens: Tokens, from: number, to: number): number {
  for (let index = from; index < to; index++) {
    if (!tokens.is(index, '(') || !/^[*&]$/.test(tokens.at(index + 1))) continue;
    const close = tokens.partner(index);
    for (let inner = close - 1; inner > index; inner--) if (tokens.isIdentifier(inner)) return inner;
  }
  return -1;
}

/** Index of a parameter's name; -1 for an unnamed one. */
function nameAt(tokens: Tokens, from: number, to: number): number {
  const nested = nameInParentheses(tokens, from, to);
  if (nested >= 0) return nested;
  let last = to - 1;
  while (tokens.is(last, ']') && tokens.partner(last) > from) last = tokens.partner(last) - 1;
  if (last <= from || !tokens.isIdentifier(last) || TYPE_WORD.test(tokens.at(last))) return -1;
  const before = tokens.at(last - 1);
  return before === '::' ||
    (/^(const|volatile|struct|class|typename|enum)$/.test(before) && last - 1 === from)
    ? -1
    : last;
}

function readParameter(tokens: Tokens, part: TokenRange): FunctionParameter {
  const end = defaultAt(tokens, part);
  const name = nameAt(tokens, part.from, end);
  const type =
    name < 0
      ? tokens.slice(part.from, end)
      : `${tokens.slice(part.from, name)} ${tokens.slice(name + 1, end)}`;
  const base = {
    name: name < 0 ? '' : tokens.at(name),
    type: foldText(type),
  };
  return end < part.to ? { ...base, default: foldText(tokens.slice(end + 1, part.to)) } : base;
}

/** The parameters between the parentheses at `open` and `close`; `(void)` and `()` have none. */
export function readParameters(tokens: Tokens, open: number, close: number): FunctionParameter[] {
  if (close === open + 2 && tokens.is(open + 1, 'void')) return [];
  return splitCommas(tokens, open + 1, close, true)
    .filter((part) => part.to > part.from && !tokens.is(part.from, '...'))
    .map((part) => readParameter(tokens, part));
}
