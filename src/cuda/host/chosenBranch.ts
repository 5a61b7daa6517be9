import { evaluate } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';
import { tokenize } from '../syntax/lexer';

/** The branch of `c ? a : b` that a known condition takes; the text itself for all else. */
export function chosenBranch(text: string, scope: Scope, mode: EvaluationMode): string {
  if (!text.includes('?')) return text.trim();
  const tokens = tokenize(text, false);
  let [question, colon] = [-1, -1];
  for (let at = 0; at < tokens.count; at++) {
    const close = /^[([{]$/.test(tokens.at(at)) ? tokens.partner(at) : -1;
    const isWhole = at === 0 && close === tokens.count - 1 && tokens.is(0, '(');
    if (isWhole) return chosenBranch(tokens.slice(1, close), scope, mode);
    if (close > at) at = close;
    else if (tokens.is(at, '?') && question < 0) question = at;
    else if (tokens.is(at, ':') && question >= 0 && colon < 0) colon = at;
  }
  if (colon < 0) return text.trim();
  const { value } = evaluate(tokens.slice(0, question), scope, mode);
  if (value === null) return text.trim();
  return value === 0
    ? chosenBranch(tokens.slice(colon + 1, tokens.count), scope, mode)
    : chosenBranch(tokens.slice(question + 1, colon), scope, mode);
}
