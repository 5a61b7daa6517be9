import { message } from '../kernel/message';
import { evaluate, parseExpression, type Expression } from '../kernel/expression';
import { THREAD_VARIABLES } from '../kernel/program';
import { InputError } from '../kernel/result';
import { volume } from '../kernel/symbolic';
import { launchNames, threadVariable } from '../simulator/program/launch';
import type { FittedLaunch } from './launchShape';

type ThreadVariable = (typeof THREAD_VARIABLES)[number];

/** Variables that are the same for the lanes of a warp. */
const OF_WARP: readonly ThreadVariable[] = ['warp', 'block', 'blockX', 'blockY', 'blockZ'];
const COMPARISON = /^([^<>=!]+)(<=|>=|==|!=|<|>)([^<>=!]+)$/;

interface Parsed {
  readonly expression: Expression;
  /** Variables of the thread that it names. */
  readonly variables: readonly ThreadVariable[];
  readonly differsByLane: boolean;
}

interface Comparison {
  readonly left: Parsed;
  readonly operator: string;
  readonly right: Parsed;
}

/** Values of a program's expressions for one thread after another. */
export class ThreadValues {
  /** Number of the block that threads are in. */
  block = 0;
  private readonly names: Map<string, number>;
  private readonly parsed = new Map<string, Parsed>();
  private readonly comparisons = new Map<string, Comparison>();

  constructor(
    private readonly launch: FittedLaunch,
    parameters: Readonly<Record<string, number>>,
  ) {
    const { grid, block, sharedBytes } = launch;
    const geometry = launchNames({ grid, block, dynamicSharedBytes: sharedBytes });
    this.names = new Map([...geometry, ...Object.entries(parameters)]);
  }

  /** Gives a loop counter its value. */
  set(name: string, value: number): void {
    this.names.set(name, value);
  }

  /** @throws InputError for an expression that cannot be evaluated. */
  of(quantity: number | string, thread: number): number {
    return typeof quantity === 'number' ? quantity : this.valueOf(this.parse(quantity), thread);
  }

  /** The lanes for which a comparison holds. */
  lanesWhere(condition: string, lanes: readonly number[]): readonly number[] {
    const { left, operator, right } = this.comparison(condition);
    const holds = (thread: number) =>
      compare(operator, this.valueOf(left, thread), this.valueOf(right, thread));
    if (left.differsByLane || right.differsByLane) return lanes.filter(holds);
    return lanes.length > 0 && holds(lanes[0]!) ? lanes : [];
  }

  private comparison(condition: string): Comparison {
    let known = this.comparisons.get(condition);
    if (known === undefined) {
      const match = COMPARISON.exec(condition);
      if (match === null) throw new InputError(message('fitting.noComparison', { condition }));
      const [, left = '', operator = '', right = ''] = match;
      known = { left: this.parse(left), operator, right: this.parse(right) };
      this.comparisons.set(condition, known);
    }
    return known;
  }

  private parse(text: string): Parsed {
    let parsed = this.parsed.get(text);
    if (parsed === undefined) {
      const variables = THREAD_VARIABLES.filter((name) => mentions(text, name));
      parsed = {
        expression: parseExpression(text, 'program'),
        variables,
        differsByLane: variables.some((name) => !OF_WARP.includes(name)),
      };
      this.parsed.set(text, parsed);
    }
    return parsed;
  }

  private valueOf({ expression, variables }: Parsed, thread: number): number {
    for (const name of variables) this.names.set(name, this.variable(name, thread));
    return evaluate(expression, this.names, 'program');
  }

  private variable(name: ThreadVariable, thread: number): number {
    const { grid, block } = this.launch;
    const of = (axis: 'X' | 'Y' | 'Z'): number => threadVariable(`thread${axis}`, thread, block)!;
    switch (name) {
      case 'block':
        return this.block;
      case 'blockX':
        return this.block % grid[0];
      case 'blockY':
        return Math.floor(this.block / grid[0]) % grid[1];
      case 'blockZ':
        return Math.floor(this.block / (grid[0] * grid[1]));
      case 'globalX':
        return this.variable('blockX', thread) * block[0] + of('X');
      case 'globalY':
        return this.variable('blockY', thread) * block[1] + of('Y');
      case 'globalZ':
        return this.variable('blockZ', thread) * block[2] + of('Z');
      case 'globalThread':
        return this.block * volume(block) + thread;
      default:
        return threadVariable(name, thread, block)!;
    }
  }
}

function compare(operator: string, left: number, right: number): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '==':
      return left === right;
    default:
      return left !== right;
  }
}

/** Tests whether a text has the name in it. */
export function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
