import { evaluateNumber } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import { scalarOf } from '../constants/resolve';
import type { ResolvedSymbol, Scope } from '../constants/scope';
import { standIn } from '../constants/standIn';
import type { TokenRange } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';
import { expressionEnd } from './assignment';
import type { Frame } from './frame';

const COMPOUND = /^(?:[-+*/%&|^]|<<|>>)=$/;
const COUNTS = /^(?:\+\+|--)$/;
/** What stands in front of the name of a variable that is not assigned itself: a member, or what it points to. */
const OF_ANOTHER = /^(?:\.|->|::|\*)$/;

/** A change of a variable: `name = value`, `name += value` or `name++`, whose operator stands at `index`. */
interface Change {
  readonly name: string;
  /** The value that it gets, as an expression. */
  readonly value: string;
}

/** What the head of a loop gives variables, as written, by their names. */
export type Begins = ReadonlyMap<string, string>;

/** A variable that goes from round to round, with the scope that declares it. */
interface Carried {
  readonly name: string;
  readonly home: Scope;
  restore: () => void;
}

/**
 * Numbers that a loop changes itself beside its counter, round by round: `next = (next + 1) % streams`. They are known
 * as long as what changes them is.
 */
export class CarriedNumbers {
  private readonly carried: Carried[] = [];

  constructor(private readonly mode: EvaluationMode) {}

  /**
   * Runs `act`, which walks through the rounds of a loop that begins at `index`, while variables that `ranges` change
   * have the value that they have by then.
   *
   * @param begins what the head of the loop gives variables
   */
  during(
    frame: Frame,
    index: number,
    { ranges, begins }: { readonly ranges: readonly TokenRange[]; readonly begins: Begins },
    act: () => void,
  ): void {
    const first = this.carried.length;
    for (const range of ranges) this.begin(frame, index, range, begins);
    act();
    for (const { restore } of this.carried.splice(first).toReversed()) restore();
  }

  /** The variables that a range changes are not known any more: nothing tells how often, or whether, it runs. */
  forget(frame: Frame, range: TokenRange): void {
    if (this.carried.length === 0) return;
    for (let at = range.from; at < range.to; at++) {
      const change = changeAt(frame.tokens, at);
      const one = change === null ? undefined : this.of(frame, at, change.name);
      if (one !== undefined) this.give(one, null);
    }
  }

  /** The operator at `index` may change such a variable. */
  meet(frame: Frame, index: number): void {
    if (this.carried.length === 0) return;
    const change = changeAt(frame.tokens, index);
    const one = change === null ? undefined : this.of(frame, index, change.name);
    if (one === undefined) return;
    this.give(one, evaluateNumber(change!.value, frame.scopeAt(index), this.mode).value);
  }

  private begin(frame: Frame, index: number, { from, to }: TokenRange, begins: Begins): void {
    // In front of the loop: what it changes is what reaches its head as well.
    const before = frame.scopeAt(index - 1);
    for (let at = from; at < to; at++) {
      const { name } = changeAt(frame.tokens, at) ?? {};
      if (name === undefined || this.of(frame, at, name) !== undefined) continue;
      const found = frame.scopeAt(at).lookup(name);
      const own = begins.get(name);
      if (!isWhole(found) || (own === undefined && before.lookup(name)?.scope !== found.scope)) continue;
      const { value } = evaluateNumber(own ?? name, before, this.mode);
      const one: Carried = { name, home: found.scope, restore: () => undefined };
      this.carried.push(one);
      this.give(one, value);
    }
  }

  private of(frame: Frame, index: number, name: string): Carried | undefined {
    const home = frame.scopeAt(index).lookup(name)?.scope;
    return this.carried.find((one) => one.name === name && one.home === home);
  }

  /** Gives a variable a number, or none: it is then an unknown of its own name. */
  private give(one: Carried, value: number | null): void {
    one.restore();
    one.restore = standIn(one.home, one.name, value ?? one.name);
  }
}

/** Tests whether a name is that of one whole number. */
function isWhole(found: ResolvedSymbol | null): found is ResolvedSymbol {
  if (found?.symbol.kind !== 'variable' || found.symbol.extents.length > 0) return false;
  const { type } = found.symbol;
  return !type.includes('*') && scalarOf(type, found.scope)?.float === false;
}

/** The change whose operator stands at `index`; null where none does. */
function changeAt(tokens: Tokens, index: number): Change | null {
  const operator = tokens.at(index);
  if (COUNTS.test(operator)) {
    const [before, after] = [variableAt(tokens, index - 1), variableAt(tokens, index + 1)];
    const name = before ?? after;
    return name === null ? null : { name, value: `${name} ${operator[0]!} 1` };
  }
  const isPlain = operator === '=';
  if (!isPlain && !COMPOUND.test(operator)) return null;
  const name = variableAt(tokens, index - 1);
  if (name === null) return null;
  const right = tokens.slice(index + 1, expressionEnd(tokens, index + 1));
  return { name, value: isPlain ? right : `${name} ${operator.slice(0, -1)} (${right})` };
}

/** The variable whose name stands at `index` and is all of what is changed; null for others. */
function variableAt(tokens: Tokens, index: number): string | null {
  if (!tokens.isIdentifier(index) || OF_ANOTHER.test(tokens.at(index - 1))) return null;
  return tokens.is(index + 1, '[') || tokens.is(index + 1, '.') || tokens.is(index + 1, '->')
    ? null
    : tokens.at(index);
}
