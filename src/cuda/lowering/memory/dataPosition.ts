import { type Value } from '../../reading/values/graph';
import { Source } from '../../reading/values/value';
import { add, constantForm, divide, floored, isConstant, scale, type Form } from '../index/form';
import type { UnrolledRegion } from '../index/unrolledRegion';
import type { EndedLoop, KernelContext } from '../kernelContext';
import { pointeeBytes, type Address, type DataTerm } from './address';
import { firstPart } from './parts';

/** Loads that are followed into one another, as in `a[b[c[i]]]`. */
const DEPTH = 4;
/** Keep apart what would else fall on the same number: iterations, and the loads that one index is made of. */
const [ITERATION, NEXT_LOAD, NEXT_VALUE] = [1_000_003, 7919, 65_537];
/** The same for what is made of one element, as numbers from a hash. */
const [NEXT_RECIPE, RECIPES] = [104_729, 4093];
/** Operations up to which what is made of an element is looked at. */
const DEEPEST_RECIPE = 60;

/** Where a value that data decides was found. */
export interface DataPosition {
  /** Equal for equal values: the element of the index array, or a number of the thread and the iteration. */
  readonly at: Form;
  /** Tells apart what is computed from one element: its members, its bytes; 0 for the element itself. */
  readonly salt: number;
  /** The index array; null when the value comes from no single load. */
  readonly array: Value | null;
}

/** Where the value of a term stands in memory, or else which thread computes it when. */
export function positionOf(context: KernelContext, { value, at }: DataTerm): DataPosition {
  return loadedAt(context, value, at, 0) ?? { at: drawnAt(context, value, at), salt: 0, array: null };
}

function loadedAt(
  context: KernelContext,
  value: Value,
  at: UnrolledRegion,
  depth: number,
): DataPosition | null {
  if (depth > DEPTH || mixesCoordinates(value)) return null;
  return firstPart(value, (part) => {
    const salt = saltOf(value, part);
    if (part.kind === 'load') return elementOf(context, part, salt, at, depth);
    const start = part.kind === 'opaque' ? context.carried.get(part.id)?.start : null;
    if (start?.kind !== 'load') return null;
    const first = elementOf(context, start, salt, at, depth);
    const holder = at.holderOf(part.region);
    return first === null ? null : { ...first, at: add(first.at, iterationsOf(holder, holder.parent)) };
  });
}

/** Tests whether a coordinate stands in it beside what is loaded: lanes that load the same then compute something else. */
function mixesCoordinates(value: Value): boolean {
  return (
    firstPart(value, (part) =>
      (part.sources & Source.thread) !== 0 && part.kind === 'symbol' ? true : null,
    ) !== null
  );
}

function elementOf(
  context: KernelContext,
  load: Value,
  salt: number,
  at: UnrolledRegion,
  depth: number,
): DataPosition | null {
  const [base, index] = load.args;
  if (base === undefined || index === undefined) return null;
  const address = context.addresses.of({ base, index, field: load.name, type: load.type }, at);
  const element = elementAt(context, address, pointeeBytes(base.type), depth);
  return element === null ? null : { at: element, salt, array: address.object };
}

/** The number of an element; where data decides, one that is the same for the same data. */
function elementAt(
  context: KernelContext,
  { bytes, data }: Address,
  elementBytes: number,
  depth: number,
): Form | null {
  let sum = divide(bytes, constantForm(elementBytes));
  for (const term of data) {
    const loaded = loadedAt(context, term.value, term.at, depth + 1);
    const inner = loaded?.at ?? drawnAt(context, term.value, term.at);
    if (sum === null) return null;
    const stride = term.row === null ? NEXT_LOAD : term.row;
    sum = add(sum, scale(inner, Math.max(1, Math.round(Math.abs(term.bytes) / elementBytes)) * stride));
    if (term.row === null) sum = add(sum, constantForm(loaded?.salt ?? 0));
  }
  return sum;
}

/**
 * A number that each thread has for itself in each iteration. What a loop hands on is, behind it, what it was in the
 * last iteration: a table is probed until the right slot is found, and that slot is used.
 */
function drawnAt(context: KernelContext, value: Value, at: UnrolledRegion): Form {
  const thread = floored(scale(context.threadForm('global'), 1 / 4));
  const handed = firstPart(value, (part) =>
    context.carried.has(part.id) || context.behind.has(part.id) ? part : null,
  );
  if (handed === null) {
    const own = add(thread, iterationsOf(at.holderOf(value.region), null));
    return add(own, constantForm(value.id * NEXT_VALUE));
  }
  const ended = context.behind.get(handed.id);
  const when = ended === undefined ? iterationsOf(at.holderOf(handed.region), null) : endOf(ended, at);
  const id = ended?.inside.id ?? handed.id;
  return add(add(thread, when), constantForm(id * NEXT_VALUE + saltOf(value, handed)));
}

/** The last iteration of a loop that has ended, with those of the loops around it. */
function endOf({ region, last }: EndedLoop, at: UnrolledRegion): Form {
  const around = region.parent === null ? at : at.holderOf(region.parent.varying);
  return add(scale(iterationsOf(around, null), 31), constantForm(last * ITERATION));
}

/** A number for what is made of `part` in `value`, the same wherever the same is made of it; 0 for the part itself. */
function saltOf(value: Value, part: Value): number {
  const text = recipe(value, part);
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) % RECIPES;
  return text === '#' ? 0 : (1 + hash) * NEXT_RECIPE;
}

function recipe(value: Value, part: Value): string {
  if (value === part) return value.kind === 'load' ? `#${value.name}` : '#';
  if (value.constant !== null) return String(value.constant);
  if (value.kind === 'convert') return recipe(value.args[0]!, part);
  if (value.args.length === 0 || value.size > DEEPEST_RECIPE) return value.text;
  return `${value.name}(${value.args.map((arg) => recipe(arg, part)).join()})`;
}

/** The iterations of the loops from `inner` outwards as one number. */
function iterationsOf(inner: UnrolledRegion, until: UnrolledRegion | null): Form {
  let sum = constantForm(0);
  let factor = ITERATION;
  for (let at: UnrolledRegion | null = inner; at !== null && at !== until; at = at.parent) {
    if (at.iteration === null) continue;
    sum = add(sum, at.iteration, factor);
    factor *= 31;
  }
  return sum;
}

/** One number for the positions of all terms; the same where they are the same. */
export function combined(
  positions: readonly DataPosition[],
  placed: (position: DataPosition) => Form = ({ at }) => at,
): Form {
  const [first, ...others] = positions.map(placed);
  let sum = first ?? constantForm(0);
  let factor = NEXT_LOAD;
  for (const at of others) {
    const same = add(first!, at, -1);
    if (isConstant(same) && same.constant === 0) continue;
    sum = add(sum, at, factor);
    factor *= 31;
  }
  return sum;
}
