import { applyFunction, applyOperator, type BinaryOperator } from '../expression';
import { message } from '../message';
import { InputError } from '../result';
import { WARP_SIZE } from '../warp';
import { addForms, laneForm, type AffineForm, type LaneForm, type LaneOperation } from './laneExpression';
import { launchNames, type ProgramLaunch } from './programLaunch';

const COMPARISON = /^([^<>=!]+)(<=|>=|==|!=|<|>)([^<>=!]+)$/;

/** A comparison of two values that differ from lane to lane. */
export interface Comparison {
  readonly left: LaneForm;
  readonly right: LaneForm;
  /** The left side less the right one where both are affine. */
  readonly gap: AffineForm | null;
  readonly holds: (left: number, right: number) => boolean;
  /** Tests for an order: what holds at both ends of a span of gaps holds in between. */
  readonly isOrder: boolean;
}

/** Rounds of a loop that begins elsewhere in each thread. */
export interface StartedRounds {
  readonly start: LaneForm;
  readonly below: LaneForm;
  readonly step: LaneForm;
  /** What is left at the start where that is affine, and the step one number. */
  readonly left: AffineForm | null;
}

/** Values of a program's expressions for one thread after another. */
export class ThreadValues {
  /** Coordinates of the block that is asked about. */
  private readonly at: [number, number, number] = [0, 0, 0];
  private readonly constants: ReadonlyMap<string, number>;
  /** Numbers of loop counters by name, and their values by number. */
  private readonly loops = new Map<string, number>();
  private readonly counters: number[] = [];
  private readonly forms = new Map<string, LaneForm>();
  private readonly spans = new WeakMap<Float64Array, Float64Array>();

  constructor(
    private readonly launch: ProgramLaunch,
    parameters: Readonly<Record<string, number>>,
  ) {
    const geometry = launchNames(launch, launch.sharedBytes);
    this.constants = new Map([...geometry, ...Object.entries(parameters)]);
  }

  /** Says by its number in the grid which block threads are in. */
  set block(block: number) {
    const [width, height] = this.launch.grid;
    this.at[0] = block % width;
    this.at[1] = Math.floor(block / width) % height;
    this.at[2] = Math.floor(block / (width * height));
  }

  /** The number of the loop counters of a name, which expressions may use from here on. */
  counter(name: string): number {
    let number = this.loops.get(name);
    if (number === undefined) this.loops.set(name, (number = this.loops.size));
    return number;
  }

  /** Gives the loop counter of a number its value. */
  set(counter: number, value: number): void {
    this.counters[counter] = value;
  }

  /** @throws InputError for an expression that cannot be evaluated. */
  form(quantity: number | string): LaneForm {
    const { constants, loops, launch, forms } = this;
    const key = String(quantity);
    let form = forms.get(key);
    if (form === undefined)
      forms.set(key, (form = laneForm(quantity, { constants, loops, launch }, 'program')));
    return form;
  }

  /** @throws InputError for a text that is no comparison, or has an expression that cannot be evaluated. */
  comparison(condition: string): Comparison {
    const match = COMPARISON.exec(condition);
    if (match === null) throw new InputError(message('kernel.noComparison', { condition }));
    const [, before = '', operator = '', behind = ''] = match;
    const [left, right] = [this.form(before), this.form(behind)];
    return {
      left,
      right,
      gap: difference(left, right),
      holds: HOLDS[operator]!,
      isOrder: /[<>]/.test(operator),
    };
  }

  /** @throws InputError for an expression that cannot be evaluated. */
  rounds(trips: Readonly<Record<'start' | 'below' | 'step', number | string>>): StartedRounds {
    const [start, below, step] = [this.form(trips.start), this.form(trips.below), this.form(trips.step)];
    return { start, below, step, left: isOneNumber(step) ? difference(below, start) : null };
  }

