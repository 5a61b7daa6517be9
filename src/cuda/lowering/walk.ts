import { message } from '../../kernel/message';
import { COMPUTE_CLASSES, type ComputeClass } from '../../kernel/instructionClasses';
import { ASYNC_COMMIT, ASYNC_COPY, ASYNC_WAIT, OLDEST_GROUP } from '../reading/body/asyncCopies';
import { GRID_BARRIER } from '../reading/body/cooperativeGroups';
import type { Region, ChargeEvent } from '../reading/values/graph';
import type { Budget } from './budget';
import { sizeOfRegion, WRITERS } from './flow/copies';
import { guardOf, withinRoom, type Guard } from './flow/guards';
import { MOST_NESTED, Nesting } from './flow/nesting';
import { meanOf } from './flow/trips';
import { isLastCopy } from './flow/unreadEnds';
import { isConstant } from './index/form';
import { UnrolledRegion, AvailableLoads } from './index/unrolledRegion';
import type { KernelContext } from './kernelContext';
import { memoryItems } from './memory/items';
import { isFoldable, isOfCounters } from '../reading/values/linear';
import { Parts } from './schedule/arithmetic';
import { Block } from './schedule/block';
import { ifElse, nested } from './schedule/drafts';
import type { Draft, Item } from './schedule/item';
import { producersOfAll } from './schedule/producers';
import { LoopWalker } from './walkLoops';

/** Classes of the mix that are arithmetic here: an exchange between lanes takes the slow pipe, as `special` does. */
const ARITHMETIC: Readonly<Record<string, ComputeClass>> = {
  ...Object.fromEntries(COMPUTE_CLASSES.map((name) => [name, name])),
  shuffle: 'special',
};

const BLOCK_BARRIERS = /^(__syncthreads(_count|_and|_or)?|sync|barrier_wait|bar\.sync.*|barrier\.sync.*)$/;

const SLEEPS = /^(__nanosleep|nanosleep\.u32)$/;
/** Length of a rest whose time is not known. */
const ASSUMED_SLEEP_NS = 1000;

/** Writes a kernel's trace as the body of a program. */
export class Walker {
  private readonly nesting = new Nesting();
  private readonly loops: LoopWalker;
  /** Numbers of loads whose results are converted. */
  private readonly loads = new WeakMap<Item, number>();
  private loadCount = 0;

  constructor(
    private readonly context: KernelContext,
    private readonly budget: Budget,
  ) {
    this.loops = new LoopWalker(context, budget, this.nesting, (at, block) => this.run(at, block));
  }

  body(): Draft[] {
    const { root } = this.context.state;
    const block = new Block(this.context.tokens);
    this.run(new UnrolledRegion(root, null), block);
    block.finish();
    return block.drafts;
  }

  private run(at: UnrolledRegion, block: Block): void {
    for (const event of at.code.events) {
      if (!this.budget.spend()) return;
      if (event.kind === 'charge') this.charge(event, at, block);
      else if (event.regions[0]?.kind === 'loop') this.loops.write(event.regions[0], at, block);
      else this.branches(event.regions, at, block);
    }
  }

  private charge(event: ChargeEvent, at: UnrolledRegion, block: Block): void {
    if (SLEEPS.test(event.callee)) return this.sleep(event, at, block);
    if (event.callee === ASYNC_WAIT) return this.waitForCopies(event, block);
    if (event.callee === ASYNC_COMMIT) this.context.copies.commit();
    const name = ARITHMETIC[event.name] ?? (this.isFence(event) ? 'control' : null);
    if (name !== null) return this.compute(name, event, at, block);
    if (event.name === 'barrier') {
      this.context.written.changed(WRITERS.barrier ?? []);
      const scope = event.callee === GRID_BARRIER ? { scope: 'grid' as const } : {};
      block.append({ kind: 'done', statement: { op: 'barrier', ...scope } });
      return;
    }
    const { fresh, producers } = memoryItems(this.context, event, at);
    for (const item of fresh) block.add(item);
    if (event.callee === ASYNC_COPY) this.context.copies.issued(fresh);
    for (const item of producers) register(at, event, item);
  }

  /** The instruction that asks for a rest of the warp. */
  private sleep({ needs: [time] }: ChargeEvent, at: UnrolledRegion, block: Block): void {
    const form = time === undefined ? null : this.context.forms.of(time, at);
    const isKnown = form !== null && isConstant(form);
    if (!isKnown) this.context.state.assume(message('cuda.sleepUnknown', { ns: ASSUMED_SLEEP_NS }));
    const ns = isKnown ? Math.max(0, form.constant) : ASSUMED_SLEEP_NS;
    block.append({ kind: 'done', statement: { op: 'sleep', ns } });
  }

