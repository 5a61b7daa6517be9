import {
  COMPUTE_CLASSES,
  type ComputeClass,
  type IfStatement,
  type LoopStatement,
  type Statement,
} from '../../kernel/program';
import type { Region } from '../mix/model/region';
import type { ChargeEvent } from '../mix/model/trace';
import type { Budget } from './budget';
import { bindBehind, bindIteration } from './flow/carried';
import { copiesOf, sizeOfRegion, writtenIn, WRITERS, type Copies } from './flow/copies';
import { guardOf, type Guard } from './flow/guards';
import { meanOf, tripsOf, type Trips } from './flow/trips';
import { add, atomForm, constantForm, scale, textOf, type Form } from './index/form';
import { constraintsOf, type Constraint } from './index/constraint';
import { Instance, SeenLoads } from './index/instance';
import type { KernelContext } from './kernelContext';
import { memoryItems } from './memory/items';
import { Block } from './schedule/block';
import { makersOfAll } from './schedule/makers';
import type { Draft, Item } from './schedule/item';

/** Classes of the mix that are arithmetic here: an exchange between lanes takes the slow pipe, as `special` does. */
const ARITHMETIC: Readonly<Record<string, ComputeClass>> = {
  ...Object.fromEntries(COMPUTE_CLASSES.map((name) => [name, name])),
  shuffle: 'special',
};

const BLOCK_BARRIERS = /^(__syncthreads(_count|_and|_or)?|sync|barrier_wait|bar\.sync.*|barrier\.sync.*)$/;
/** The simulator nests 12 deep; one level is kept for draws and one for loops that not all threads run. */
const MOST_NESTED = 9;
/** Parts of an instruction that are worth a statement of their own in a loop. */
const WORTH_A_DRAW = 0.02;

/** Which threads make an iteration: the condition, the share of all threads, what holds in those. */
interface Some {
  readonly condition: IfStatement['condition'];
  readonly share: number;
  readonly constraints: readonly Constraint[];
}

/** Writes a kernel's trace as the body of a program. */
export class Walker {
  private loops = 0;
  private depth = 0;

  constructor(
    private readonly context: KernelContext,
    private readonly budget: Budget,
  ) {}

  body(): Draft[] {
    const { root } = this.context.state;
    const block = new Block(this.context.tokens);
    this.run(new Instance(root, null), block);
    block.finish();
    return block.drafts;
  }

  private run(at: Instance, block: Block): void {
    for (const event of at.region.events) {
      if (!this.budget.spend()) return;
      if (event.kind === 'charge') this.charge(event, at, block);
      else if (event.regions[0]?.kind === 'loop') this.loop(event.regions[0], at, block);
      else this.branches(event.regions, at, block);
    }
  }

  private charge(event: ChargeEvent, at: Instance, block: Block): void {
    const name = ARITHMETIC[event.name] ?? (this.isFence(event) ? 'control' : null);
    if (name !== null) return this.compute(name, event, at, block);
    if (event.name === 'barrier') {
      this.context.changed(WRITERS.barrier ?? []);
      block.append({ kind: 'done', statement: { op: 'barrier' } });
      return;
    }
    const { fresh, makers } = memoryItems(this.context, event, at);
    for (const item of fresh) block.add(item);
    for (const item of makers) register(at, event, item);
  }

  /** Memory fences and the bookkeeping of asynchronous copies order a thread with itself only. */
  private isFence(event: ChargeEvent): boolean {
    return event.name === 'barrier' && !BLOCK_BARRIERS.test(event.callee);
  }

  private compute(name: ComputeClass, event: ChargeEvent, at: Instance, block: Block): void {
    const { makes, needs, count } = event;
    const operands = makes === null ? needs : [...makes.args, ...needs];
    const item: Item = {
      kind: 'compute',
      name,
      count,
      needs: makersOfAll(operands, at),
      space: null,
      access: null,
      registers: 0,
      hasResult: false,
      token: null,
      level: 0,
      chain: 0,
    };
    block.add(item);
    register(at, event, item);
  }

