import { message } from '../../kernel/message';
import { foldText } from '../syntax/angles';
import { isOfFirstTime } from './firstTime';
import type { AssignedValue, Scope } from './scope';
import { numberValue, unknownValue, type Value } from './value';

/** Operands one evaluation may look at, and definitions it may follow into one another. */
const MAX_STEPS = 4000;
const MAX_DEPTH = 48;

/** Characters of the longest text that is read as one expression. */
const MAX_EXPRESSION = 20_000;

const NO_FACTS = {};
const NOTHING_GIVEN: ReadonlyMap<string, number> = new Map();

const FIRST_TIMES = new WeakMap<object, object>();

/** Reads one expression within an evaluation. */
export type ExpressionEvaluator = (text: string, scope: Scope, evaluation: Evaluation) => Value;

/** How a text is evaluated. */
export interface EvaluationMode {
  /** As `#if` does. */
  readonly undefinedIsZero?: boolean;
  readonly firstTime?: boolean;
  /** Numbers for names that nobody gives a value, or one for the first time only. */
  readonly given?: ReadonlyMap<string, number>;
}

/** One evaluation: what it has used up, and which definitions it is in the middle of. */
export class Evaluation {
  private steps = 0;
  private depth = 0;
  private readonly active = new Set<object>();
  /** Number of texts that were not followed because of a limit or a cycle. */
  private cuts = 0;

  /** In `#if` an identifier that is no macro counts as 0 (C 6.10.1). */
  readonly undefinedIsZero: boolean;
  /** Whether what differs from call to call and from turn to turn of a loop is taken as it is the first time. */
  readonly firstTime: boolean;
  private readonly given: ReadonlyMap<string, number>;

  constructor(
    private readonly read: ExpressionEvaluator,
    { undefinedIsZero = false, firstTime = false, given = NOTHING_GIVEN }: EvaluationMode,
  ) {
    this.undefinedIsZero = undefinedIsZero;
    this.firstTime = firstTime;
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

  /** The value that `values` make up, as computed; remembered unless a limit had a part in it. */
  remember(values: readonly AssignedValue[], from: Scope, compute: () => Value): Value {
    if (this.given.size > 0) return compute();
    const facts = this.keyOf(from.place?.flow.factsAt(from.place.usedAt) ?? NO_FACTS);
    let memo = from.memo.get(facts);
    if (memo === undefined) from.memo.set(facts, (memo = new Map()));
    const known = memo.get(values);
    if (known !== undefined) return known;
    const { cuts } = this;
    const value = compute();
    if (cuts === this.cuts && !this.spent) memo.set(values, value);
    return value;
  }

  /** What is known of the first time is remembered apart. */
  private keyOf(facts: object): object {
    if (!this.firstTime) return facts;
    let key = FIRST_TIMES.get(facts);
    if (key === undefined) FIRST_TIMES.set(facts, (key = {}));
    return key;
  }

  /** Counts one step; false when there are none left. */
  step(): boolean {
    return ++this.steps <= MAX_STEPS;
  }

  get spent(): boolean {
    return this.steps > MAX_STEPS;
  }

  /** Runs `inner` one level deeper; null when too deep or when `definition` is being followed already. */
  within<T>(definition: object | null, inner: () => T): T | null {
    if (this.depth >= MAX_DEPTH || (definition !== null && this.active.has(definition))) {
      this.cuts++;
      return null;
    }
    if (definition !== null) this.active.add(definition);
    this.depth++;
    try {
      return inner();
    } finally {
      this.depth--;
      if (definition !== null) this.active.delete(definition);
    }
  }
}
