import { termsOf, variesIn } from '../../reading/values/linear';
import type { Carried, Value, Region } from '../../reading/values/graph';
import { isFloating, scalarOf } from '../../reading/values/types';
import { add, constantForm, isConstant, modulo, multiply, scale, type Form } from '../index/form';
import { UnrolledRegion } from '../index/unrolledRegion';
import type { KernelContext } from '../kernelContext';
import { pointeeBytes } from '../memory/address';
import { producersOfAll } from '../schedule/producers';

const ZERO = constantForm(0);
/** Operations up to which an expression is taken apart. */
const SIZE_LIMIT = 300;

/** A loop that is being written. */
export interface WrittenLoop {
  readonly context: KernelContext;
  readonly region: Region;
  /** Where it stands. */
  readonly at: UnrolledRegion;
}

/** One body of a loop, and the one in front of it in the same straight code. */
interface Iteration {
  readonly body: UnrolledRegion;
  readonly former: UnrolledRegion | null;
}

/** Says what the variables that a loop hands on hold in one iteration. */
export function bindIteration(loop: WrittenLoop, iteration: Iteration): void {
  const { body, former } = iteration;
  for (const carried of loop.region.carried) {
    const { inside, start, end } = carried;
    loop.context.carried.set(inside.id, carried);
    if (former !== null && end !== null) body.producers.set(inside.id, producersOfAll([end], former));
    else if (start !== null) body.producers.set(inside.id, producersOfAll([start], loop.at));
    if (inside.type.kind === 'pointer') bindPointer(loop, carried, iteration);
    else bindScalar(loop, carried, iteration);
  }
}

function bindScalar(loop: WrittenLoop, { inside, start, end }: Carried, { body, former }: Iteration): void {
  const { forms } = loop.context;
  const first = start === null ? null : forms.of(start, loop.at);
  const step = end === null ? null : stepOf(loop, end, inside);
  const by = step === null || body.iteration === null ? null : multiply(step, body.iteration);
  const cyclic = first !== null && by === null ? inCycle(loop, { inside, end }, first, body.iteration) : null;
  if (first !== null && by !== null) body.forms.set(inside.id, add(first, by));
  else if (cyclic !== null) body.forms.set(inside.id, cyclic);
  else if (former !== null && end !== null) body.forms.set(inside.id, forms.of(end, former));
  else body.forms.set(inside.id, isFirst(body.iteration) ? first : null);
  if (first === null && start !== null && by !== null)
    body.inductions.set(inside.id, { start, from: loop.at, by, row: null });
}

/** Iterations after which a variable that goes round in a circle is back at its start, at most. */
const LONGEST_CYCLE = 8;

/**
 * A whole number that goes round in a circle of constants, as the number of a buffer does (`stage ^= 1`, `stage = (stage +
 * 1) % 3`), by the number of the iteration; null for any other.
 */
function inCycle(
  { context: { forms }, region, at }: WrittenLoop,
  { inside, end }: Pick<Carried, 'inside' | 'end'>,
  first: Form,
  iteration: Form | null,
): Form | null {
  if (end === null || iteration === null || !isConstant(first) || end.size > SIZE_LIMIT) return null;
  if (inside.type.kind !== 'scalar' || isFloating(inside.type.scalar)) return null;
  const circle: number[] = [];
  for (let next = first; ;) {
    circle.push(next.constant);
    const probe = new UnrolledRegion(region, at);
    probe.forms.set(inside.id, next);
    const after = forms.of(end, probe);
    if (after === null || !isConstant(after) || circle.length > LONGEST_CYCLE) return null;
    if (after.constant === first.constant) break;
    next = after;
  }
  const length = constantForm(circle.length);
  const place = modulo(iteration, length);
  if (place === null || circle.length === 1) return first;
  if (isConstant(place)) return constantForm(circle[place.constant]!);
  const [from, pace] = [first.constant, circle[1]! - first.constant];
  if (circle.every((number, index) => number === from + index * pace)) return add(scale(place, pace), first);
  const turned = modulo(add(scale(iteration, pace < 0 ? pace + circle.length : pace), first), length);
  const isTurned = circle.every(
    (number, index) => number === (from + index * (pace + circle.length)) % circle.length,
  );
  return isTurned ? turned : null;
}

function isFirst(iteration: Form | null): boolean {
  return iteration !== null && isConstant(iteration) && iteration.constant === 0;
}

