import type { IfStatement, LoopStatement } from '../../kernel/program';
import type { Region } from '../reading/values/graph';
import type { Budget } from './budget';
import { bindBehind, bindIteration } from './flow/carried';
import { copiesOf, copiesTogether, sizeOfRegion, writtenIn, type Copies } from './flow/copies';
import type { Nesting } from './flow/nesting';
import { tripsOf, type Trips } from './flow/trips';
import { wholeGroups, type Bodies } from './flow/wholeGroups';
import { constraintsOf, rangeUnder, type Constraint } from './index/constraint';
import { add, atomForm, constantForm, scale, textOf, type Form } from './index/form';
import { UnrolledRegion, AvailableLoads } from './index/unrolledRegion';
import type { KernelContext } from './kernelContext';
import type { Block } from './schedule/block';
import { ifElse, nested } from './schedule/drafts';
import { closeLoop } from './schedule/loopBody';

type VariableTrips = Exclude<Trips, { kind: 'fixed' } | { kind: 'elapsed' }>;

/** Which threads make an iteration: the condition, the share of all threads, what holds in those. */
interface ThreadShare {
  readonly condition: IfStatement['condition'];
  readonly share: number;
  readonly constraints: readonly Constraint[];
}

/** Writes the loops of a kernel's trace: as copies, groups, or loops of known or open length. */
export class LoopWalker {
  private loops = 0;

  /** @param run writes one unrolled iteration of a loop's body */
  constructor(
    private readonly context: KernelContext,
    private readonly budget: Budget,
    private readonly nesting: Nesting,
    private readonly run: (at: UnrolledRegion, block: Block) => void,
  ) {}

  /** Writes a loop, and binds what is known behind it. */
  write(region: Region, at: UnrolledRegion, block: Block): void {
    const trips = tripsOf(region.copyOf ?? region, at, this.context.forms);
    const last = this.written(region, trips, at, block);
    const same = trips.kind === 'fixed' && trips.more === undefined ? trips.trips : null;
    bindBehind({ context: this.context, region, at }, last, same);
  }

  private written(region: Region, trips: Trips, at: UnrolledRegion, block: Block): UnrolledRegion | null {
    if (trips.kind === 'fixed') {
      const last = this.fixedLoop(region, trips.trips, at, block);
      return trips.more === undefined ? last : this.oneMore(region, trips.trips, trips.more, at, block);
    }
    if (trips.kind === 'elapsed') return this.wait(region, trips, at, block);
    if (trips.kind === 'drawn') return this.openLoop(region, trips, at, block, 0);
    if (this.context.mostTrips(trips.start, trips.step) === 1)
      return this.onceAtMost(region, trips, at, block);
    const together = this.common(region, trips.fewest, at, block);
    const groups = sharesAccesses(region)
      ? wholeGroups(trips, together, copiesTogether(region), at.constraints)
      : null;
    if (groups === null) return this.openLoop(region, trips, at, block, together);
    this.openLoop(region, groups.whole, at, block, 0, groups.bodies);
    return this.openLoop(region, groups.rest, at, block, 0, groups.behind);
  }

  /** The groups of bodies that every thread runs of a loop that the compiler repeats; how many bodies those are. */
  private common(region: Region, fewest: number, at: UnrolledRegion, block: Block): number {
    const copies =
      fewest > 1 && !sizeOfRegion(region).hasBarrier ? copiesOf(region, fewest, this.budget) : null;
    if (copies === null || copies.perGroup === 1) return 0;
    this.groups(region, copies, at, block);
    return copies.groups * copies.perGroup;
  }

  /** A loop of known length: copies of its body in groups, and what is left over. */
  private fixedLoop(region: Region, trips: number, at: UnrolledRegion, block: Block): UnrolledRegion | null {
    if (trips < 1) return null;
    const copies = copiesOf(region, trips, this.budget);
    let last: UnrolledRegion | null = null;
    if (copies.groups > 0) last = this.groups(region, copies, at, block);
    let done = copies.groups * copies.perGroup;
    // What is left over is done by groups of those that nvcc makes, then one by one.
    for (const perGroup of [copiesTogether(region), 1]) {
      const groups = perGroup < copies.perGroup ? Math.floor((trips - done) / perGroup) : 0;
      if (groups === 0) continue;
      last = this.groups(region, { groups, perGroup, from: done }, at, block);
      done += groups * perGroup;
    }
    return last;
  }

  private groups(
    region: Region,
    { groups, perGroup, from }: Copies,
    at: UnrolledRegion,
    block: Block,
  ): UnrolledRegion | null {
    if (groups === 1 && region.unrolled) return this.copies(region, perGroup, constantForm(from), at, block);
    if (groups === 1) return this.repeated(region, perGroup, constantForm(from), at, block);
    const name = this.loopName();
    const counter = add(scale(atomForm(name, 0, groups - 1), perGroup), constantForm(from));
    const body = block.inner();
    const last = this.nesting.within(1, () => this.repeated(region, perGroup, counter, at, body));
    closeLoop(block, body, groups, (statements) => ({ op: 'loop', name, trips: groups, body: statements }));
    return last;
  }

  /** Bodies of a loop that stays one: what they write is there when the next iteration loads. */
  private repeated(
    region: Region,
    count: number,
    first: Form,
    at: UnrolledRegion,
    block: Block,
    constraints: readonly Constraint[] = [],
  ): UnrolledRegion | null {
    this.context.written.changed(writtenIn(region));
    block.startBlock();
    const seen = new AvailableLoads(at.availableLoads);
    const last = this.copies(region, count, first, at, block, constraints, seen);
    block.startBlock();
    return last;
  }

