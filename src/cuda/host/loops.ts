import { evaluate, evaluateNumber } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';
import { settableOf } from '../../kernel/symbolic';
import { splitCommas, type TokenRange } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';

/** Loops longer than this are taken only so far: later rounds repeat the earlier ones. */
const MAX_ROUNDS = 64;
/** Rounds that are counted of a loop that nothing ends. */
const MOST_COUNTED = 1_000_000;

/** The counter of a `for` loop and the values it takes. */
export interface CountedLoop {
  readonly name: string;
  readonly values: readonly number[];
  /** Rounds that were left out. */
  readonly omitted: number;
  /** What its head gives variables. */
  readonly begins: ReadonlyMap<string, string>;
  /** What else is done at the end of each round, by its place among the tokens of the head. */
  readonly others: readonly TokenRange[];
}

const CONDITION = /^\s*(?<name>[A-Za-z_]\w*)\s*(?<relation><=?|>=?|!=)(?<to>[^;]+)$/s;
const BEGINS = /^\s*(?:[A-Za-z_][\w:\s]*\s)?(?<name>[A-Za-z_]\w*)\s*=(?<from>[^;]+)$/s;

/** What stands between the brackets of a loop that counts: more variables than one may begin and step there. */
interface Head {
  readonly name: string;
  readonly from: string;
  readonly relation: string;
  readonly to: string;
  readonly step: string;
  readonly begins: ReadonlyMap<string, string>;
  /** Other steps than the counter's, by their place among the tokens of the head. */
  readonly others: readonly TokenRange[];
}

function headOf(head: string): Head | null {
  const tokens = tokenize(head, false);
  const [first, second, ...more] = semicolons(tokens);
  if (first === undefined || second === undefined || more.length > 0) return null;
  const text = ({ from, to }: TokenRange): string => tokens.slice(from, to);
  const { name, relation, to } = CONDITION.exec(text({ from: first + 1, to: second }))?.groups ?? {};
  if (name === undefined || relation === undefined || to === undefined) return null;
  const begins = new Map(
    splitCommas(tokens, 0, first).flatMap((part) => {
      const { name: one, from: value } = BEGINS.exec(text(part))?.groups ?? {};
      return one === undefined || value === undefined ? [] : [[one, value] as const];
    }),
  );
  const from = begins.get(name) ?? (first === 0 ? name : undefined);
  const steps = splitCommas(tokens, second + 1, tokens.count);
  const step = steps.find((part) => new RegExp(`(?:^|\\W)${name}(?:$|\\W)`).test(text(part)));
  if (from === undefined || step === undefined) return null;
  return {
    name,
    from,
    relation,
    to,
    step: text(step),
    begins,
    others: steps.filter((part) => part !== step),
  };
}

/** Places of the semicolons that divide the head of a loop. */
function semicolons(tokens: Tokens): number[] {
  const places: number[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.is(at, ';')) places.push(at);
    else at = Math.max(at, tokens.partner(at));
  }
  return places;
}

/** Reads `for (int i = a; i < b; i += c)` as far as `scope` knows the numbers; null for any other loop. */
export function countedLoop(head: string, scope: Scope, mode: EvaluationMode): CountedLoop | null {
  const found = headOf(head);
  if (found === null) return null;
  const { name, from, relation, to, step, begins, others } = found;
  const first = evaluateNumber(from, scope, mode).value;
  const limit = evaluateNumber(to, scope, mode).value;
  const advance = advancer(name, step.trim(), scope);
  if (first === null || limit === null || !advance) return null;
  const holds = relationOf(relation, limit);
  const values: number[] = [];
  let value = first;
  for (; holds(value) && values.length < MAX_ROUNDS; value = advance.next(value)) values.push(value);
  return { name, values, omitted: roundsFrom(value, relation, limit, holds, advance), begins, others };
}

/** Names whose numbers would tell how often `for (…; i < n; …)` runs. */
export function openLength(head: string, scope: Scope, mode: EvaluationMode): readonly string[] {
  const found = headOf(head);
  return found === null
    ? []
    : [found.from, found.to].flatMap((text) => settableOf(evaluate(text, scope, mode)));
}

/** Rounds that are still to come at a value; as many as are told at most. */
function roundsFrom(
  value: number,
  relation: string,
  limit: number,
  holds: (value: number) => boolean,
  { next, by }: Advance,
): number {
  const most = MOST_COUNTED - MAX_ROUNDS;
  if (!holds(value)) return 0;
  const steps = by === null ? NaN : (limit - value) / by;
  if (Number.isInteger(by) && Number.isInteger(value)) {
    if (relation === '!=') return Number.isInteger(steps) && steps > 0 ? Math.min(most, steps) : most;
    // The counter goes away from its limit.
    if (steps < 0 || (steps === 0 && by! > 0 !== relation.startsWith('<'))) return most;
    return Math.min(most, relation.endsWith('=') ? Math.floor(steps) + 1 : Math.ceil(steps));
  }
  let rounds = 0;
  for (let at = value; holds(at) && rounds < most; at = next(at)) rounds++;
  return rounds;
}

function relationOf(relation: string, limit: number): (value: number) => boolean {
  switch (relation) {
    case '<':
      return (value) => value < limit;
    case '<=':
      return (value) => value <= limit;
    case '>':
      return (value) => value > limit;
    case '>=':
      return (value) => value >= limit;
    default:
      return (value) => value !== limit;
  }
}

/** How a loop counter moves. */
interface Advance {
  readonly next: (value: number) => number;
  /** What is added each time; null for other steps. */
  readonly by: number | null;
}

/** The step of a loop counter; null when it does not move, or is not understood. */
function advancer(name: string, text: string, scope: Scope): Advance | null {
  if (new RegExp(`^(\\+\\+\\s*${name}|${name}\\s*\\+\\+)$`).test(text)) return adding(1);
  if (new RegExp(`^(--\\s*${name}|${name}\\s*--)$`).test(text)) return adding(-1);
  const match = new RegExp(`^${name}\\s*(\\+|-|\\*|/|>>|<<)=\\s*(.+)$`, 's').exec(text);
  const step = match && evaluateNumber(match[2]!, scope).value;
  if (!match || step === null || step === 0) return null;
  switch (match[1]) {
    case '+':
      return adding(step);
    case '-':
      return adding(-step);
    case '*':
      return step === 1 ? null : { next: (value) => value * step, by: null };
    case '/':
      return step === 1 ? null : { next: (value) => Math.trunc(value / step), by: null };
    case '>>':
      return { next: (value) => value >> step, by: null };
    default:
      return { next: (value) => value << step, by: null };
  }
}

const adding = (by: number): Advance => ({ next: (value) => value + by, by });
