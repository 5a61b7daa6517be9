import { Scope, type AssignedValue, type Flow, type Place } from '../constants/scope';

/** Kind of the statement that a block belongs to. */
export type BlockKind = 'plain' | 'loop' | 'switch' | 'case';

/** A stretch of a function body that runs as one: braces, a loop with its head, a guarded statement. */
export class Block {
  /** Token behind the block; unknown while it is open. */
  to = Number.MAX_SAFE_INTEGER;
  /** Way in which its last statement leaves it: out of the function, out of the switch or loop, or not. */
  ends: 'function' | 'break' | null = null;

  constructor(
    readonly parent: Block | null,
    readonly kind: BlockKind,
    readonly from: number,
    readonly scope: Scope,
  ) {}

  holds(index: number): boolean {
    return index >= this.from && index < this.to;
  }
}

/** Where and how one assignment happens. */
interface Assignment {
  readonly block: Block;
  readonly at: number;
  /** It runs after the body of this loop, as the third part of a `for` head does. */
  readonly after: Block | null;
  /** It runs once before this loop, as the first part of a `for` head does. */
  readonly before: Block | null;
}

/**
 * The blocks of a function body and the order of the assignments in it. Conditions are not
 * evaluated: an assignment in a block that may not run is one of several possible values.
 */
export class BlockTree implements Flow {
  /** Whether the body gives values to variables from outside of it, which keep them: it must not be read twice. */
  reachesOut = false;
  private readonly blocks: Block[];
  private readonly assignments = new Map<AssignedValue, Assignment>();
  private readonly known = new Map<readonly AssignedValue[], Map<string, readonly AssignedValue[]>>();

  constructor(readonly root: Block) {
    this.blocks = [root];
  }

  open(parent: Block, kind: BlockKind, from: number, scope: Scope): Block {
    const block = new Block(parent, kind, from, scope);
    this.blocks.push(block);
    return block;
  }

  /** Notes where a value is assigned. */
  record(value: AssignedValue, assignment: Assignment): void {
    this.assignments.set(value, assignment);
  }

  /** The innermost block at a token. */
  blockAt(index: number): Block {
    // Blocks lie in the order of their opening: the last one that holds the token is innermost.
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle]!.from <= index) low = middle;
      else high = middle - 1;
    }
    let block: Block | null = this.blocks[low]!;
    while (block !== null && !block.holds(index)) block = block.parent;
    return block ?? this.root;
  }

  at(index: number, usedAt = index): Scope {
    const place: Place = { flow: this, at: index, usedAt };
    return new Scope(this.blockAt(index).scope, undefined, undefined, place);
  }

  factsAt(index: number): object {
    let block: Block | null = this.blockAt(index);
    while (block !== null && block.kind !== 'case') block = block.parent;
    return block ?? this.root;
  }

  reaching(values: readonly AssignedValue[], place: Place): readonly AssignedValue[] {
    return this.sameList(values, this.selectWithFacts(values, place));
  }

  /** The list that was handed out before for the same of `values`, so that what it makes up can be remembered. */
  private sameList(
    values: readonly AssignedValue[],
    result: readonly AssignedValue[],
  ): readonly AssignedValue[] {
    const key = result.map((value) => values.indexOf(value)).join();
    let lists = this.known.get(values);
    if (lists === undefined) this.known.set(values, (lists = new Map()));
    const before = lists.get(key);
    if (before === undefined) lists.set(key, result);
    return before ?? result;
  }

  firstTurn(
    values: readonly AssignedValue[],
    reaching: readonly AssignedValue[],
    { at }: Place,
  ): readonly AssignedValue[] {
    const first = reaching.filter((value) => {
      const assignment = this.assignments.get(value);
      return assignment === undefined || value.fact === true || precedes(assignment, at);
    });
    return first.length === reaching.length ? reaching : this.sameList(values, first);
  }

  /**
   * A fact such as a `case` label holds at `usedAt`, and at an earlier place too when the variable
   * has not been assigned in between.
   */
  private selectWithFacts(values: readonly AssignedValue[], { at, usedAt }: Place): AssignedValue[] {
    const result = this.select(values, at);
    const fact = values.findLast(
      (value) => value.fact === true && this.assignments.get(value)?.block.holds(usedAt),
    );
    if (fact === undefined) return result;
    const later = at === usedAt ? result : this.select(values, usedAt);
    const same = later.length === result.length && later.every((value) => result.includes(value));
    const since = this.assignments.get(fact)!;
    const overwritten = later.some((value) => (this.assignments.get(value)?.at ?? -1) > since.at);
    return same && !overwritten ? [fact] : result;
  }

  /** The last assignment that surely runs before `at`, and those that may run between it and `at`. */
  private select(values: readonly AssignedValue[], at: number): AssignedValue[] {
    let base: Assignment | null = null;
    // Values from outside of this body may have been given at any time before it.
    let result = values.filter((value) => value.place?.flow !== this && value.fact !== true);
    const later: [AssignedValue, Assignment][] = [];
    for (const value of values) {
      const assignment = this.assignments.get(value);
      if (assignment === undefined || value.fact === true) continue;
      if (!precedes(assignment, at)) {
        later.push([value, assignment]);
      } else if (assignment.block.holds(at) && assignment.after === null) {
        base = assignment;
        result = [value];
      } else if (mayReach(assignment, at)) {
        result.push(value);
      }
    }
    return [...result, ...this.fromLoops(later, base, at)];
  }

  /** Assignments behind `at` in a loop around it reach it in the next iteration. */
  private fromLoops(
    later: readonly [AssignedValue, Assignment][],
    base: Assignment | null,
    at: number,
  ): AssignedValue[] {
    const found: AssignedValue[] = [];
    for (let block: Block | null = this.blockAt(at); block !== null; block = block.parent) {
      if (base !== null && base.at >= block.from && base.before !== block) break;
      if (block.kind !== 'loop') continue;
      const loop = block;
      for (const [value, assignment] of later) {
        const repeats =
          value.fact !== true && loop.holds(assignment.at) && assignment.block.ends !== 'function';
        if (repeats && !found.includes(value)) found.push(value);
      }
    }
    return found;
  }
}

/** Tests whether an assignment stands before `at` in the order of execution without going round a loop. */
function precedes({ at: assigned, after }: Assignment, at: number): boolean {
  return assigned < at && (after === null || !after.holds(at));
}

/** Tests whether an earlier assignment in a block that is left can still matter at `at`. */
function mayReach({ block }: Assignment, at: number): boolean {
  for (let left: Block | null = block; left !== null && !left.holds(at); left = left.parent) {
    if (left.ends === 'function') return false;
    if (left.ends === 'break' && left.kind === 'case' && left.parent?.holds(at) === true) return false;
  }
  return true;
}
