import { message } from '../kernel/message';
import { parseExpression, readingOf, unknownName, type Reading } from '../kernel/expression';
import { THREAD_VARIABLES } from '../kernel/program';
import { InputError } from '../kernel/result';
import { launchNames } from '../simulator/program/launch';
import type { FittedLaunch } from './launchShape';
import { threadReadings, type ThreadPlace, type ThreadVariable } from './threadReadings';

/** Variables that are the same for the lanes of a warp. */
const OF_WARP: readonly ThreadVariable[] = ['warp', 'block', 'blockX', 'blockY', 'blockZ'];
const COMPARISON = /^([^<>=!]+)(<=|>=|==|!=|<|>)([^<>=!]+)$/;

interface Parsed {
  readonly value: Reading;
  readonly differsByLane: boolean;
}

interface Comparison {
  readonly left: Parsed;
  readonly holds: (left: number, right: number) => boolean;
  readonly right: Parsed;
}

/** Values of a program's expressions for one thread after another. */
export class ThreadValues {
  /** The thread that is asked about. */
  private readonly place: ThreadPlace = { block: 0, thread: 0 };
  private readonly readings: ReadonlyMap<string, Reading>;
  private readonly names: Map<string, { value: number }>;
  private readonly parsed = new Map<string, Parsed>();
  private readonly comparisons = new Map<string, Comparison>();

  constructor(launch: FittedLaunch, parameters: Readonly<Record<string, number>>) {
    const { grid, block, sharedBytes } = launch;
    this.readings = new Map(Object.entries(threadReadings(launch, this.place)));
    const geometry = launchNames({ grid, block, dynamicSharedBytes: sharedBytes });
    const given = [...geometry, ...Object.entries(parameters)];
    this.names = new Map(given.map(([name, value]) => [name, { value }]));
  }

  /** Says by its number in the grid which block threads are in. */
  set block(block: number) {
    this.place.block = block;
  }

  /** Gives a loop counter its value. */
  set(name: string, value: number): void {
    const known = this.names.get(name);
    if (known === undefined) this.names.set(name, { value });
    else known.value = value;
  }

  /** @throws InputError for an expression that cannot be evaluated. */
  of(quantity: number | string, thread: number): number {
    return typeof quantity === 'number' ? quantity : this.valueOf(this.parse(quantity), thread);
  }

  /** The lanes for which a comparison holds, and the others. */
  parted(
    condition: string,
    lanes: readonly number[],
  ): { readonly taken: readonly number[]; readonly others: readonly number[] } {
    const { left, holds, right } = this.comparison(condition);
    const isTaken = (thread: number) => holds(this.valueOf(left, thread), this.valueOf(right, thread));
    if (!left.differsByLane && !right.differsByLane)
      return lanes.length > 0 && isTaken(lanes[0]!)
        ? { taken: lanes, others: [] }
        : { taken: [], others: lanes };
    const taken: number[] = [];
    const others: number[] = [];
    for (const thread of lanes) (isTaken(thread) ? taken : others).push(thread);
    return { taken, others };
  }

  private comparison(condition: string): Comparison {
    let known = this.comparisons.get(condition);
    if (known === undefined) {
      const match = COMPARISON.exec(condition);
      if (match === null) throw new InputError(message('fitting.noComparison', { condition }));
      const [, left = '', operator = '', right = ''] = match;
      known = { left: this.parse(left), holds: HOLDS[operator]!, right: this.parse(right) };
      this.comparisons.set(condition, known);
    }
    return known;
  }

  private parse(text: string): Parsed {
    let parsed = this.parsed.get(text);
    if (parsed === undefined) {
      const variables = THREAD_VARIABLES.filter((name) => mentions(text, name));
      parsed = {
        value: readingOf(parseExpression(text, 'program'), (name) => this.reading(name)),
        differsByLane: variables.some((name) => !OF_WARP.includes(name)),
      };
      this.parsed.set(text, parsed);
    }
    return parsed;
  }

  private valueOf({ value }: Parsed, thread: number): number {
    this.place.thread = thread;
    return value();
  }

  private reading(name: string): Reading {
    const ofThread = this.readings.get(name);
    if (ofThread !== undefined) return ofThread;
    const held = this.names.get(name);
    if (held === undefined) throw unknownName(name, [...this.names.keys(), ...THREAD_VARIABLES], 'program');
    return () => held.value;
  }
}

const HOLDS: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
};

/** Tests whether a text has the name in it. */
export function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
