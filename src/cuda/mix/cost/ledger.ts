import type { InstructionClass } from '../../../kernel/instructionClasses';
import { CallsInLoops } from './callsInLoops';
import { costOf, isWidened, type Cost } from './instructionCosts';
import { shareMade, zeroWeight } from './tableFactors';
import { costBeside } from './mathCosts';
import { Evaluator } from '../../reading/values/evaluate';
import { isFoldable } from '../../reading/values/linear';
import {
  isReadOnly,
  Region,
  type ChargeEvent,
  type NestedEvent,
  type Value,
} from '../../reading/values/graph';
import { hoisted, hoistedLoad } from './hoisting';
import { MadeValues } from './madeValues';
import { isComputed, saturated } from './saturation';
import { UnrolledCopies } from './unrolledCopies';
import { isFloating, isHalf, isWide, scalarOf } from '../../reading/values/types';

/** Function that charges a load or an address; the memory model provides it. */
export type AccessCharger = (value: Value, at: Region) => void;

/** Details of charged instructions besides their class and number. */
export type ChargeDetail = Partial<
  Pick<ChargeEvent, 'makes' | 'needs' | 'access' | 'callee' | 'matrix' | 'wide'>
>;

const NO_VALUES: readonly Value[] = [];

/** Kinds of values that the compiler looks for in the arms of branches. */
const COMPLETED: ReadonlySet<string> = new Set(['load', 'binary', 'negate', 'complement']);

/** An instruction was asked for while code was read on trial. */
class NothingMayBeCharged extends Error {}

/**
 * Writes instructions into the trace of their region. A value is charged when something with an effect needs it, once for each
 * region that no earlier charge covers, and outside of the loops in which it does not change.
 */
export class Ledger {
  private readonly chargedIn = new Map<number, Region[]>();
  private readonly chargedKeys = new Map<string, Region[]>();
  /** Where loads stand that are needed only after memory may have changed. */
  private readonly places = new Map<number, Region>();
  /** Members that were loaded of objects, by the object. */
  private readonly members = new Map<number, Set<Value>>();
  private readonly objects = new Map<number, Value>();
  /** Where the source reads memory first. */
  private readonly reads = new Map<Value, Region>();
  private readonly made = new MadeValues({
    isCharged: (value, at) => this.isCharged(value, at),
    fuses: (value, operand, home) => this.fuses(value, operand, home),
  });
  private readonly calls = new CallsInLoops();
  /** Products that are parts of sums in the test of a loop. */
  private readonly testedProducts = new Map<number, Region>();
  /** Products that are made where a number is chosen that they are of. */
  private readonly chosenProducts = new Set<Value>();
  private wideAccesses = 0;
  /** Instructions charged, each counted once: the size of the code so far. */
  issued = 0;
  chargeAccess: AccessCharger = () => undefined;
  private isClosed = false;

  /** `cursor` is the region that is being read. */
  constructor(private readonly cursor: () => Region | null) {}

  charge(name: InstructionClass, count: number, region: Region, detail: ChargeDetail = {}): ChargeEvent {
    this.checkOpen();
    this.issued += count;
    const { makes = null, needs = NO_VALUES, access = null, callee = '', matrix = null, wide } = detail;
    const plain = { kind: 'charge' as const, name, count, makes, needs, access, callee, matrix };
    const event = wide === undefined ? plain : { ...plain, wide };
    region.record(event, this.cursor());
    return event;
  }

  /** @param share of the executions in which the instructions are there */
  chargeCost(cost: Cost, region: Region, detail: ChargeDetail = {}, share = 1): void {
    this.checkOpen();
    for (const [name, count] of Object.entries(cost))
      if (share > 0) this.charge(name as InstructionClass, count * share, region, detail);
  }

  /**
   * Makes what a loop's test needs, in front of each turn. The compiler makes the test at the end of the turn before, so
   * that a product of the test that the body multiplies again is handed on, and no longer part of a sum.
   */
  demandTest(test: Value, loop: Region): void {
    this.demand(test, loop);
    const visit = (part: Value): void => {
      if (part.kind !== 'binary' || !isFloating(scalarOf(part.args[0]!.type)))
        return part.args.forEach(visit);
      if (part.name === 'mul' && !isFoldable(part) && !this.isCharged(part, loop))
        this.testedProducts.set(part.id, loop);
      part.args.forEach(visit);
    };
    visit(test);
  }

