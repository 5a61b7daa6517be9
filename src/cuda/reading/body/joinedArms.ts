import type { DeferredStores } from './deferredStores';
import { join, restore, settle, type Snapshot } from './flow';
import type { Conversion } from './ifConversion';
import { NewValues } from './newValues';
import { writePlace } from './places';
import { sunk } from './sinking';
import type { KernelState } from './state';
import type { Region, Value } from '../values/graph';

/** An arm that was read: where its threads are at its end, null when all have left, and what variables hold there. */
export interface ReadArm {
  readonly end: Region | null;
  readonly values: Snapshot;
  readonly stores: DeferredStores;
}

/** Two arms of a branch that was read, to go on with behind them. */
export class JoinedArms {
  /** Results that are made behind the arms, by the value that each arm has for them. */
  private readonly sunk = new Map<Value, Map<Value, Value>>();
  private readonly values: NewValues;

  constructor(
    private readonly state: KernelState,
    private readonly condition: Value,
    private readonly start: Snapshot,
    private readonly before: Region,
    private readonly taken: ReadArm,
    private readonly others: ReadArm,
  ) {
    this.values = new NewValues(state, start, condition, before);
  }

  /**
   * Charges what the arms leave in variables and deferred stores, each in its arm, less what moves behind them.
   * @param hasBoth whether the threads that do not take the branch have code of their own
   * @param isEmptied whether nothing but loads is left in the arms
   */
  settle(hasBoth: boolean, isEmptied: boolean): void {
    const { state, start, taken, others } = this;
    if (hasBoth && endsStraight(taken.end) && endsStraight(others.end)) this.sink(isEmptied);
    const mine = new Set(this.sunk.keys());
    const theirs = new Set([...this.sunk.values()].flatMap((results) => [...results.keys()]));
    settle(state, start, taken.end, taken.values, mine);
    settle(state, start, others.end, others.values, theirs);
    for (const [arm, done] of [
      [taken, mine],
      [others, theirs],
    ] as const)
      for (const { value } of arm.stores.all)
        if (arm.end !== null && !done.has(value)) state.ledger.demand(value, arm.end);
  }

  /** Gives variables and merged stores their values behind the arms. */
  join(onlyMoves: boolean, { merged, replaced }: Conversion): void {
    const { state, condition, start, before, taken, others } = this;
    const { table, ledger } = state;
    restore(taken.values);
    const choose = (mine: Value, theirs: Value, initial: Value | null): Value => {
      const result = this.sunk.get(mine)?.get(theirs);
      if (result !== undefined) return result;
      if (initial !== null && (initial === mine || initial === theirs)) ledger.demand(initial, before);
      return onlyMoves && mine.type.kind === 'scalar'
        ? table.ternary(condition, mine, theirs)
        : table.merge(condition, mine, theirs);
    };
    join(state, others.values, start, choose);
    const useless = replaced?.event ?? null;
    if (replaced !== null && useless !== null) ledger.drop(useless, replaced.region);
    for (const place of merged) {
      const mine = taken.stores.valueAt(place) ?? replaced?.value ?? null;
      const theirs = others.stores.valueAt(place) ?? replaced?.value ?? null;
      if (mine !== null && theirs !== null)
        writePlace(state, place, choose(mine, theirs, replaced?.value ?? null));
    }
  }

  private sink(isEmptied: boolean): void {
    const { state, start, taken, others } = this;
    restore(taken.values);
    join(state, others.values, start, (mine, theirs) => this.sinkPair(mine, theirs, isEmptied));
    for (const { place, value } of taken.stores.all) {
      const other = others.stores.valueAt(place);
      if (other !== null && other !== value) this.sinkPair(value, other, isEmptied);
    }
  }

  private sinkPair(mine: Value, theirs: Value, isEmptied: boolean): Value {
    const { state, condition, taken, others } = this;
    const { table, ledger } = state;
    const isOpen = (value: Value): boolean =>
      this.values.has(value) && !ledger.isCharged(value, taken.end!) && !ledger.isCharged(value, others.end!);
    const leaf = (a: Value, b: Value): Value => {
      if (isEmptied && a.kind !== 'load' && b.kind !== 'load') return table.ternary(condition, a, b);
      ledger.demand(a, taken.end!);
      ledger.demand(b, others.end!);
      return table.merge(condition, a, b);
    };
    const result =
      sunk(state, mine, theirs, isOpen, leaf) ??
      (isEmptied && mine.kind !== 'load' && theirs.kind !== 'load'
        ? table.ternary(condition, mine, theirs)
        : null);
    if (result === null) return mine;
    const results = this.sunk.get(mine) ?? new Map<Value, Value>();
    this.sunk.set(mine, results.set(theirs, result));
    return mine;
  }
}

function endsWithLoop({ kind, events }: Region): boolean {
  const last = events.at(-1);
  return (
    kind === 'loop' || (last?.kind === 'nested' && last.regions.some((region) => region.kind === 'loop'))
  );
}

/** Tests whether an arm ends with what its variables get, behind all that it does to memory, and no loop. */
export function endsStraight(end: Region | null): boolean {
  const last = end?.events.at(-1);
  if (end === null) return false;
  if (last === undefined) return true;
  if (last.kind === 'nested') return last.regions.every((region) => !endsWithLoop(region));
  return !/Store$|^atomic$|^barrier$/.test(last.name);
}
