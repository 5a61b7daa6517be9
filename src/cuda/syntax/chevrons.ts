import { closeAngle } from './angles';
import { tokenize } from './lexer';
import type { Tokens } from './tokens';

/** The `>` of the `>>>` that ends a launch configuration which begins at `from`; -1 when there is none. */
export function endOfConfiguration(tokens: Tokens, from: number, isClose = isTripleClose): number {
  for (let index = from; index < tokens.count; index++) {
    const text = tokens.at(index);
    if (text === ';' || text === ')' || text === '}' || text === '<<<') return -1;
    if (text === '(' || text === '[' || text === '{') {
      const close = tokens.partner(index);
      if (close < 0) return -1;
      index = close;
    } else if (text === '<' && tokens.isIdentifier(index - 1)) {
      const close = closeAngle(tokens, index);
      // `A<B>>>>(…)`: the list ends with the first of four.
      if (close > 0 && !isClose(tokens, close)) index = close;
    } else if (text === '>' && isClose(tokens, index)) {
      return index;
    }
  }
  return -1;
}

function isTripleClose(tokens: Tokens, index: number): boolean {
  const start = tokens.start(index);
  return isSpacedClose(tokens, index) && tokens.start(index + 2) === start + 2;
}

function isSpacedClose(tokens: Tokens, index: number): boolean {
  const three = [0, 1, 2].every((step) => tokens.is(index + step, '>')) && tokens.is(index + 3, '(');
  return three && tokens.start(index + 1) === tokens.start(index) + 1;
}

/**
 * The tokens of a preprocessed text. The compiler also takes `<< <` and `>> >`, which formatters that know no CUDA
 * make of a launch's chevrons: they are closed up, and every other token stays where it is.
 */
export function tokenizeLaunches(text: string): Tokens {
  const tokens = tokenize(text, false);
  if (!/<<\s+<|>>\s+>/.test(text)) return tokens;
  const parts: string[] = [];
  let done = 0;
  const closeUp = (from: number, to: number, closed: string) => {
    const gaps: string[] = [];
    for (let index = from; index < to; index++)
      gaps.push(text.slice(tokens.end(index), tokens.start(index + 1)));
    parts.push(text.slice(done, tokens.start(from)), closed, ...gaps);
    done = tokens.end(to);
  };
  for (let index = 0; index < tokens.count; index++) {
    const spaced = tokens.is(index, '<<') && tokens.is(index + 1, '<');
    if (!spaced && !tokens.is(index, '<<<')) continue;
    const end = endOfConfiguration(tokens, index + (spaced ? 2 : 1), isSpacedClose);
    if (end < 0) continue;
    if (spaced) closeUp(index, index + 1, '<<<');
    closeUp(end, end + 2, '>>>');
    index = end + 2;
  }
  return parts.length === 0 ? tokens : tokenize(parts.join('') + text.slice(done), false);
}
