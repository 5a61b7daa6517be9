import type { InstructionClass } from '../../../kernel/instructionClasses';
import { hoisted } from './hoisting';
import { countsByOne, isRepeated } from './unrolledCopies';
import { vectorRuns } from './vectorRuns';
import {
  alignmentOf,
  arrayAlignment,
  leavesOf,
  paddedSize,
  sharedAlignment,
  storageOf,
} from '../../reading/values/layout';
import type { Ledger } from './ledger';
import {
  differenceOf,
  isFoldable,
  splitSum,
  termsKey,
  termsOf,
  variesIn,
  type Term,
} from '../../reading/values/linear';
import type { Region, Access, ChargeEvent, Value } from '../../reading/values/graph';
import {
  I32,
  isFloating,
  isHalf,
  isWide,
  scalarOf,
  sizeOf,
  type CType,
  type MemorySpace,
  type StructType,
} from '../../reading/values/types';
import type { ValueTable } from '../../reading/values/valueTable';

const LOADS: Readonly<Record<MemorySpace, InstructionClass>> = {
  global: 'globalLoad',
  generic: 'globalLoad',
  shared: 'sharedLoad',
  local: 'localLoad',
  constant: 'constantLoad',
};

const STORES: Readonly<Record<MemorySpace, InstructionClass>> = {
  global: 'globalStore',
  generic: 'globalStore',
  shared: 'sharedStore',
  local: 'localStore',
  constant: 'globalStore',
};

/** Widest access of one instruction, in bytes. */
const WIDEST_ACCESS = 16;
const WORD = 4;

/**
 * Instructions of one load or store of a whole object: one up to 16 bytes.
 * @param hasGaps what lies between its members is moved, too
 * @param alignment bytes at a multiple of which the object lies
 */
function accessCount(type: CType, hasGaps = true, alignment = alignmentOf(type)): number {
  const bytes = sizeOf(type);
  if (bytes === null) return 1;
  // Three lanes are aligned to one, so they move one by one.
  if (type.kind === 'vector' && type.lanes === 3) return type.lanes;
  if (type.kind === 'pointer') return 1;
  if (type.kind === 'scalar' || type.kind === 'vector') return Math.ceil(bytes / WIDEST_ACCESS);
  if (type.kind !== 'struct') return Math.ceil(bytes / 4);
  const storage = type.isUnion === true ? storageOf(type) : null;
  return storage === null ? structAccesses(type, hasGaps, alignment) : accessCount(storage, hasGaps);
}

/** A struct moves member by member, but for those that its alignment lets one vector access move. */
function structAccesses(type: StructType, hasGaps: boolean, alignment: number): number {
  const single = (type.fields ?? []).reduce((sum, field) => sum + accessCount(field.type), 0);
  const leaves = leavesOf(type);
  const joined = vectorRuns(leaves, alignment, hasGaps).reduce((sum, run) => sum + run.length - 1, 0);
  return leaves.length === 0 ? single : Math.min(single, leaves.length - joined);
}

/** Tests whether an object comes from memory as a whole, changed or not: its padding comes with it. */
function isCopied(stored: Value): boolean {
  const whole = stored.kind === 'opaque' ? (stored.args[0] ?? stored) : stored;
  return whole.kind === 'load' && whole.type.kind === stored.type.kind;
}

/** Charges loads and stores with the address arithmetic that the compiler leaves of the source's. */
export class MemoryModel {
  private readonly made = new Map<number, readonly { terms: readonly Term[]; home: Region }[]>();

  /** @param objects types of arrays by the name of their address */
  constructor(
    private readonly table: ValueTable,
    private readonly ledger: Ledger,
    private readonly objects: ReadonlyMap<string, CType>,
  ) {
    ledger.chargeAccess = (value, at) => {
      if (value.kind === 'load') this.load(value, at);
      else this.address(value.args[0]!, value.args[1]!, at);
    };
  }