  /** Notes that regions nested in `region` begin here; of several only one runs. */
  open(region: Region, regions: readonly Region[]): void {
    this.checkOpen();
    region.record({ kind: 'nested', regions }, this.cursor());
  }

  /** Runs `action`, which makes values only; false where it asked for an instruction: it then ended there. */
  tryWithout(action: () => void): boolean {
    const outer = this.isClosed;
    this.isClosed = true;
    try {
      action();
      return true;
    } catch (error) {
      if (error instanceof NothingMayBeCharged) return false;
      throw error;
    } finally {
      this.isClosed = outer;
    }
  }

  /** True while values are made on trial. */
  get isTrying(): boolean {
    return this.isClosed;
  }

  private checkOpen(): void {
    if (this.isClosed) throw new NothingMayBeCharged();
  }

  /** Takes back an instruction that another one, later, makes useless. */
  drop(event: ChargeEvent, region: Region): void {
    const at = region.events.indexOf(event);
    if (at < 0) return;
    region.events.splice(at, 1);
    this.issued -= event.count;
  }

  /** Makes `value` available in `at`, charging what is not available yet. */
  demand(value: Value, at: Region): void {
    if (isFoldable(value) || value.kind === 'symbol' || value.kind === 'index') return;
    const stands = this.standsAt(value, this.places.get(value.id) ?? this.made.placeOf(value, at));
    if (this.isCharged(value, stands)) return;
    this.checkOpen();
    const home = this.copies.homeOf(value, stands);
    if (this.isCharged(value, home)) return;
    if (COMPLETED.has(value.kind)) this.completeBranch(value, home);
    if (this.isCharged(value, home)) return;
    this.mark(value, home);
    const object = this.objects.get(value.id);
    if (object !== undefined && this.isCharged(object, home)) return;
    // What a branch assigned was charged in the branch.
    if (value.kind === 'merge') return;
    if (value.kind === 'load' || value.kind === 'pointer') return this.chargeAccess(value, home);
    const number = saturated(value);
    if (number !== null) return this.saturate(value, number, home);
    const isFree = this.extendsProduct(value, home);
    const fused = this.fusedOperand(value, home);
    this.demandOperands(value, fused, home);
    if (isFree) return;
    const parts = this.calls.partsOf(value, at, home);
    const share = shareMade(value, fused, home);
    this.chargeCost(parts?.once ?? this.costIn(value, home), home, { makes: value }, share);
    if (parts !== null) this.chargeCost(parts.turn, parts.at, { needs: [value] });
  }

  /** Holds a number between 0 and 1, in the instruction that makes it where that is not done yet. */
  private saturate(value: Value, number: Value, home: Region): void {
    const isFree = isComputed(number) && !this.isCharged(number, home);
    this.demand(number, home);
    if (!isFree) this.charge('fp32', 1, home, { makes: value });
  }

  /** The cost of a value in a region: a sine and a cosine of one angle share its reduction. */
  private costIn(value: Value, home: Region): Cost {
    const [angle] = value.args;
    const beside = value.kind === 'call' && angle !== undefined ? costBeside(value.name) : null;
    return beside === null || this.once(`angle ${angle!.id}`, home) ? costOf(value) : beside;
  }

  /** Notes where the source reads memory first: a load does not move into a loop behind that. */
  noteRead(load: Value, region: Region): void {
    if (!this.isClosed && !this.reads.has(load)) this.reads.set(load, region);
  }

  /** Notes that the source makes a value in a region. */
  noteMade(value: Value, region: Region): void {
    if (this.isClosed) return;
    this.made.note(value, region);
    this.calls.note(value, region);
  }

  /** Notes that a product is made in front of the choice of what it is of. */
  noteChosen(product: Value): void {
    this.chosenProducts.add(product);
  }

