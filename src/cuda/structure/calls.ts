import { closeAngle, foldText, splitCommas, type TokenRange } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';

/** One call as the text has it. */
export interface CallSite {
  /** Token of the callee's name. */
  readonly index: number;
  readonly arguments: readonly TokenRange[];
  readonly templateArguments: readonly string[];
}

const NOT_CALLED =
  /^(if|for|while|switch|return|sizeof|catch|defined|decltype|alignof|assert|static_assert|__launch_bounds__|__align__)$/;

/** Words in front of a call; any other word in front of a name makes it a declaration. */
const BEFORE_CALL = /^(return|else|do|throw|new|case|co_return|co_await)$/;

/** The call whose callee's name stands at a token; null where none does. */
export function readCall(tokens: Tokens, index: number): CallSite | null {
  const angle = tokens.is(index + 1, '<') ? closeAngle(tokens, index + 1) : -1;
  const open = angle > 0 ? angle + 1 : index + 1;
  if (!tokens.is(open, '(')) return null;
  const close = tokens.partner(open);
  const declares = tokens.isIdentifier(index - 1) && !BEFORE_CALL.test(tokens.at(index - 1));
  if (close < 0 || declares) return null;
  const templateArguments =
    angle < 0
      ? []
      : splitCommas(tokens, index + 2, angle, true).map((part) => foldText(tokens.slice(part.from, part.to)));
  return { index, arguments: splitCommas(tokens, open + 1, close), templateArguments };
}

/**
 * Tokens at which calls may stand, for `readCall`, by the last part of the callee's name: what calls hand over is asked of
 * few of them. `defined` are the names of definitions.
 */
export function findCallees(tokens: Tokens, defined: ReadonlySet<number>): Map<string, number[]> {
  const callees = new Map<string, number[]>();
  for (let index = 0; index < tokens.count; index++) {
    if (!tokens.isIdentifier(index)) continue;
    const next = tokens.is(index + 1, '(') || tokens.is(index + 1, '<');
    if (!next || defined.has(index)) continue;
    const name = tokens.at(index);
    const places = callees.get(name);
    if (places !== undefined) places.push(index);
    else if (!NOT_CALLED.test(name)) callees.set(name, [index]);
  }
  return callees;
}
