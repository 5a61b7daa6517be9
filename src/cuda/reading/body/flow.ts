import { Evaluator, remembered } from '../values/evaluate';
import type { Population } from '../values/population';
import type { SamplePoint } from '../values/samplePoints';
import { Region, type Value } from '../values/graph';
import type { ExitFrame, KernelState, Variable } from './state';
import { isFloating, scalar, scalarOf } from '../values/types';
import { Source } from '../values/value';

/** The threads that take a branch and those that do not. */
export interface Split {
  readonly taken: Population;
  readonly others: Population;
  /** False when the share was assumed. */
  readonly certain: boolean;
  /** Whether data decide the share and nothing tells it, not even what such tests are mostly for. */
  readonly guessed: boolean;
}

/**
 * Splits a population by a condition; what cannot be evaluated is shared by rule.
 * @param given the share that the user set for what cannot be evaluated
 */
export function splitBy(
  state: KernelState,
  condition: Value,
  population: Population,
  given: number | null = null,
): Split {
  if (condition.constant !== null || condition.evaluable) {
    const evaluator = new Evaluator(condition);
    const number = remembered([condition], (point) => evaluator.at(point));
    const holds = (point: SamplePoint): boolean => number(point) !== 0;
    return {
      taken: population.where(condition.loops, holds),
      others: population.where(condition.loops, (point) => !holds(point)),
      certain: true,
      guessed: false,
    };
  }
  const [a, b] = condition.args;
  if (condition.kind === 'not' && a !== undefined) {
    const split = splitBy(state, a, population, given === null ? null : 1 - given);
    return { ...split, taken: split.others, others: split.taken };
  }
  if ((condition.kind === 'and-also' || condition.kind === 'or-else') && a !== undefined && b !== undefined) {
    return splitLogical(state, condition.kind === 'and-also', a, b, population, given);
  }
  const guard = guardShare(condition);
  const told = given ?? guard ?? pointerShare(condition) ?? equalityShare(condition);
  const share = told ?? state.context.defaults.branchShare;
  return {
    taken: population.scaled(share),
    others: population.scaled(1 - share),
    certain: guard !== null,
    guessed: told === null,
  };
}

function splitLogical(
  state: KernelState,
  and: boolean,
  a: Value,
  b: Value,
  population: Population,
  given: number | null,
): Split {
  const first = splitBy(state, a, population, given);
  // A given share is that of the whole condition: the second part must not count it again.
  const rest = given === null || a.evaluable ? given : and ? 1 : 0;
  const second = splitBy(state, b, and ? first.taken : first.others, rest);
  const certain = first.certain && second.certain;
  const guessed = first.guessed || second.guessed;
  return and
    ? { taken: second.taken, others: first.others.union(second.others), certain, guessed }
    : { taken: first.taken.union(second.taken), others: second.others, certain, guessed };
}

/**
 * The share of a bounds check between a position (thread or loop index) and an argument of unknown
 * value: a launch covers its data, so the inside counts fully. Null when the condition is no such check.
 */
function guardShare(condition: Value): number | null {
  const [a, b] = condition.args;
  if (condition.kind !== 'binary' || a === undefined || b === undefined) return null;
  const [left, right] = [isPosition(a), isPosition(b)];
  if (left === right || ((a.sources | b.sources) & Source.data) !== 0) return null;
  const inside = left ? ['lt', 'le', 'ne'] : ['gt', 'ge', 'ne'];
  const outside = left ? ['gt', 'ge', 'eq'] : ['lt', 'le', 'eq'];
  if (inside.includes(condition.name)) return 1;
  return outside.includes(condition.name) ? 0 : null;
}

/** The share of a test of a pointer against null: what is passed is there. Null for other conditions. */
function pointerShare({ kind, name, args: [a, b] }: Value): number | null {
  const isTest = kind === 'binary' && (name === 'eq' || name === 'ne');
  if (!isTest || a?.type.kind !== 'pointer' || b?.constant !== 0) return null;
  return name === 'ne' ? 1 : 0;
}

/** Measured numbers are seldom the very one that they are compared with. */
const RARE = 1 / 1024;