  private branches(regions: readonly Region[], at: Instance, block: Block): void {
    const guarded = regions.map((region) => ({
      region,
      guard: guardOf(region, at, this.context.forms, hasBarrier(region)),
    }));
    const always = guarded.find(({ guard }) => guard.conditions !== 'never' && guard.conditions.length === 0);
    // What all threads run is no code of its own: its instructions mix with those around.
    if (always !== undefined) return this.inline(always.region, always.guard, at, block);
    const arms = guarded.map(({ region, guard }) => this.arm(region, guard, at));
    for (const { instance } of arms) handOn(instance, at);
    const [first, second] = arms;
    const complementary =
      first !== undefined &&
      second !== undefined &&
      first.conditions !== 'never' &&
      second.conditions !== 'never';
    if (
      complementary &&
      first.conditions.length === 1 &&
      first.drafts.length > 0 &&
      second.drafts.length > 0
    ) {
      block.append(ifElse(first.conditions[0]!, first.drafts, second.drafts));
    } else {
      for (const { conditions, drafts } of arms)
        if (conditions !== 'never' && drafts.length > 0)
          for (const draft of nested(conditions, drafts)) block.append(draft);
    }
    arms.forEach(({ parts, region }) => block.addParts(parts, meanOf(region)));
  }

  private inline(region: Region, { constraints }: Guard, at: Instance, block: Block): void {
    const instance = new Instance(region, at, null, constraints);
    this.run(instance, block);
    handOn(instance, at);
  }

  private arm(region: Region, guard: Guard, at: Instance) {
    const conditions = this.fitting(guard.conditions, region);
    const instance = new Instance(region, at, null, guard.constraints, new SeenLoads(at.seen));
    const block = new Block(this.context.tokens);
    const levels = conditions === 'never' ? 0 : conditions.length;
    this.within(levels, () => {
      if (conditions !== 'never') this.run(instance, block);
    });
    const parts = block.finish();
    return { region, instance, conditions, drafts: block.drafts, parts };
  }

  private within<Result>(levels: number, action: () => Result): Result {
    this.depth += levels;
    const result = action();
    this.depth -= levels;
    return result;
  }

  /** Conditions as far as the nesting allows them; beyond that the likelier side is taken. */
  private fitting(conditions: Guard['conditions'], region: Region): Guard['conditions'] {
    if (conditions === 'never' || this.depth + conditions.length <= MOST_NESTED) return conditions;
    this.context.state.assume(
      `branches nested deeper than ${MOST_NESTED}: of the inner ones the likelier side is taken`,
    );
    return meanOf(region) >= 0.5 ? [] : 'never';
  }

  private loop(region: Region, at: Instance, block: Block): void {
    const trips = tripsOf(region, at, this.context.forms);
    const last = this.written(region, trips, at, block);
    const same = trips.kind === 'fixed' && trips.more === undefined ? trips.trips : null;
    bindBehind({ context: this.context, region, at }, last, same);
  }

  private written(region: Region, trips: Trips, at: Instance, block: Block): Instance | null {
    if (trips.kind === 'fixed') {
      const last = this.fixedLoop(region, trips.trips, at, block);
      return trips.more === undefined ? last : this.oneMore(region, trips.trips, trips.more, at, block);
    }
    if (trips.kind === 'drawn') return this.openLoop(region, trips, at, block, 0);
    if (this.context.mostTrips(trips.start, trips.step) === 1)
      return this.onceAtMost(region, trips, at, block);
    const together = this.common(region, trips.fewest, at, block);
    return this.openLoop(region, trips, at, block, together);
  }