/** Step of an induction variable: what each iteration adds, the same in all; null for any other update. */
function stepOf(loop: WrittenLoop, end: Value, inside: Value): Form | null {
  if (end.size > SIZE_LIMIT || isFloating(scalarOf(end.type))) return null;
  const terms = termsOf(end);
  const own = terms.filter(({ factors }) => factors.includes(inside));
  if (own.length !== 1 || own[0]!.coefficient !== 1 || own[0]!.factors.length !== 1) return null;
  let sum = ZERO;
  for (const term of terms) {
    if (term === own[0]) continue;
    let product: Form | null = constantForm(term.coefficient);
    for (const factor of term.factors) {
      const form = unchanged(loop, factor);
      product = form === null || product === null ? null : multiply(product, form);
    }
    if (product === null) return null;
    sum = add(sum, product);
  }
  return sum;
}

/** The form of a value that is the same in all iterations. */
function unchanged({ context, region, at }: WrittenLoop, value: Value): Form | null {
  return variesIn(value, region) ? null : context.forms.of(value, at);
}

function bindPointer(loop: WrittenLoop, { inside, start, end }: Carried, { body, former }: Iteration): void {
  if (start === null) return;
  const step = end === null ? null : pointerStep(loop, end, inside);
  if (step !== null && body.iteration !== null)
    body.pointers.set(inside.id, { start, from: loop.at, bytes: multiply(step, body.iteration) });
  else if (former !== null && end !== null)
    body.pointers.set(inside.id, { start: end, from: former, bytes: ZERO });
  else body.pointers.set(inside.id, { start, from: loop.at, bytes: isFirst(body.iteration) ? ZERO : null });
}

/** Bytes by which an iteration moves a pointer; null when it does something else. */
function pointerStep(loop: WrittenLoop, end: Value, inside: Value): Form | null {
  if (end === inside) return ZERO;
  const [base, index] = end.args;
  if (end.kind === 'convert') return pointerStep(loop, base!, inside);
  if (end.kind !== 'pointer' || base !== inside || index === undefined) return null;
  const form = unchanged(loop, index);
  return form === null ? null : scale(form, pointeeBytes(base.type));
}

/**
 * Says what those variables hold behind the loop.
 * @param last its last body
 * @param trips how often it runs; null when that differs
 */
export function bindBehind(loop: WrittenLoop, last: UnrolledRegion | null, trips: number | null): void {
  for (const carried of loop.region.carried) {
    const { inside, start, end, behind } = carried;
    if (behind === null) continue;
    const number = trips === null ? 0 : Math.max(0, trips - 1);
    loop.context.behind.set(behind.id, { region: loop.region, inside, last: number });
    const holder = loop.at.holderOf(behind.region);
    if (last !== null && end !== null) holder.producers.set(behind.id, producersOfAll([end], last));
    else if (start !== null) holder.producers.set(behind.id, producersOfAll([start], loop.at));
    if (inside.type.kind === 'pointer') pointerBehind(loop, carried, holder, trips);
    else scalarBehind(loop, carried, holder, last, trips);
  }
}

function pointerBehind(
  loop: WrittenLoop,
  { inside, start, end, behind }: Carried,
  holder: UnrolledRegion,
  trips: number | null,
): void {
  if (start === null || behind === null) return;
  const step = end === null ? null : pointerStep(loop, end, inside);
  const bytes = step === null ? null : moved(step, trips);
  holder.pointers.set(behind.id, { start, from: loop.at, bytes });
}

/** Sum of the steps of all iterations; null when their number is unknown. */
function moved(step: Form, trips: number | null): Form | null {
  if (isConstant(step) && step.constant === 0) return ZERO;
  return trips === null ? null : scale(step, trips);
}

function scalarBehind(
  loop: WrittenLoop,
  { inside, start, end, behind }: Carried,
  holder: UnrolledRegion,
  last: UnrolledRegion | null,
  trips: number | null,
): void {
  if (behind === null) return;
  const { forms } = loop.context;
  const first = start === null ? null : forms.of(start, loop.at);
  const step = end === null ? null : stepOf(loop, end, inside);
  const by = step === null ? null : moved(step, trips);
  if (first !== null && by !== null) holder.forms.set(behind.id, add(first, by));
  else if (trips === 0) holder.forms.set(behind.id, first);
  else if (last?.iteration?.terms.size === 0 && end !== null)
    holder.forms.set(behind.id, forms.of(end, last));
}