  /** Charges a load value (its arguments are base pointer and element index). */
  private load(load: Value, at: Region): void {
    const [base, index] = load.args as readonly [Value, Value];
    const space = spaceOf(base);
    // A uniform constant is an operand of the instruction that uses it.
    if (space === 'constant' && isFoldable(index)) return;
    this.address(base, index, at);
    const access = { base, index, field: load.name, type: load.type };
    // Members of structures lie apart from copy to copy.
    if ((space !== 'shared' && space !== 'local') || load.name !== '') {
      const there = this.ledger.membersAt(load, at);
      const count = there.reduce((left, member) => left - accessCount(member.type), accessCount(load.type));
      return count > 0 ? this.read(LOADS[space], count, load, access, at) : undefined;
    }
    if (space === 'local') {
      const copies = this.mergedCopies(load.type, index, at, [WIDEST_ACCESS], true);
      return this.read(LOADS[space], accessCount(load.type) / copies, load, access, at);
    }
    const copies = this.joinedCopies({ base, type: load.type, index }, at);
    if (copies > 1 && load.type.kind === 'vector') return this.readTriples(load, access, copies, at);
    const own = accessCount(load.type, true, sharedAlignment(load.type));
    this.read(LOADS[space], own / copies, load, access, at);
  }

  /**
   * Tests whether a shared load moves a whole object: as a wide access of its own, for the compiler aligns what lies in
   * shared memory, or as part of one of several copies of the loop around it.
   */
  isJoined({ base, index, type }: Omit<Access, 'field'>, at: Region): boolean {
    if (spaceOf(base) !== 'shared') return false;
    const isWide = [WIDEST_ACCESS / 2, WIDEST_ACCESS].includes(paddedSize(type));
    return isWide || this.joinedCopies({ base, type, index }, at) > 1;
  }

  private joinedCopies({ base, type, index }: Omit<Access, 'field'>, at: Region): number {
    if (type.kind === 'scalar' && this.objects.has(base.name) && isUneven(index, at)) return 1;
    return this.mergedCopies(type, index, at, this.loadWidths(base, type), false);
  }

  /**
   * Bytes of the wide loads that copies of a loop can make together of shared memory. ptxas joins words and pairs of them, and
   * four halves; bytes and whole numbers of 16 bits only nvcc does, where an array is known to lie so (counted in machine code).
   */
  private loadWidths(base: Value, type: CType): readonly number[] {
    const widths = [WIDEST_ACCESS, WIDEST_ACCESS / 2];
    if ((sizeOf(elementOf(type)) ?? 0) >= WORD) return widths;
    return isHalf(scalarOf(type)) ? widths.slice(1) : this.storeWidths(base);
  }

  private read(name: InstructionClass, count: number, makes: Value, access: Access, at: Region): void {
    this.ledger.charge(name, count, at, { makes, access });
  }

  /** Vectors of three words that copies of a loop load: as many wide accesses as they are words. */
  private readTriples(load: Value, { base, index }: Access, copies: number, at: Region): void {
    for (let part = 0; part < LANES.length; part++) {
      const word = part * copies;
      const moved = this.table.binary(
        'add',
        index,
        this.table.constant(Math.floor(word / LANES.length), I32),
      );
      const access = { base, index: moved, field: LANES[word % LANES.length]!, type: elementOf(load.type) };
      const wide = this.ledger.nextWide();
      this.ledger.charge('sharedLoad', 1 / copies, at, { makes: load, access, wide });
    }
  }

  /**
   * Copies of a repeated loop whose accesses of shared or local memory lie side by side, aligned to 16 bytes, and become
   * one; 1 where none do. Global pointers tell no alignment, so their accesses stay apart.
   * @param isApart what the loop writes elsewhere is other memory, and what it writes there lies apart by constants
   */
  private mergedCopies(
    type: CType,
    index: Value,
    at: Region,
    widths: readonly number[],
    isApart: boolean,
  ): number {
    const loop = loopOf(at);
    const bytes = sizeOf(elementOf(type));
    if (loop === null || bytes === null || !isWordOrTriple(type)) return 1;
    if (
      !loop.unrolled &&
      (at !== loop || !isRepeatedInGroups(loop) || !(isApart || loop.written.length === 0))
    )
      return 1;
    const terms = termsOf(index);
    const counted = loop.copyOf ?? loop;
    const own = terms.filter(({ factors }) => factors.some(({ region }) => region === counted));
    const [step] = own;
    if (own.length !== 1 || step?.coefficient !== 1 || step.factors.length !== 1) return 1;
    if (step.factors[0]!.kind !== 'index' || !countsByOne(counted)) return 1;
    // Counters of other unrolled loops around choose the row. In copies of all iterations constants move no group.
    const others = terms.filter((term) => term !== step && !(loop.unrolled && term.factors.length === 0));
    const trips = loop.count?.uniform ?? 1;
    const fits = (elements: number): boolean =>
      (loop.unrolled ? trips % elements === 0 : elements <= Math.ceil(loop.unrollFactor)) &&
      others.every(({ coefficient }) => coefficient % elements === 0);
    return widths.map((width) => width / bytes).find((elements) => elements > 1 && fits(elements)) ?? 1;
  }