  private isRead(load: Value, home: Region): boolean {
    return this.reads.get(load)?.encloses(home) ?? false;
  }

  /** Where a value that is asked for in `at` is made, as far as the loops around allow it to move. */
  private standsAt(value: Value, at: Region): Region {
    return hoistedLoad(at, value.region, (home) => this.isAtHand(value, home));
  }

  /** Tests whether everything that a value needs from memory is there in a region. */
  private isAtHand(value: Value, home: Region): boolean {
    const seen = new Set<Value>();
    const visit = (part: Value): boolean => {
      if (seen.has(part) || this.isCharged(part, home)) return true;
      seen.add(part);
      const mayLoad = part.kind !== 'load' || isAlwaysReadable(part) || this.isRead(part, home);
      return mayLoad && part.args.every(visit);
    };
    return visit(value);
  }

  /**
   * What some arms of a branch have made, and code behind it needs, is there behind them where all have made it; where
   * one arm has not, it is made there, too (partial redundancy elimination).
   */
  private completeBranch(value: Value, home: Region): void {
    // What moves out of the arm that lacks it is made here after all.
    if (this.completing.has(value.id)) return;
    const cursor = this.cursor();
    const made = this.chargedIn.get(value.id) ?? [];
    const around = new Set(made.flatMap((region) => eventAround(region, home) ?? []));
    for (const { regions } of around) {
      if (cursor !== null && regions.some((region) => region.encloses(cursor))) continue;
      const missing = regions.length < 2 ? null : this.endsWithout(value, regions);
      const [only, ...more] = missing ?? [];
      if (missing === null || more.length > 0) continue;
      if (only !== undefined && !mayComplete(value, only)) continue;
      if (only !== undefined) this.complete(value, only);
      this.mark(value, home);
      return;
    }
  }

  private readonly completing = new Set<number>();

  private complete(value: Value, arm: Region): void {
    this.completing.add(value.id);
    this.demand(value, arm);
    this.completing.delete(value.id);
  }

  /** The ends of arms at which a value is not there, with those of branches that an arm ends with. */
  private endsWithout(value: Value, arms: readonly Region[]): readonly Region[] {
    return arms.flatMap((arm) => {
      if (this.isCharged(value, arm)) return [];
      const last = arm.events.at(-1);
      const isChain = last?.kind === 'nested' && last.regions.length > 1;
      return isChain ? this.endsWithout(value, last.regions) : [arm];
    });
  }

  /** Lets a load that is needed later happen here, as the last thing in `region` so far. */
  keepPlace(load: Value, region: Region): void {
    this.checkOpen();
    if (!this.places.has(load.id)) this.places.set(load.id, region.place(this.cursor()));
  }

  /** Lets a member of an object that was loaded stand where the object does. */
  standsWith(member: Value, object: Value): void {
    const place = this.places.get(object.id);
    if (place !== undefined && !this.places.has(member.id)) this.places.set(member.id, place);
    this.objects.set(member.id, object);
    const members = this.members.get(object.id) ?? new Set<Value>();
    this.members.set(object.id, members.add(member));
  }

  /** Tests whether a value is the member of an object that was copied out of memory. */
  isOfCopy(value: Value): boolean {
    return this.objects.has(value.id);
  }

  /** Members of an object that are at hand in a region, where the object itself was not loaded. */
  membersAt(object: Value, at: Region): readonly Value[] {
    return [...(this.members.get(object.id) ?? [])].filter((member) => this.isCharged(member, at));
  }

  /** Moves what makes a value out of a loop, in front of it; nothing where the loop itself does not make it. */
  lift(value: Value, loop: Region, before: Region): void {
    const event = this.forgo(value, loop);
    if (event === null) return;
    this.charge(event.name, event.count, before, event);
    this.mark(value, before);
  }

  /** Takes back what makes a value in a region, where it is at hand otherwise; null where the region does not make it. */
  forgo(value: Value, region: Region): ChargeEvent | null {
    const made = region.events.find((event) => event.kind === 'charge' && event.makes === value);
    if (made?.kind !== 'charge') return null;
    this.drop(made, region);
    return made;
  }

