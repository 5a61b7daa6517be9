import { message } from '../../kernel/message';
import { foldText } from '../syntax/angles';
import { isOfFirstTime } from './firstTime';
import { LOOKED_UP, type Memo } from './memo';
import type { AssignedValue, Scope, WrittenArgument } from './scope';
import { numberValue, unknownValue, type Value } from './value';

/** Operands one evaluation may look at, and definitions it may follow into one another. */
const MAX_STEPS = 4000;
/** Of one that looks for a number alone: of those found in programs of HeCBench, none took more than 253. */
const MAX_STEPS_TO_NUMBER = 1000;
const MAX_DEPTH = 48;

/** Characters of the longest text that is read as one expression. */
const MAX_EXPRESSION = 20_000;

const NO_FACTS = {};
const NO_CYCLE: readonly object[] = [];
const NOTHING_GIVEN: ReadonlyMap<string, number> = new Map();

const FIRST_TIMES = new WeakMap<object, object>();
const ONLY_NUMBERS = new WeakMap<object, object>();

/** The object that stands for another one of the same facts. */
function beside(others: WeakMap<object, object>, facts: object): object {
  let other = others.get(facts);
  if (other === undefined) others.set(facts, (other = {}));
  return other;
}

/** Reads one expression within an evaluation. */
export type ExpressionEvaluator = (text: string, scope: Scope, evaluation: Evaluation) => Value;

/** What a call leaves in an argument; null where its function does not tell. */
export type ArgumentEvaluator = (
  written: WrittenArgument,
  scope: Scope,
  evaluation: Evaluation,
) => Value | null;

/** How a text is evaluated. */
export interface EvaluationMode {
  /** As `#if` does. */
  readonly undefinedIsZero?: boolean;
  readonly firstTime?: boolean;
  /** Whether it is enough to know that there is no number: why not, and for want of what, is then told of one cause. */
  readonly onlyNumber?: boolean;
  /** Numbers for names that nobody gives a value, or one for the first time only. */
  readonly given?: ReadonlyMap<string, number>;
}

/** One evaluation: what it has used up, and which definitions it is in the middle of. */
export class Evaluation {
  private steps = 0;
  private depth = 0;
  /** Definitions that are being followed, with how deep they are. */
  private readonly active = new Map<object, number>();
  /** Definitions that were followed so far, those behind remembered cycles with them. */
  private readonly entered: object[] = [];
  /** How deep the outermost definition is that was met once more while it was followed; −1 after a limit. */
  private cutAt = Infinity;
  /** Number of variables of which not all values were looked at. */
  private left = 0;

  /** In `#if` an identifier that is no macro counts as 0 (C 6.10.1). */
  readonly undefinedIsZero: boolean;
  /** Whether what differs from call to call and from turn to turn of a loop is taken as it is the first time. */
  readonly firstTime: boolean;
  readonly onlyNumber: boolean;
  private readonly mostSteps: number;
  private readonly given: ReadonlyMap<string, number>;

  constructor(
    private readonly read: ExpressionEvaluator,
    private readonly readArgument: ArgumentEvaluator,
    { undefinedIsZero = false, firstTime = false, onlyNumber = false, given = NOTHING_GIVEN }: EvaluationMode,
  ) {
    this.undefinedIsZero = undefinedIsZero;
    this.firstTime = firstTime;
    this.onlyNumber = onlyNumber;
    this.mostSteps = onlyNumber ? MAX_STEPS_TO_NUMBER : MAX_STEPS;
    this.given = given;
  }

  /** A value, or the number that was given for its name where nobody knows it or it changes from time to time. */
  withGiven(name: string, value: Value): Value {
    const number = this.given.get(name);
    if (number === undefined || value.parts !== null) return value;
    if (value.number !== null && !isOfFirstTime(value)) return value;
    const note = message('cuda.numberGiven', { name, value: number });
    return { ...numberValue(number, value.type, name), notes: [note] };
  }

  /** The value of a text; the text itself is the unknown when it is too long or too deep. */
  evaluate(text: string, scope: Scope): Value {
    if (text.length > MAX_EXPRESSION) return unknownValue(`${foldText(text.slice(0, 60))}…`);
    const value = this.within(null, () => this.read(text, scope, this)) ?? unknownValue(foldText(text));
    return { ...value, text: foldText(text) };
  }

  /** What a call leaves in an argument; null where its function does not tell. */
  writtenArgument(written: WrittenArgument, scope: Scope): Value | null {
    return this.readArgument(written, scope, this);
  }

  /**
   * The value that `values` make up, as computed; remembered unless a limit had a part in it, or a cycle through what is
   * being followed around it. One that has cycles of its own holds while none of their definitions is being followed.
   */
  remember(values: readonly AssignedValue[], from: Scope, compute: () => Value): Value {
    if (this.given.size > 0) return compute();
    const facts = from.place?.flow.factsAt(from.place.usedAt) ?? NO_FACTS;
    // What is known of the first time is remembered apart, and so is what was left as soon as it had no number.
    const whole = this.firstTime ? beside(FIRST_TIMES, facts) : facts;
    const known = this.recall(from.memo, whole, values);
    if (known !== undefined) return known;
    const apart = beside(ONLY_NUMBERS, whole);
    const open = this.onlyNumber ? this.recall(from.memo, apart, values) : undefined;
    if (open !== undefined) {
      this.leave();
      return open;
    }
    const { cutAt, depth, left } = this;
    const first = this.entered.length;
    this.cutAt = Infinity;
    const { result: value, names } = LOOKED_UP.during(compute);
    const ownCut = this.cutAt;
    this.cutAt = Math.min(cutAt, ownCut);
    if (ownCut < depth || this.spent) return value;
    const cycle = ownCut === Infinity ? NO_CYCLE : [...new Set(this.entered.slice(first))];
    from.memo.set(left === this.left ? whole : apart, values, { value, names, cycle });
    return value;
  }

  private recall(memo: Memo, facts: object, values: readonly AssignedValue[]): Value | undefined {
    const known = memo.get(facts, values);
    if (known === undefined || known.cycle.some((definition) => this.active.has(definition)))
      return undefined;
    LOOKED_UP.metAll(known.names);
    if (known.cycle.length > 0) this.entered.push(...known.cycle);
    return known.value;
  }

  /** Values that are given behind one that has no number count for nothing. */
  leave(): void {
    this.left++;
  }

  /** Counts one step; false when there are none left. */
  step(): boolean {
    return ++this.steps <= this.mostSteps;
  }

  get spent(): boolean {
    return this.steps > this.mostSteps;
  }

  /** Runs `inner` one level deeper; null when too deep or when `definition` is being followed already. */
  within<T>(definition: object | null, inner: () => T): T | null {
    const again = definition === null ? undefined : this.active.get(definition);
    if (this.depth >= MAX_DEPTH || again !== undefined) {
      this.cutAt = Math.min(this.cutAt, this.depth >= MAX_DEPTH ? -1 : again!);
      return null;
    }
    if (definition !== null) {
      this.active.set(definition, this.depth);
      this.entered.push(definition);
    }
    this.depth++;
    try {
      return inner();
    } finally {
      this.depth--;
      if (definition !== null) this.active.delete(definition);
    }
  }
}
