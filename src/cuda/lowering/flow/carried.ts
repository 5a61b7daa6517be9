import type { Carried } from '../../mix/model/loopCount';
import { termsOf, variesIn } from '../../mix/model/linear';
import type { Region } from '../../mix/model/region';
import { isFloating, scalarOf } from '../../mix/model/types';
import type { Value } from '../../mix/model/value';
import { add, constantForm, multiply, scale, type Form } from '../index/form';
import type { Instance } from '../index/instance';
import type { KernelContext } from '../kernelContext';
import { pointeeBytes } from '../memory/address';
import { makersOfAll } from '../schedule/makers';

const ZERO = constantForm(0);
/** Operations up to which an expression is taken apart. */
const SIZE_LIMIT = 300;

/** Says what the variables that a loop hands on hold in one iteration. */
export function bindIteration(
  context: KernelContext,
  region: Region,
  body: Instance,
  former: Instance | null,
  at: Instance,
): void {
  for (const carried of region.carried) {
    const { inside, start, end } = carried;
    context.carried.set(inside.id, carried);
    if (former !== null && end !== null) body.made.set(inside.id, makersOfAll([end], former));
    else if (start !== null) body.made.set(inside.id, makersOfAll([start], at));
    if (inside.type.kind === 'pointer') bindPointer(context, carried, region, body, former, at);
    else body.forms.set(inside.id, scalarForm(context, carried, region, body, former, at));
  }
}

function scalarForm(
  context: KernelContext,
  { inside, start, end }: Carried,
  region: Region,
  body: Instance,
  former: Instance | null,
  at: Instance,
): Form | null {
  const first = start === null ? null : context.forms.of(start, at);
  const step = end === null ? null : stepOf(context, end, inside, region, at);
  if (first !== null && step !== null && body.iteration !== null)
    return add(first, multiply(step, body.iteration));
  if (former !== null && end !== null) return context.forms.of(end, former);
  return body.iteration !== null && isFirst(body.iteration) ? first : null;
}

function isFirst(iteration: Form): boolean {
  return iteration.terms.size === 0 && iteration.constant === 0;
}

/** What an iteration adds to a variable: the same in each; null when it does something else. */
function stepOf(
  context: KernelContext,
  end: Value,
  inside: Value,
  region: Region,
  at: Instance,
): Form | null {
  if (end.size > SIZE_LIMIT || isFloating(scalarOf(end.type))) return null;
  const terms = termsOf(end);
  const own = terms.filter(({ factors }) => factors.includes(inside));
  if (own.length !== 1 || own[0]!.coefficient !== 1 || own[0]!.factors.length !== 1) return null;
  let sum = ZERO;
  for (const term of terms) {
    if (term === own[0]) continue;
    let product: Form | null = constantForm(term.coefficient);
    for (const factor of term.factors) {
      const form = variesIn(factor, region) ? null : context.forms.of(factor, at);
      product = form === null || product === null ? null : multiply(product, form);
    }
    if (product === null) return null;
    sum = add(sum, product);
  }
  return sum;
}

function bindPointer(
  context: KernelContext,
  { inside, start, end }: Carried,
  region: Region,
  body: Instance,
  former: Instance | null,
  at: Instance,
): void {
  if (start === null) return;
  const step = end === null ? null : pointerStep(context, end, inside, region, at);
  if (step !== null && body.iteration !== null)
    body.pointers.set(inside.id, { start, from: at, bytes: multiply(step, body.iteration) });
  else if (former !== null && end !== null)
    body.pointers.set(inside.id, { start: end, from: former, bytes: ZERO });
  else {
    const bytes = body.iteration !== null && isFirst(body.iteration) ? ZERO : null;
    body.pointers.set(inside.id, { start, from: at, bytes });
  }
}

/** Bytes by which an iteration moves a pointer; null when it does something else. */
function pointerStep(
  context: KernelContext,
  end: Value,
  inside: Value,
  region: Region,
  at: Instance,
): Form | null {
  if (end === inside) return ZERO;
  const [base, index] = end.args;
  if (end.kind === 'convert') return pointerStep(context, base!, inside, region, at);
  if (end.kind !== 'pointer' || base !== inside || index === undefined || variesIn(index, region))
    return null;
  const form = context.forms.of(index, at);
  return form === null ? null : scale(form, pointeeBytes(base.type));
}

/** Says what those variables hold behind the loop. */
export function bindBehind(
  context: KernelContext,
  region: Region,
  at: Instance,
  last: Instance | null,
  trips: number | null,
): void {
  for (const { inside, start, end, behind } of region.carried) {
    if (behind === null || behind === undefined) continue;
    const holder = at.holderOf(behind.region);
    if (last !== null && end !== null) holder.made.set(behind.id, makersOfAll([end], last));
    else if (start !== null) holder.made.set(behind.id, makersOfAll([start], at));
    if (inside.type.kind === 'pointer') {
      const step = end === null || trips === null ? null : pointerStep(context, end, inside, region, at);
      if (start !== null)
        holder.pointers.set(behind.id, {
          start,
          from: at,
          bytes: step === null ? null : scale(step, trips!),
        });
      continue;
    }
    const first = start === null ? null : context.forms.of(start, at);
    const step = end === null ? null : stepOf(context, end, inside, region, at);
    if (first !== null && step !== null && trips !== null)
      holder.forms.set(behind.id, add(first, scale(step, trips)));
    else if (trips === 0) holder.forms.set(behind.id, first);
    else if (last?.iteration?.terms.size === 0 && end !== null)
      holder.forms.set(behind.id, context.forms.of(end, last));
  }
}
