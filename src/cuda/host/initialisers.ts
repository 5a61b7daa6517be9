import { closeAngle, foldText, splitCommas } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';

/** What a constructor's list gives members, as written: `A(cudaStream_t s) : stream(s), queues(4) {`. */
export function initialisers(tokens: Tokens, name: string): ReadonlyMap<string, readonly string[]> {
  const given = new Map<string, readonly string[]>();
  let at = 0;
  while (at < tokens.count && !(tokens.is(at, name) && tokens.is(at + 1, '('))) at++;
  at = tokens.partner(at + 1) + 1;
  while (at > 0 && at < tokens.count && !/^[:{]$/.test(tokens.at(at))) at++;
  while (/^[:,]$/.test(tokens.at(at)) && tokens.isIdentifier(at + 1)) {
    const behind = tokens.is(at + 2, '<') ? closeAngle(tokens, at + 2) + 1 : at + 2;
    const close = /^[({]$/.test(tokens.at(behind)) ? tokens.partner(behind) : -1;
    if (close < 0) return given;
    const texts = close === behind + 1 ? [] : splitCommas(tokens, behind + 1, close, true);
    given.set(
      tokens.at(at + 1),
      texts.map(({ from, to }) => foldText(tokens.slice(from, to))),
    );
    at = close + 1;
  }
  return given;
}