/** The share of a floating-point number of the data that equals another; null for other conditions. */
function equalityShare({ kind, name, args: [a, b] }: Value): number | null {
  const isTest = kind === 'binary' && (name === 'eq' || name === 'ne');
  if (!isTest || a === undefined || b === undefined) return null;
  if (!isFloating(scalarOf(a.type)) && !isFloating(scalarOf(b.type))) return null;
  return name === 'eq' ? RARE : 1 - RARE;
}

function isPosition(value: Value): boolean {
  return (value.sources & (Source.thread | Source.index)) !== 0;
}

/** Values of all variables in sight, to follow two branches from the same start. */
export type Snapshot = ReadonlyMap<Variable, { value: Value | null; parts: ReadonlyMap<string, Value> }>;

/** Saves the values of all variables in sight. */
export function snapshot(state: KernelState): Snapshot {
  const saved = new Map<Variable, { value: Value | null; parts: ReadonlyMap<string, Value> }>();
  for (const variable of state.variablesInSight()) {
    const { value, parts } = variable;
    saved.set(variable, { value, parts: parts.size === 0 ? NO_PARTS : new Map(parts) });
  }
  return saved;
}

const NO_PARTS: ReadonlyMap<string, Value> = new Map();

/** Restores the values of a snapshot. */
export function restore(saved: Snapshot): void {
  for (const [variable, { value, parts }] of saved) {
    variable.value = value;
    variable.parts.clear();
    for (const [path, part] of parts) variable.parts.set(path, part);
  }
}

/**
 * Charges what a branch assigned, where it was assigned: after the branch it sits in one register.
 * @param sunk values that are made behind the branch
 */
export function settle(
  state: KernelState,
  before: Snapshot,
  region: Region | null,
  after: Snapshot = snapshot(state),
  sunk: ReadonlySet<Value> = NO_VALUES,
): void {
  if (region === null) return;
  for (const [variable, { value, parts }] of before) {
    const now = after.get(variable);
    if (now === undefined) continue;
    if (now.value !== null && now.value !== value && !sunk.has(now.value))
      state.ledger.demand(now.value, region);
    for (const [path, part] of now.parts) {
      if (parts.get(path) !== part && !sunk.has(part)) state.ledger.demand(part, region);
    }
  }
}

const NO_VALUES: ReadonlySet<Value> = new Set();

/** Makes one value of what the two sides of a branch hold; `initial` is what was there in front of it. */
export type Joiner = (mine: Value, theirs: Value, initial: Value | null) => Value;

/** Joins the variables of the two sides of a branch; `other` is the snapshot of the one that was not taken. */
export function join(state: KernelState, other: Snapshot, start: Snapshot, joined: Joiner): void {
  for (const [variable, { value, parts }] of other) {
    const initial = start.get(variable);
    const mineWhole = variable.value;
    if (variable.value !== null && value !== null)
      variable.value =
        variable.value === value ? value : joined(variable.value, value, initial?.value ?? null);
    else variable.value ??= value;
    if (parts.size === 0 && variable.parts.size === 0) continue;
    for (const path of new Set([...parts.keys(), ...variable.parts.keys()])) {
      const written = variable.parts.get(path) ?? parts.get(path)!;
      const unset = (whole: Value | null): Value | null => partBefore(state, variable, whole, path, written);
      const mine =
        variable.parts.get(path) ?? memberBefore(state, mineWhole, path, written) ?? unset(mineWhole);
      const theirs = parts.get(path) ?? memberBefore(state, value, path, written) ?? unset(value);
      if (mine === theirs) continue;
      if (mine === null || theirs === null) variable.parts.delete(path);
      else variable.parts.set(path, joined(mine, theirs, initial?.parts.get(path) ?? null));
    }
  }
}

/** The member of an aggregate that one side of a branch has left as it was; null where it holds nothing. */
function memberBefore(state: KernelState, whole: Value | null, path: string, written: Value): Value | null {
  if (whole === null || path.includes('[') || (whole.kind === 'opaque' && whole.args.length === 0))
    return null;
  return state.table.extract(whole, path, written.type);
}