  /** A number for a wide access that several events are. */
  nextWide(): number {
    return ++this.wideAccesses;
  }

  /** Makes one wide access of several of a region; the first of `run` is at the lowest place. */
  widen(run: readonly ChargeEvent[], region: Region): void {
    const wide = this.nextWide();
    for (const event of run) {
      const at = region.events.indexOf(event);
      region.events[at] = { ...event, count: 1 / run.length, access: run[0]!.access, wide };
    }
  }

  /** Lets one access serve several copies of an outer loop, for each iteration of the loops in `rows` inside of it. */
  share(event: ChargeEvent, region: Region, copies: number, rows: readonly Region[]): void {
    region.events[region.events.indexOf(event)] = { ...event, count: event.count / copies, rows };
  }

  /** Moves an instruction of a loop behind it. */
  sink(event: ChargeEvent, loop: Region, behind: Region): void {
    this.drop(event, loop);
    this.charge(event.name, event.count, behind, event);
  }

  /** A value that was made in a branch from which all threads of `region` come is there behind it. */
  comesFromAll(value: Value, region: Region): void {
    this.mark(value, hoisted(region, value.region));
  }

  /** Tests whether `value` was charged in a region that covers `at`. */
  isCharged(value: Value, at: Region): boolean {
    return this.chargedIn.get(value.id)?.some((region) => region.encloses(at)) ?? false;
  }

  /** Tests whether something has asked for a value, wherever. */
  isDemanded(value: Value): boolean {
    return this.chargedIn.has(value.id);
  }

  /** Counts something under a key of its own (an address), once for each region not covered yet. */
  once(key: string, at: Region): boolean {
    if (this.isOnce(key, at)) return false;
    this.chargedKeys.set(key, [...(this.chargedKeys.get(key) ?? []), coveredBy(at)]);
    return true;
  }

  /** Tests whether `once` was asked for this key in a region that covers `at`. */
  isOnce(key: string, at: Region): boolean {
    return this.chargedKeys.get(key)?.some((region) => region.encloses(at)) ?? false;
  }

  private mark(value: Value, home: Region): void {
    this.chargedIn.set(value.id, [...(this.chargedIn.get(value.id) ?? []), coveredBy(home)]);
  }

  private readonly copies = new UnrolledCopies((outside, copy) => this.open(outside, [copy]));

  /** The multiplication, addition or logic step that is part of the instruction of a value; null for none. */
  private fusedOperand(value: Value, home: Region): Value | null {
    if (value.kind !== 'binary') return null;
    const fused = value.args.find((operand) => this.fuses(value, operand, home));
    return fused === undefined ? null : unwrapped(fused);
  }

  /** Makes the operands of a value that need instructions of their own: those of a fused one in its place. */
  private demandOperands(value: Value, fused: Value | null, home: Region): void {
    if (value.kind === 'convert' && isFreeWidening(value))
      value.args.forEach((arg) => this.demand(arg, home));
    else if (fused === null) this.demandFactors(value, home);
    else {
      for (const operand of value.args) if (unwrapped(operand) !== fused) this.demand(operand, home);
      this.demandFactors(fused, home);
    }
  }

  /** Makes the operands of a value; those of a product with an element of a table only in copies where that is not zero. */
  private demandFactors(value: Value, home: Region): void {
    const weight = zeroWeight(value, home);
    for (const operand of value.args) {
      if (isFoldable(operand) || this.isCharged(operand, home)) continue;
      const isOwn = weight?.loops.every((loop) => operand.loops.includes(loop)) ?? false;
      this.demand(operand, weight !== null && isOwn ? this.copiesWith(weight, home) : home);
    }
  }

  /** The copies of an unrolled loop in which an element of a table is not zero, as a branch of them. */
  private copiesWith(weight: Value, home: Region): Region {
    const evaluator = new Evaluator(weight);
    const population = home.population.where(weight.loops, (point) => evaluator.at(point) !== 0);
    const copies = new Region(home, 'branch', population);
    copies.guard = weight;
    this.open(home, [copies]);
    return copies;
  }