  /** A warp that waits for its asynchronous copies issues nothing behind that. */
  private waitForCopies({ needs: [prior] }: ChargeEvent, block: Block): void {
    const { copies } = this.context;
    const groups = prior?.constant ?? 0;
    const after = block.waitFor(groups === OLDEST_GROUP ? copies.waitForOldest() : copies.wait(groups));
    this.context.written.changed(WRITERS.barrier ?? []);
    const statement = { op: 'compute' as const, class: 'control' as const };
    block.append({ kind: 'done', statement: after.length === 0 ? statement : { ...statement, after } });
  }

  /** Memory fences and the bookkeeping of asynchronous copies order a thread with itself only. */
  private isFence(event: ChargeEvent): boolean {
    return event.name === 'barrier' && event.callee !== GRID_BARRIER && !BLOCK_BARRIERS.test(event.callee);
  }

  private compute(name: ComputeClass, event: ChargeEvent, at: UnrolledRegion, block: Block): void {
    const { makes, needs, count, matrix } = event;
    const loop = makes === null ? undefined : this.context.unreadEnds.get(makes);
    if (loop !== undefined && isLastCopy(loop, at)) return;
    const key = this.conversionKey(event, at);
    const known = key === null ? null : at.availableLoads.find(key);
    if (known !== null) return known.forEach((item) => register(at, event, item));
    const operands = makes === null ? needs : [...makes.args, ...needs];
    const item: Item = {
      kind: 'compute',
      name,
      matrix,
      isExchange: event.name === 'shuffle',
      count,
      needs: producersOfAll(operands, at),
      space: null,
      access: null,
      place: null,
      widened: null,
      joined: null,
      registers: 0,
      bodies: 1,
      hasResult: false,
      token: null,
      level: 0,
      isDelayed: false,
      chain: 0,
    };
    block.add(item);
    register(at, event, item);
    if (key !== null) at.availableLoads.add(key, [item]);
  }

  /** Key of a conversion of what was loaded: of a word that several copies share there is one. Null for all else. */
  private conversionKey({ name, makes, count }: ChargeEvent, at: UnrolledRegion): string | null {
    const [loaded] = makes?.args ?? [];
    if (name !== 'conversion' || count !== 1 || makes?.kind !== 'convert' || loaded?.kind !== 'load')
      return null;
    const [item, ...others] = at.producersOf(loaded.id) ?? [];
    if (item?.kind !== 'load' || others.length > 0) return null;
    const number = this.loads.get(item) ?? ++this.loadCount;
    this.loads.set(item, number);
    return `conversion ${number} ${makes.name}`;
  }

  private branches(regions: readonly Region[], at: UnrolledRegion, block: Block): void {
    const guarded = regions.map((region) => ({
      region,
      guard: guardOf(region, at, this.context.forms, sizeOfRegion(region).hasBarrier),
    }));
    const always = guarded.find(({ guard }) => guard.conditions !== 'never' && guard.conditions.length === 0);
    // What all threads run is no code of its own: its instructions mix with those around.
    if (always !== undefined) return this.inline(always.region, always.guard, at, block);
    const arms = guarded.map(({ region, guard }) => this.arm(region, guard, at, block));
    for (const { unrolled } of arms) handOn(unrolled, at);
    if (arms.length > 1) at.availableLoads.addCommon(arms.map(({ unrolled }) => unrolled.availableLoads));
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

  private inline(region: Region, { constraints }: Guard, at: UnrolledRegion, block: Block): void {
    const unrolled = new UnrolledRegion(region, at, null, constraints);
    const isOwn = region.guard !== null && !isFoldable(region.guard) && !isOfCounters(region.guard);
    if (isOwn) block.startBlock();
    this.run(unrolled, block);
    if (isOwn) block.startBlock();
    handOn(unrolled, at);
  }

  private arm(region: Region, guard: Guard, at: UnrolledRegion, around: Block) {
    const conditions = this.fitting(guard, region);
    const unrolled = new UnrolledRegion(
      region,
      at,
      null,
      guard.constraints,
      new AvailableLoads(at.availableLoads),
    );
    // Code that no thread runs does not part what is around.
    if (conditions === 'never') return { region, unrolled, conditions, drafts: [], parts: new Parts() };
    const block = around.inner();
    this.nesting.within(conditions.length, () => this.run(unrolled, block));
    const parts = block.finish();
    return { region, unrolled, conditions, drafts: block.drafts, parts };
  }

  /** Conditions as far as the nesting allows them; of those beyond a share of the threads is left. */
  private fitting(guard: Guard, region: Region): Guard['conditions'] {
    const { room } = this.nesting;
    if (guard.conditions === 'never' || guard.conditions.length <= room) return guard.conditions;
    this.context.state.assume(message('cuda.deepBranches', { depth: MOST_NESTED }));
    return withinRoom(region, guard, room);
  }
}

/** Makes the values that a branch produced available behind it. */
function handOn(from: UnrolledRegion, to: UnrolledRegion): void {
  for (const [value, items] of from.producers) to.producers.set(value, items);
}

function register(at: UnrolledRegion, { makes }: ChargeEvent, item: Item): void {
  if (makes !== null) at.producers.set(makes.id, [...(at.producers.get(makes.id) ?? []), item]);
}
