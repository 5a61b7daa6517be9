import { evaluate } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';

/** Loops longer than this are taken only so far: later rounds repeat the earlier ones. */
const MAX_ROUNDS = 64;

/** The counter of a `for` loop and the values it takes. */
export interface CountedLoop {
  readonly name: string;
  readonly values: readonly number[];
  /** Rounds that were left out. */
  readonly omitted: number;
}

const HEAD =
  /^\s*(?:[A-Za-z_][\w:\s]*\s)?(?<name>[A-Za-z_]\w*)\s*=\s*(?<from>[^;,]+);\s*\k<name>\s*(?<relation><=?|>=?|!=)\s*(?<to>[^;]+);\s*(?<advance>.+?)\s*$/s;

/** Reads `for (int i = a; i < b; i += c)` as far as `scope` knows the numbers; null for any other loop. */
export function countedLoop(head: string, scope: Scope, mode: EvaluationMode): CountedLoop | null {
  const { name = '', from = '', relation = '', to = '', advance = '' } = HEAD.exec(head)?.groups ?? {};
  if (name === '') return null;
  const first = evaluate(from, scope, mode).value;
  const limit = evaluate(to, scope, mode).value;
  const next = advancer(name, advance, scope);
  if (first === null || limit === null || !next) return null;
  const holds = relationOf(relation, limit);
  const values: number[] = [];
  let rounds = 0;
  for (let value = first; holds(value) && rounds < 1_000_000; value = next(value), rounds++)
    if (values.length < MAX_ROUNDS) values.push(value);
  return { name, values, omitted: rounds - values.length };
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

/** Step of a loop counter as a function of its value; null when it does not move, or is not understood. */
function advancer(name: string, text: string, scope: Scope): ((value: number) => number) | null {
  if (new RegExp(`^(\\+\\+\\s*${name}|${name}\\s*\\+\\+)$`).test(text)) return (value) => value + 1;
  if (new RegExp(`^(--\\s*${name}|${name}\\s*--)$`).test(text)) return (value) => value - 1;
  const match = new RegExp(`^${name}\\s*(\\+|-|\\*|/|>>|<<)=\\s*(.+)$`, 's').exec(text);
  const step = match && evaluate(match[2]!, scope).value;
  if (!match || step === null || step === 0) return null;
  switch (match[1]) {
    case '+':
      return (value) => value + step;
    case '-':
      return (value) => value - step;
    case '*':
      return step === 1 ? null : (value) => value * step;
    case '/':
      return step === 1 ? null : (value) => Math.trunc(value / step);
    case '>>':
      return (value) => value >> step;
    default:
      return (value) => value << step;
  }
}