  /** A sum with the result of a function that ends with a multiplication is part of that one. */
  private extendsProduct({ kind, name, args }: Value, home: Region): boolean {
    return (
      kind === 'binary' &&
      isSum(name) &&
      args.some((arg) => arg.kind === 'call' && arg.name === 'expf' && !this.isCharged(arg, home))
    );
  }

  private fuses(value: Value, operand: Value, home: Region): boolean {
    const inner = unwrapped(operand);
    if (inner.kind !== 'binary' || isFoldable(inner)) return false;
    if (!this.isCharged(inner, home)) this.completeBranch(inner, home);
    if (this.isCharged(inner, home)) return false;
    const domain = scalarOf(value.type);
    if (isSum(value.name)) {
      // Twice a number is a sum by then, unless the difference is one, too.
      const twice = isDifference(value) ? 2 : -2;
      if (inner.name === 'mul' && inner.args.some(({ constant }) => constant === twice))
        return !isFloating(domain);
      // What a loop does not change is made in front of it, before sums and products are joined.
      if (inner.name === 'mul' && isFloating(domain) && this.standsAt(inner, home) !== home) return false;
      if (inner.name === 'mul' && this.testedProducts.get(inner.id)?.encloses(home) === true) return false;
      if (this.chosenProducts.has(inner)) return value.args.some(isFoldable);
      if (inner.name === 'mul') return isFloating(domain) === isFloating(scalarOf(inner.type));
      if (isFloating(domain) || isWide(domain)) return false;
      if (inner.name === 'shl') return inner.args[1]!.constant !== null;
      return isSum(inner.name) && !inner.args.some((part) => isProduct(part));
    }
    return isLogic(value.name) && isLogic(inner.name) && !isHalf(domain);
  }
}

/** Tests whether a load cannot fail, wherever it stands: of a place that the kernel itself has. */
function isAlwaysReadable({ args: [base, index] }: Value): boolean {
  const type = base?.type;
  if (type?.kind !== 'pointer' || type.space === 'global' || type.space === 'generic') return false;
  return index !== undefined && isFoldable(index);
}

/** The branch in `around` in one of whose arms a region lies; null where it lies in none. */
function eventAround(region: Region, around: Region): NestedEvent | null {
  let arm: Region | null = region;
  while (arm !== null && arm.parent !== around) arm = arm.parent;
  if (arm?.kind !== 'branch') return null;
  const event = around.events.find((one) => one.kind === 'nested' && one.regions.includes(arm));
  return event?.kind === 'nested' ? event : null;
}

/** Tests whether the compiler makes a value at the end of an arm that lacks it: a short straight one for a load. */
function mayComplete(value: Value, { events }: Region): boolean {
  if (value.kind !== 'load') return true;
  if (events.some(({ kind }) => kind === 'nested')) return false;
  // Not behind a store that may change the place.
  return isReadOnly(value.args[0]) || events.length === 0;
}

/** The region in which a value is there once it was made in `home`. */
function coveredBy(home: Region): Region {
  let region = home;
  while ((region.keepsPlace || region.copyOf !== null) && region.parent !== null) region = region.parent;
  return region;
}

/** A multiplication under a change of sign still fuses. */
function unwrapped(operand: Value): Value {
  return operand.kind === 'negate' && isFloating(scalarOf(operand.type)) ? operand.args[0]! : operand;
}

function isSum(name: string): boolean {
  return name === 'add' || name === 'sub';
}

/** Tests for a difference, also one that is written as a sum with a negative (`-x + 2.f * y`). */
function isDifference({ name, args }: Value): boolean {
  return name === 'sub' || args.some(({ kind }) => kind === 'negate');
}

function isLogic(name: string): boolean {
  return name === 'and' || name === 'or' || name === 'xor';
}

function isProduct(value: Value): boolean {
  return value.kind === 'binary' && (value.name === 'mul' || value.name === 'shl') && !isFoldable(value);
}

function isFreeWidening(value: Value): boolean {
  return isWidened(value) && scalarOf(value.type) === 'u64';
}