  /**
   * Copies of a loop that one wide access of shared memory serves although the loop stores, where nothing that it stores
   * is in the way; 1 where none do. nvcc joins these itself, which takes an array that is aligned to more than its elements.
   */
  copiesBesideStores({ base, type, index }: Access, loop: Region): number {
    return this.mergedCopies(type, index, loop, this.storeWidths(base), true);
  }

  /** Charges a store; its instruction. */
  store(access: Access, stored: Value, at: Region): ChargeEvent {
    this.address(access.base, access.index, at);
    const detail = { access, needs: [stored] };
    const space = spaceOf(access.base);
    const widths = this.storeWidths(access.base);
    const neighbours = this.mergedCopies(access.type, access.index, at, widths, space === 'local');
    return this.ledger.charge(
      STORES[space],
      accessCount(access.type, isCopied(stored)) / neighbours,
      at,
      detail,
    );
  }

  /** Bytes of the wide stores that copies of a loop can make together: where an array in shared memory is known to lie. */
  private storeWidths(base: Value): readonly number[] {
    const space = spaceOf(base);
    if (space === 'local') return [WIDEST_ACCESS];
    const type = space === 'shared' ? this.objects.get(base.name) : undefined;
    return [WIDEST_ACCESS, WIDEST_ACCESS / 2].filter(
      (width) => type !== undefined && arrayAlignment(type) >= width,
    );
  }

  /** Makes the address `base + index` available in `at`; constant distances are immediate offsets. */
  address(base: Value, index: Value, at: Region): void {
    this.ledger.demand(base, at);
    const { kept } = splitSum(index, this.table, isFoldable);
    if (kept !== null) this.sum(base, kept, at);
  }

  private sum(base: Value, index: Value, at: Region): void {
    const home = hoisted(at, index.region);
    const terms = termsOf(index);
    const key = addressKey(base, terms);
    if (!this.ledger.once(key, home)) return;
    const loop = loopOf(home);
    if (loop !== null && variesIn(index, loop)) return this.varying(base, index, loop, home);
    const apart = this.neighbour(base, terms, home);
    if (apart === null) return this.scaled(base, index, home);
    for (const factor of apart.flatMap(({ factors }) => factors)) this.ledger.demand(factor, home);
    this.ledger.charge('integer', 1, home, { needs: [index] });
  }

  /** An address from scratch: the index, scaled and added to the base. */
  private scaled(base: Value, index: Value, home: Region): void {
    const narrow = index.kind === 'convert' && isNarrow(index.args[0]!) ? index.args[0]! : index;
    this.ledger.demand(narrow, home);
    this.ledger.chargeCost(scalingCost(base, narrow), home, { needs: [narrow] });
  }

  /** An address that changes in a loop: an invariant part outside, and what each iteration adds. */
  private varying(base: Value, index: Value, loop: Region, home: Region): void {
    const { kept, split } = splitSum(index, this.table, (part) => variesIn(part, loop));
    const step = split === null ? null : termsOf(split);
    const [term] = step ?? [];
    const linear = step?.length === 1 && term !== undefined && isStep(term, loop);
    if (kept !== null && loop.parent !== null && linear) this.sum(base, kept, loop.parent);
    if (!linear) return this.scaled(base, index, home);
    const constantStride = term.factors.length === 1 && loop.stepIsConstant;
    const wide = spaceOf(base) === 'shared' || spaceOf(base) === 'local' ? 1 : 2;
    this.ledger.charge('integer', constantStride && !loop.unrolled ? wide / loop.unrollFactor : 1, home);
  }