  /** The groups of bodies that every thread runs of a loop that the compiler repeats; how many bodies those are. */
  private common(region: Region, fewest: number, at: Instance, block: Block): number {
    const copies =
      fewest > 1 && !sizeOfRegion(region).hasBarrier ? copiesOf(region, fewest, this.budget) : null;
    if (copies === null || copies.perGroup === 1) return 0;
    this.groups(region, copies, at, block);
    return copies.groups * copies.perGroup;
  }

  /** A loop of known length: copies of its body in groups, and what is left over. */
  private fixedLoop(region: Region, trips: number, at: Instance, block: Block): Instance | null {
    if (trips < 1) return null;
    const copies = copiesOf(region, trips, this.budget);
    let last: Instance | null = null;
    if (copies.groups > 0) last = this.groups(region, copies, at, block);
    const done = copies.groups * copies.perGroup;
    if (done < trips)
      last = this.groups(region, { groups: trips - done, perGroup: 1, from: done }, at, block);
    return last;
  }

  private groups(
    region: Region,
    { groups, perGroup, from }: Copies,
    at: Instance,
    block: Block,
  ): Instance | null {
    if (groups === 1 && region.unrolled) return this.copies(region, perGroup, constantForm(from), at, block);
    if (groups === 1) return this.repeated(region, perGroup, constantForm(from), at, block);
    const name = this.loopName();
    const counter = add(scale(atomForm(name, 0, groups - 1), perGroup), constantForm(from));
    const body = new Block(this.context.tokens);
    const last = this.within(1, () => this.repeated(region, perGroup, counter, at, body));
    this.close(block, body, groups, (statements) => ({ op: 'loop', name, trips: groups, body: statements }));
    return last;
  }

  /** Bodies of a loop that stays one: what they write is there when the next iteration loads. */
  private repeated(
    region: Region,
    count: number,
    first: Form,
    at: Instance,
    block: Block,
    constraints: readonly Constraint[] = [],
  ): Instance | null {
    this.context.changed(writtenIn(region));
    return this.copies(region, count, first, at, block, constraints, new SeenLoads(at.seen));
  }

  /** Bodies one after the other, which the compiler can mix. */
  private copies(
    region: Region,
    count: number,
    first: Form,
    at: Instance,
    block: Block,
    constraints: readonly Constraint[] = [],
    seen: SeenLoads = at.seen,
  ): Instance | null {
    let last: Instance | null = null;
    for (let copy = 0; copy < count; copy++) {
      const body: Instance = new Instance(region, at, add(first, constantForm(copy)), constraints, seen);
      bindIteration({ context: this.context, region, at }, { body, former: last });
      this.run(body, block);
      last = body;
    }
    return last;
  }

  /** An iteration that a share of the threads makes behind those that all make. */
  private oneMore(
    region: Region,
    number: number,
    share: number,
    at: Instance,
    block: Block,
  ): Instance | null {
    const scope = hasBarrier(region) ? { scope: 'block' as const } : {};
    const some: Some = { condition: { probability: share, ...scope }, share, constraints: [] };
    return this.bySome(region, constantForm(number), some, at, block);
  }

  /** A loop that some threads run once and the others not at all. */
  private onceAtMost(
    region: Region,
    trips: Extract<Trips, { kind: 'range' }>,
    at: Instance,
    block: Block,
  ): Instance | null {
    const first = constantForm(0);
    const condition = `${textOf(trips.start)} < 0`;
    const some: Some = { condition, share: trips.mean, constraints: whileRunning(trips, first) };
    return this.bySome(region, first, some, at, block);
  }

  /** One iteration of a loop, under the condition that picks the threads which make it. */
  private bySome(
    region: Region,
    number: Form,
    { condition, share, constraints }: Some,
    at: Instance,
    block: Block,
  ): Instance | null {
    const body = new Block(this.context.tokens);
    const last = this.within(1, () => this.repeated(region, 1, number, at, body, constraints));
    block.addParts(body.finish(), share);
    if (body.drafts.length > 0) block.append(ifElse(condition, body.drafts, []));
    return last;
  }

