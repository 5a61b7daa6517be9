import type { CallArgument, Flow, Scope, WrittenArgument } from '../constants/scope';
import { isWritten } from '../constants/writtenArguments';
import { splitCommas } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';

/** Where the lambdas of a function body are called: told as it is read, asked for when that is done. */
export class LambdaCalls {
  private readonly calls = new Map<string, number[]>();

  /** A lambda that a variable is given; the parentheses of its calls come into the list. */
  declared(name: string): readonly number[] {
    const calls: number[] = [];
    this.calls.set(name, calls);
    return calls;
  }

  called(name: string, open: number): void {
    this.calls.get(name)?.push(open);
  }
}

/** What calls give a parameter, by their parentheses; null where there are none or one leaves it out. */
export function argumentsAt(
  tokens: Tokens,
  calls: readonly number[],
  parameter: number,
  flow: Flow,
): readonly CallArgument[] | null {
  const found: CallArgument[] = [];
  for (const open of calls) {
    const range = splitCommas(tokens, open + 1, tokens.partner(open))[parameter];
    if (range === undefined) return null;
    found.push({ text: tokens.slice(range.from, range.to), scope: flow.at(open) });
  }
  return found.length === 0 ? null : found;
}

/** A variable that a call writes. */
interface WrittenVariable {
  readonly name: string;
  /** The `&` in front of it; null where it is handed over by reference. */
  readonly address: number | null;
  readonly written: WrittenArgument;
}

/** The variables that the function of a call assigns to, by what its body says; `isOwn` tells those of the caller. */
export function writtenArguments(
  tokens: Tokens,
  open: number,
  scope: Scope,
  isOwn: (name: string) => boolean,
): readonly WrittenVariable[] {
  const callee = tokens.at(open - 1);
  const parts = splitCommas(tokens, open + 1, tokens.partner(open));
  const own = parts.map(({ from, to }) => {
    const address = tokens.is(from, '&') ? from : null;
    const at = address === null ? from : from + 1;
    return to === at + 1 && isOwn(tokens.at(at)) ? { name: tokens.at(at), address } : null;
  });
  const symbol = own.every((one) => one === null) ? undefined : scope.lookup(callee)?.symbol;
  if (symbol?.kind !== 'function') return [];
  const fitting = symbol.overloads.filter(({ parameters }) => parameters.length === parts.length);
  const given = parts.map(({ from, to }) => tokens.slice(tokens.is(from, '&') ? from + 1 : from, to));
  return own.flatMap((one, place) => {
    const isAddress = one?.address !== null;
    if (one === null || !fitting.some((overload) => isWritten(overload, place, isAddress))) return [];
    return [{ ...one, written: { callee, arguments: given, place } }];
  });
}
