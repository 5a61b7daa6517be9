import { evaluate, parseExpression, type Expression } from '../kernel/expression';
import { THREAD_VARIABLES } from '../kernel/program';
import { InputError } from '../kernel/result';
import { volume } from '../kernel/symbolic';
import { launchNames, threadVariable } from '../simulator/program/launch';
import type { FittedLaunch } from './launchShape';

const OF_THREAD = ['lane', 'warp', 'thread', 'threadX', 'threadY', 'threadZ'] as const;
/** Variables that differ between the lanes of a warp. */
const OF_LANE = THREAD_VARIABLES.filter(
  (name) => !['warp', 'block', 'blockX', 'blockY', 'blockZ'].includes(name),
);
const COMPARISON = /^([^<>=!]+)(<=|>=|==|!=|<|>)([^<>=!]+)$/;

interface Parsed {
  readonly expression: Expression;
  readonly differsByLane: boolean;
}

/** Values of a program's expressions for one thread after another. */
export class ThreadValues {
  /** Number of the block that threads are in. */
  block = 0;
  private readonly names: Map<string, number>;
  private readonly parsed = new Map<string, Parsed>();

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
    if (typeof quantity === 'number') return quantity;
    this.setThread(thread);
    return evaluate(this.parse(quantity).expression, this.names, 'program');
  }

  /** The lanes for which a comparison holds. */
  lanesWhere(condition: string, lanes: readonly number[]): readonly number[] {
    const match = COMPARISON.exec(condition);
    if (match === null) throw new InputError(`condition: "${condition}" is no comparison`);
    const [, left = '', operator = '', right = ''] = match;
    const holds = (thread: number) => compare(operator, this.of(left, thread), this.of(right, thread));
    const byLane = this.parse(left).differsByLane || this.parse(right).differsByLane;
    if (byLane) return lanes.filter(holds);
    return lanes.length > 0 && holds(lanes[0]!) ? lanes : [];
  }

  private parse(text: string): Parsed {
    let parsed = this.parsed.get(text);
    if (parsed === undefined) {
      parsed = {
        expression: parseExpression(text, 'program'),
        differsByLane: OF_LANE.some((name) => mentions(text, name)),
      };
      this.parsed.set(text, parsed);
    }
    return parsed;
  }

  private setThread(thread: number): void {
    const { names, block: number } = this;
    const { grid, block } = this.launch;
    for (const name of OF_THREAD) names.set(name, threadVariable(name, thread, block)!);
    const places = [
      number % grid[0],
      Math.floor(number / grid[0]) % grid[1],
      Math.floor(number / (grid[0] * grid[1])),
    ];
    for (const [axis, letter] of ['X', 'Y', 'Z'].entries()) {
      names.set(`block${letter}`, places[axis]!);
      names.set(`global${letter}`, places[axis]! * block[axis]! + names.get(`thread${letter}`)!);
    }
    names.set('block', number);
    names.set('globalThread', number * volume(block) + thread);
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

/** Whether a text has the name in it. */
export function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