  /** Bodies one after the other, which the compiler can mix. */
  private copies(
    region: Region,
    count: number,
    first: Form,
    at: UnrolledRegion,
    block: Block,
    constraints: readonly Constraint[] = [],
    seen: AvailableLoads = at.availableLoads,
  ): UnrolledRegion | null {
    let last: UnrolledRegion | null = null;
    const around = this.context.bodiesForEach;
    if (region.bodiesInCode > 1) this.context.bodiesForEach = region.bodiesInCode / count;
    let known = seen;
    for (let copy = 0; copy < count; copy++) {
      if (copy > 0 && copy % copiesTogether(region) === 0) known = new AvailableLoads(at.availableLoads);
      const body: UnrolledRegion = new UnrolledRegion(
        region.copyOf ?? region,
        at,
        add(first, constantForm(copy)),
        constraints,
        known,
        region,
      );
      body.isSingle = count === 1 && !region.unrolled;
      if (region.copyOf !== null) at.hasMade(body);
      bindIteration({ context: this.context, region, at }, { body, former: last });
      this.run(body, block);
      last = body;
    }
    this.context.bodiesForEach = around;
    return last;
  }

  /** An iteration that a share of the threads makes behind those that all make. */
  private oneMore(
    region: Region,
    number: number,
    share: number,
    at: UnrolledRegion,
    block: Block,
  ): UnrolledRegion | null {
    const scope = sizeOfRegion(region).hasBarrier ? { scope: 'block' as const } : {};
    const some: ThreadShare = { condition: { probability: share, ...scope }, share, constraints: [] };
    return this.bySome(region, constantForm(number), some, at, block);
  }

  /** A loop that some threads run once and the others not at all. */
  private onceAtMost(
    region: Region,
    trips: Extract<Trips, { kind: 'range' }>,
    at: UnrolledRegion,
    block: Block,
  ): UnrolledRegion | null {
    const first = constantForm(0);
    // The branch around it may have told already who makes it.
    if (rangeUnder(trips.start, at.constraints).high < 0) return this.repeated(region, 1, first, at, block);
    const condition = `${textOf(trips.start)} < 0`;
    const some: ThreadShare = { condition, share: trips.mean, constraints: whileRunning(trips, first) };
    return this.bySome(region, first, some, at, block);
  }

  /** One iteration of a loop, under the condition that picks the threads which make it. */
  private bySome(
    region: Region,
    number: Form,
    { condition, share, constraints }: ThreadShare,
    at: UnrolledRegion,
    block: Block,
  ): UnrolledRegion | null {
    const body = block.inner();
    const last = this.nesting.within(1, () => this.repeated(region, 1, number, at, body, constraints));
    block.addParts(body.finish(), share);
    if (body.drafts.length > 0) block.append(ifElse(condition, body.drafts, []));
    return last;
  }

  /** A loop that goes round until some cycles have passed. */
  private wait(
    region: Region,
    { cycles, mean }: Extract<Trips, { kind: 'elapsed' }>,
    at: UnrolledRegion,
    block: Block,
  ): UnrolledRegion | null {
    const body = block.inner();
    const last = this.nesting.within(1, () => this.repeated(region, 1, constantForm(0), at, body));
    closeLoop(block, body, mean, (statements) => ({
      op: 'loop',
      trips: { elapsed: cycles },
      body: statements,
    }));
    return last;
  }

  /**
   * A loop whose length differs from thread to thread.
   * @param from iterations that are written already
   * @param bodies of one turn, and the iteration of the first turn's first one
   */
  private openLoop(
    region: Region,
    trips: VariableTrips,
    at: UnrolledRegion,
    block: Block,
    from: number,
    { perTurn, first }: Bodies = { perTurn: 1, first: constantForm(from) },
  ): UnrolledRegion | null {
    const name = this.loopName();
    const most = trips.kind === 'drawn' ? trips.high : this.context.mostTrips(trips.start, trips.step);
    const turn = atomForm(name, 0, Math.max(1, most - 1 - from));
    const counter = add(scale(turn, perTurn), first);
    const body = block.inner();
    const running = whileRunning(trips, add(turn, constantForm(from)));
    const last = this.nesting.within(2, () => this.repeated(region, perTurn, counter, at, body, running));
    const inner = block.inner();
    closeLoop(inner, body, Math.max(0, trips.mean - from), (statements) => ({
      op: 'loop',
      name,
      trips: countOf(region, trips, from),
      body: statements,
    }));
    const parts = inner.finish();
    const share = trips.kind === 'drawn' ? trips.share : 1;
    for (const draft of share < 1 ? nested([{ probability: share }], inner.drafts) : inner.drafts)
      block.append(draft);
    block.addParts(parts, share);
    return last;
  }

  private loopName(): string {
    return `i${++this.loops}`;
  }
}

/** Tests whether copies of a loop's body make accesses together. */
function sharesAccesses({ events }: Region): boolean {
  return events.some((event) => event.kind === 'charge' && event.access !== null && event.count < 1);
}

/** The iterations behind the first `from`, as the simulator counts them. */
function countOf(region: Region, trips: VariableTrips, from: number): LoopStatement['trips'] {
  if (trips.kind === 'range')
    return { start: textOf(add(trips.start, constantForm(from * trips.step))), below: 0, step: trips.step };
  const scope = sizeOfRegion(region).hasBarrier ? {} : { scope: 'lane' as const };
  return { uniform: [trips.low, trips.high], ...scope };
}

/** A thread is in the body only while its loop goes on. */
function whileRunning(trips: VariableTrips, counter: Form): readonly Constraint[] {
  if (trips.kind !== 'range') return [];
  return constraintsOf('lt', add(trips.start, scale(counter, trips.step)), constantForm(0));
}