/**
 * An element of an array, or a member of what a loop hands from turn to turn, that one side of a branch leaves as it was,
 * where nobody has asked for it yet; null for others.
 */
function partBefore(
  state: KernelState,
  { name, type }: Variable,
  whole: Value | null,
  path: string,
  written: Value,
): Value | null {
  const isMember = (type.kind === 'vector' || type.kind === 'struct') && whole !== null;
  if ((type.kind !== 'array' && !isMember) || path.includes('#')) return null;
  return state.table.opaque(written.type, whole?.region ?? state.root, Source.data, [], `${name}${path}`);
}

/** The threads that are still here leave for the end of the frame; code behind is dead for them. */
export function leave(state: KernelState, frame: ExitFrame | undefined): void {
  if (state.region === null) return;
  const start = frame?.start ?? null;
  if (start !== null) settle(state, start, state.region);
  frame?.left.push(state.region.population);
  state.region = null;
}

/** Notes on which condition the threads that are here leave the loops around them, up to a frame. */
export function noteExit(state: KernelState, until: ExitFrame | undefined): void {
  const { region } = state;
  if (region === null) return;
  for (const frame of state.frames.slice(until === undefined ? 0 : state.frames.indexOf(until))) {
    if (frame.kind !== 'loop') continue;
    frame.exits.push(conditionWithin(state, frame.region, region));
  }
}

/** Notes that the threads that are here go on with the next iteration of a loop. */
export function noteContinue(state: KernelState, frame: ExitFrame | undefined): void {
  const { region } = state;
  if (region === null || frame === undefined) return;
  const values = new Map<Variable, Value>();
  for (const variable of state.variablesInSight())
    if (variable.value !== null) values.set(variable, variable.value);
  frame.continued.push({ condition: conditionWithin(state, frame.region, region), region, values });
}

function conditionWithin(state: KernelState, outer: Region, inner: Region): Value | null {
  return inner === outer ? state.table.constant(1, scalar('bool')) : guardWithin(state, outer, inner);
}

/** Innermost exit frame of one of these kinds. */
export function innermostFrame(
  state: KernelState,
  kinds: readonly ExitFrame['kind'][],
): ExitFrame | undefined {
  return state.frames.findLast((frame) => kinds.includes(frame.kind));
}

/** Regions for the two sides of a condition, noted in the trace. */
export function openBranches(
  state: KernelState,
  before: Region,
  condition: Value,
  split: Split,
): { readonly taken: Region; readonly others: Region } {
  const taken = new Region(before, 'branch', split.taken);
  const others = new Region(before, 'branch', split.others);
  taken.guard = condition;
  others.guard = state.table.unary('not', condition);
  state.ledger.open(before, [taken, others]);
  return { taken, others };
}

/** One side of a branch: where it begins, and where its threads are at its end; null when all have left. */
interface Side {
  readonly begin: Region;
  readonly end: Region | null;
}

/** The region behind a branch: the one before when every thread comes through, else one for those who do. */
export function rejoin(state: KernelState, before: Region, sides: readonly Side[]): Region | null {
  if (sides.every(({ begin, end }) => end !== null && end.population === begin.population)) return before;
  // What no sampled thread meets may still be met: only code that all threads have left is dead.
  const alive = sides.flatMap(({ end }) => (end === null ? [] : [end]));
  const [first, ...others] = alive;
  if (first === undefined) return null;
  const population = others.reduce((all, end) => all.union(end.population), first.population);
  const rest = new Region(before, 'body', population);
  rest.guard = alive
    .map((end) => guardWithin(state, before, end))
    .reduce((all, guard) =>
      all === null || guard === null ? null : state.table.logical('or-else', all, guard),
    );
  state.ledger.open(before, [rest]);
  return rest;
}

/** The condition on which threads of `outer` are in `inner`; null where no value tells. */
function guardWithin(state: KernelState, outer: Region, inner: Region): Value | null {
  let all: Value | null = null;
  for (let region: Region | null = inner; region !== null && region !== outer; region = region.parent) {
    if (region.guard === null) return null;
    all = all === null ? region.guard : state.table.logical('and-also', region.guard, all);
  }
  return all;
}