  of(form: LaneForm, thread: number): number {
    if (form.kind === 'affine') return this.steadyOf(form.form) + (form.form.threads?.[thread] ?? 0);
    const [first, second] = form.of;
    const a = this.of(first!, thread);
    const b = second === undefined ? NaN : this.of(second, thread);
    return isOperator(form.operation)
      ? applyOperator(form.operation, a, b)
      : applyFunction(form.operation, a, b);
  }

  /** Whether a comparison holds in all lanes of a warp, or in none; null where some may differ. */
  sameInWarp({ gap, holds, isOrder }: Comparison, thread: number): boolean | null {
    if (gap === null) return null;
    const [least, most] = this.spanOf(gap, thread);
    const first = holds(least, 0);
    if (least === most || least > 0 || most < 0) return first;
    return isOrder && first === holds(most, 0) ? first : null;
  }

  /** Splits lanes of a warp into those for which a comparison holds, and the others. */
  parted(
    { left, right, gap, holds }: Comparison,
    lanes: readonly number[],
  ): readonly [taken: readonly number[], others: readonly number[]] {
    const steady = gap === null ? 0 : this.steadyOf(gap);
    const [taken, others]: [number[], number[]] = [[], []];
    for (const thread of lanes) {
      const isTaken =
        gap === null
          ? holds(this.of(left, thread), this.of(right, thread))
          : holds(steady + (gap.threads?.[thread] ?? 0), 0);
      (isTaken ? taken : others).push(thread);
    }
    return [taken, others];
  }

  /** How often each lane of a warp goes round; one number where it is the same for all of them. */
  roundsOf(
    { start, below, step, left }: StartedRounds,
    lanes: readonly number[],
  ): number | readonly number[] {
    if (left !== null) {
      const [least, most] = this.spanOf(left, lanes[0]!);
      const by = this.of(step, lanes[0]!);
      if (roundsFor(least, by) === roundsFor(most, by)) return roundsFor(least, by);
    }
    return lanes.map((thread) =>
      roundsFor(this.of(below, thread) - this.of(start, thread), this.of(step, thread)),
    );
  }

  /** The smallest and largest value of a form in the warp of a thread. */
  private spanOf(form: AffineForm, thread: number): readonly [number, number] {
    const steady = this.steadyOf(form);
    const { threads } = form;
    if (threads === null) return [steady, steady];
    let spans = this.spans.get(threads);
    if (spans === undefined) this.spans.set(threads, (spans = spansOf(threads)));
    const at = 2 * Math.floor(thread / WARP_SIZE);
    return [steady + spans[at]!, steady + spans[at + 1]!];
  }

  /** What all threads of the block have of a form in this round of the loops. */
  private steadyOf({ constant, block, loops }: AffineForm): number {
    const [x, y, z] = this.at;
    let sum = constant + block[0] * x + block[1] * y + block[2] * z;
    if (loops.size > 0)
      for (const [number, coefficient] of loops) sum += coefficient * this.counters[number]!;
    return sum;
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

function difference(a: LaneForm, b: LaneForm): AffineForm | null {
  return a.kind === 'affine' && b.kind === 'affine' ? addForms(a.form, b.form, -1) : null;
}

function isOneNumber(form: LaneForm): boolean {
  return form.kind === 'affine' && form.form.threads === null;
}

function roundsFor(left: number, step: number): number {
  return Math.max(0, Math.ceil(left / step));
}

/** The smallest and the largest of the numbers of each warp's threads. */
function spansOf(threads: Float64Array): Float64Array {
  const spans = new Float64Array(2 * Math.ceil(threads.length / WARP_SIZE));
  for (let first = 0; first < threads.length; first += WARP_SIZE) {
    const warp = threads.subarray(first, first + WARP_SIZE);
    spans.set([Math.min(...warp), Math.max(...warp)], (2 * first) / WARP_SIZE);
  }
  return spans;
}

function isOperator(operation: LaneOperation): operation is BinaryOperator {
  return '+-*/%'.includes(operation);
}
