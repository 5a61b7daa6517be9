import { Source, type Value } from '../../mix/model/value';
import { add, constantForm, divide, floored, isConstant, scale, type Form } from '../index/form';
import type { Instance } from '../index/instance';
import type { KernelContext } from '../kernelContext';
import { pointeeBytes, type Address, type DataTerm } from './address';
import { firstPart } from './parts';

/** Loads that are followed into one another, as in `a[b[c[i]]]`. */
const DEPTH = 4;
/** Keep apart what would else fall on the same number: iterations, and the loads that one index is made of. */
const [ITERATION, NEXT_LOAD, NEXT_VALUE] = [1_000_003, 7919, 65_537];

/** Where a value that data decides was found. */
export interface DataPosition {
  /** Equal for equal values: the element of the index array, or a number of the thread and the iteration. */
  readonly at: Form;
  /** The index array; null when the value comes from no single load. */
  readonly array: Value | null;
}

/** Where the value of a term stands in memory, or else which thread computes it when. */
export function positionOf(context: KernelContext, { value, at }: DataTerm): DataPosition {
  return loadedAt(context, value, at, 0) ?? { at: drawnAt(context, value, at), array: null };
}

function loadedAt(context: KernelContext, value: Value, at: Instance, depth: number): DataPosition | null {
  if (depth > DEPTH || mixesCoordinates(value)) return null;
  return firstPart(value, (part) => {
    if (part.kind === 'load') return elementOf(context, part, at, depth);
    const start = part.kind === 'opaque' ? context.carried.get(part.id)?.start : null;
    if (start?.kind !== 'load') return null;
    const first = elementOf(context, start, at, depth);
    const holder = at.holderOf(part.region);
    return first === null ? null : { ...first, at: add(first.at, iterationsOf(holder, holder.parent)) };
  });
}

/** Whether a coordinate stands in it beside what is loaded: lanes that load the same then compute something else. */
function mixesCoordinates(value: Value): boolean {
  return (
    firstPart(value, (part) =>
      (part.sources & Source.thread) !== 0 && part.kind === 'symbol' ? true : null,
    ) !== null
  );
}

function elementOf(context: KernelContext, load: Value, at: Instance, depth: number): DataPosition | null {
  const [base, index] = load.args;
  if (base === undefined || index === undefined) return null;
  const address = context.addresses.of({ base, index, field: load.name, type: load.type }, at);
  const element = elementAt(context, address, pointeeBytes(base.type), depth);
  return element === null ? null : { at: element, array: address.object };
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
    const inner =
      loadedAt(context, term.value, term.at, depth + 1)?.at ?? drawnAt(context, term.value, term.at);
    if (sum === null) return null;
    const stride = term.row === null ? NEXT_LOAD : term.row;
    sum = add(sum, scale(inner, Math.max(1, Math.round(Math.abs(term.bytes) / elementBytes)) * stride));
  }
  return sum;
}

/** A number that each thread has for itself in each iteration. */
function drawnAt(context: KernelContext, value: Value, at: Instance): Form {
  const thread = scale(context.threadForm('global'), 1 / 4);
  const own = add(floored(thread), iterationsOf(at.holderOf(value.region), null));
  return add(own, constantForm(value.id * NEXT_VALUE));
}

/** The iterations of the loops from `inner` outwards as one number. */
function iterationsOf(inner: Instance, until: Instance | null): Form {
  let sum = constantForm(0);
  let factor = ITERATION;
  for (let at: Instance | null = inner; at !== null && at !== until; at = at.parent) {
    if (at.iteration === null) continue;
    sum = add(sum, at.iteration, factor);
    factor *= 31;
  }
  return sum;
}

/** One number for the positions of all terms; the same where they are the same. */
export function combined(positions: readonly DataPosition[]): Form {
  const [first, ...others] = positions;
  let sum = first?.at ?? constantForm(0);
  let factor = NEXT_LOAD;
  for (const { at } of others) {
    const same = add(first!.at, at, -1);
    if (isConstant(same) && same.constant === 0) continue;
    sum = add(sum, at, factor);
    factor *= 31;
  }
  return sum;
}
