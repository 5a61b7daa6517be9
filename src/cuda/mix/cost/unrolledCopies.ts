import { isFoldable } from '../../reading/values/linear';
import { isReadOnly, Region, type Value } from '../../reading/values/graph';
import { mayChange } from '../../reading/values/memoryParts';

/** Where what an unrolled loop makes stands: outside of a loop in which it does not change, made once for each copy. */
interface Front {
  readonly outside: Region;
  /** The unrolled loops, the outermost last. */
  readonly loops: readonly Region[];
}

/**
 * Moves what the copies of unrolled loops make in front of the loops around them in which it does not change: once the
 * counter is a constant in each copy, the compiler finds that invariant like any other code.
 */
export class UnrolledCopies {
  private readonly copies = new Map<Region, Map<Region, Region>>();

  /** @param open notes that a region begins in another one */
  constructor(private readonly open: (outside: Region, copy: Region) => void) {}

  /** The region in front of the loops around `home` in which `value` does not change; `home` where there is none. */
  homeOf(value: Value, home: Region): Region {
    const loop = isMovable(value) ? loopAround(home) : home;
    const front = loop.unrolled ? frontOf(value, loop) : null;
    return front === null
      ? home
      : front.loops.reduceRight((outside, loop) => this.copyIn(outside, loop), front.outside);
  }

  private copyIn(outside: Region, loop: Region): Region {
    let known = this.copies.get(outside);
    if (known === undefined) this.copies.set(outside, (known = new Map<Region, Region>()));
    let copy = known.get(loop);
    if (copy === undefined) {
      known.set(loop, (copy = copyOf(loop, outside)));
      this.open(outside, copy);
    }
    return copy;
  }
}

/** The loop that makes a region, or decides about it in each of its copies; else the region. */
function loopAround(home: Region): Region {
  let region = home;
  while (
    region.kind !== 'loop' &&
    region.guard !== null &&
    isFoldable(region.guard) &&
    region.parent !== null
  )
    region = region.parent;
  return region.kind === 'loop' ? region : home;
}

/** An empty loop with the iterations of another one, in another place. */
export function copyOf(loop: Region, outside: Region): Region {
  const population = outside.population.iterated(loop.iteration!);
  const copy = new Region(outside, 'loop', population, true, 1, loop.stepIsConstant);
  copy.count = loop.count;
  copy.copyOf = loop;
  loop.isCopied = true;
  return copy;
}

const MOVABLE: ReadonlySet<string> = new Set([
  'load',
  'binary',
  'negate',
  'complement',
  'convert',
  'call',
  'ternary',
]);

function isMovable({ kind }: Value): boolean {
  return MOVABLE.has(kind);
}

function frontOf(value: Value, home: Region): Front | null {
  let front: Front | null = null;
  const loops: Region[] = [];
  for (let region: Region = home; region.kind === 'loop' && region.parent !== null; region = region.parent) {
    if (countsIn(value, region)) {
      if (!isRepeated(region)) break;
      loops.push(region);
    } else {
      if (loops.length === 0 || isChangedIn(value, region)) break;
      front = { outside: region.parent, loops: [...loops] };
    }
  }
  return front;
}

/** Tests whether a value is another one in each copy of an unrolled loop, and the same in each iteration of a loop around that. */
export function moves(value: Value, inner: Region, around: Region): boolean {
  return countsIn(value, inner) && !countsIn(value, around) && !isChangedIn(value, around);
}

function countsIn(value: Value, { count }: Region): boolean {
  return count !== null && value.loops.includes(count.number);
}

/** Tests whether a loop is repeated in full, the same way wherever it stands. */
export function isRepeated({ unrolled, count, iteration }: Region): boolean {
  if (!unrolled || iteration === null || count === null || count.followed) return false;
  return count.outerLoops.length === 0 && (count.counter?.start.constant ?? null) !== null;
}

/** Tests whether the counter of a loop goes from each number to the next one, so that what it counts lies side by side. */
export function countsByOne({ count }: Region): boolean {
  const { operator = '', step = null } = count?.counter ?? {};
  return (operator === 'add' || operator === 'sub') && Math.abs(step?.constant ?? 0) === 1;
}

/** Tests whether something besides counters makes a value another one in each iteration of a loop. */
function isChangedIn(value: Value, loop: Region): boolean {
  const seen = new Set<Value>();
  const visit = (part: Value): boolean => {
    if (seen.has(part) || !loop.encloses(part.region)) return false;
    seen.add(part);
    if (seen.size > VISITS) return true;
    if (part.kind === 'index') return !isRepeated(part.region);
    if (!isMovable(part) && part.kind !== 'pointer') return true;
    if (part.kind === 'load' && mayChange(loop.written, part.args[0]!) && !isReadOnly(part.args[0]))
      return true;
    return part.args.some(visit);
  };
  return visit(value);
}

/** Values looked through. */
const VISITS = 200;