  /** The product by which an address differs from one that is at hand: then one instruction makes it. Null for none. */
  private neighbour(base: Value, terms: readonly Term[], home: Region): readonly Term[] | null {
    const made = this.made.get(base.id) ?? [];
    this.made.set(base.id, [...made, { terms, home }]);
    const apart = made
      .filter((other) => other.home.encloses(home))
      .map((other) => differenceOf(terms, other.terms));
    return apart.find(({ length }) => length <= 1) ?? null;
  }
}

function isNarrow({ type }: Value): boolean {
  return !isWide(scalarOf(type)) && !isFloating(scalarOf(type));
}

function addressKey(base: Value, terms: readonly Term[]): string {
  return `${base.id}@${termsKey(terms.filter((term) => term.factors.length > 0))}`;
}

/** The innermost loop around a region, unrolled or not. */
function loopOf(region: Region): Region | null {
  for (let at: Region | null = region; at !== null; at = at.parent) if (at.kind === 'loop') return at;
  return null;
}

/** The index of `loop` times something that does not change in it. */
function isStep(term: Term, loop: Region): boolean {
  const varying = term.factors.filter((factor) => variesIn(factor, loop));
  return varying.length === 1 && varying[0]!.kind === 'index' && varying[0]!.region === loop;
}

/** Scaling an index by the element size and adding a 64-bit base; shared memory scales in the address mode. */
function scalingCost(base: Value, index: Value): Readonly<Partial<Record<InstructionClass, number>>> {
  const space = spaceOf(base);
  if (space === 'shared' || space === 'local') return {};
  return { integer: isWide(scalarOf(index.type)) ? 2 : 1 };
}

function spaceOf(base: Value): MemorySpace {
  return base.type.kind === 'pointer' ? base.type.space : 'generic';
}

const LANES = ['.x', '.y', '.z'];

/** Tests whether copies of a type lie side by side in words: a number, or a vector of three. */
function isWordOrTriple(type: CType): boolean {
  return (
    type.kind === 'scalar' || (type.kind === 'vector' && type.lanes === 3 && sizeOf(elementOf(type)) === 4)
  );
}

function elementOf(type: CType): CType {
  return type.kind === 'vector' ? { kind: 'scalar', scalar: type.scalar } : type;
}

/** Turns of a loop that is repeated in full up to which its copies are written out one by one. */
const WRITTEN_OUT = 64;

/**
 * Tests whether the copies of a loop that is repeated in full begin or end between two multiples of a wide access: then
 * they are joined by their places, which are constants in each copy, and not by the turn.
 */
function isUneven(index: Value, at: Region): boolean {
  const loop = loopOf(at);
  const trips = loop?.count?.uniform ?? Infinity;
  const start = loop?.count?.counter?.start.constant ?? null;
  if (loop === null || loop.copyOf !== null || !isRepeated(loop) || trips > WRITTEN_OUT || start === null)
    return false;
  const constant = termsOf(index).find(({ factors }) => factors.length === 0)?.coefficient ?? 0;
  return [trips, constant + start].some((elements) => elements % WORDS !== 0);
}

/** Words of the widest access. */
const WORDS = WIDEST_ACCESS / WORD;

/** Turns of a loop of unknown length from which on those that its groups leave over do not matter. */
const MANY = 16;

/** Tests whether a loop is repeated in straight groups that begin at a multiple of their length. */
function isRepeatedInGroups({ count, stepIsConstant, unrollFactor, isStraight }: Region): boolean {
  const counter = count?.counter ?? null;
  if (counter?.operator !== 'add' || !stepIsConstant || unrollFactor <= 1 || !isStraight) return false;
  const isAligned = counter.start.constant !== null && counter.start.constant % GROUP === 0;
  const trips = count?.uniform ?? 0;
  return isAligned && (trips >= MANY || trips % GROUP === 0);
}

/** Iterations that the smallest groups of a loop have. */
const GROUP = 4;