  /**
   * A loop whose length differs from thread to thread.
   * @param from iterations that are written already
   */
  private openLoop(
    region: Region,
    trips: Exclude<Trips, { kind: 'fixed' }>,
    at: Instance,
    block: Block,
    from: number,
  ): Instance | null {
    const name = this.loopName();
    const most = trips.kind === 'drawn' ? trips.high : this.context.mostTrips(trips.start, trips.step);
    const counter = add(atomForm(name, 0, Math.max(1, most - 1 - from)), constantForm(from));
    const body = new Block(this.context.tokens);
    const running = whileRunning(trips, counter);
    const last = this.within(2, () => this.repeated(region, 1, counter, at, body, running));
    const count: LoopStatement['trips'] =
      trips.kind === 'range'
        ? { start: textOf(add(trips.start, constantForm(from * trips.step))), below: 0, step: trips.step }
        : {
            uniform: [trips.low, trips.high],
            ...(sizeOfRegion(region).hasBarrier ? {} : { scope: 'lane' as const }),
          };
    const inner = new Block(this.context.tokens);
    this.close(inner, body, Math.max(0, trips.mean - from), (statements) => ({
      op: 'loop',
      name,
      trips: count,
      body: statements,
    }));
    const parts = inner.finish();
    const share = trips.kind === 'drawn' ? trips.share : 1;
    for (const draft of share < 1 ? nested([{ probability: share }], inner.drafts) : inner.drafts)
      block.append(draft);
    block.addParts(parts, share);
    return last;
  }

  /** Ends a loop body: parts of instructions become draws in it, or whole instructions behind it. */
  private close(
    block: Block,
    body: Block,
    trips: number,
    make: (statements: Statement[]) => LoopStatement,
  ): void {
    const parts = body.finish();
    const rest = new Map<ComputeClass, number>();
    for (const [name, count] of parts) {
      if (count < WORTH_A_DRAW || count * trips < 2) rest.set(name, count);
      else body.append(ifElse({ probability: Math.min(1, count), scope: 'warp' }, [computeDraft(name)], []));
    }
    if (body.drafts.length > 0)
      block.append({ kind: 'nest', bodies: [body.drafts], make: ([statements]) => make(statements!) });
    block.addParts(rest, trips);
  }

  private loopName(): string {
    return `i${++this.loops}`;
  }
}

/** A thread is in the body only while its loop goes on. */
function whileRunning(trips: Exclude<Trips, { kind: 'fixed' }>, counter: Form): readonly Constraint[] {
  if (trips.kind !== 'range') return [];
  return constraintsOf('lt', add(trips.start, scale(counter, trips.step)), constantForm(0));
}

/** What a branch made is there behind it. */
function handOn(from: Instance, to: Instance): void {
  for (const [value, items] of from.made) to.made.set(value, items);
}

/** Whether the threads of a block have to decide alike on a region. */
function hasBarrier(region: Region): boolean {
  return sizeOfRegion(region).hasBarrier;
}

function computeDraft(name: ComputeClass): Draft {
  return { kind: 'done', statement: { op: 'compute', class: name } };
}

function register(at: Instance, { makes }: ChargeEvent, item: Item): void {
  if (makes !== null) at.made.set(makes.id, [...(at.made.get(makes.id) ?? []), item]);
}

/** Statements under conditions, one inside the other. */
function nested(conditions: readonly IfStatement['condition'][], drafts: readonly Draft[]): readonly Draft[] {
  return conditions.reduceRight((inner, condition) => [ifElse(condition, inner, [])], drafts);
}

function ifElse(
  condition: IfStatement['condition'],
  then: readonly Draft[],
  otherwise: readonly Draft[],
): Draft {
  return {
    kind: 'nest',
    bodies: [then, otherwise],
    make: ([yes, no]) => ({
      op: 'if',
      condition,
      then: yes!,
      ...(no!.length === 0 ? {} : { else: no! }),
    }),
  };
}
