import type { ChargeEvent } from '../../reading/values/graph';
import { add, constantForm, floored, multiply, rangeOf, scale, type Form } from '../index/form';
import type { UnrolledRegion } from '../index/unrolledRegion';
import type { KernelContext } from '../kernelContext';
import { formTarget, type ArrayDraft, type Target } from './arrays';

const TEXEL_BYTES = 4;

/** Where a texture or surface read goes: row by row over the extent that its coordinates reach. */
export function textureTarget(
  context: KernelContext,
  { needs, callee }: ChargeEvent,
  at: UnrolledRegion,
): { readonly array: ArrayDraft; readonly target: Target } {
  const [texture, ...coordinates] = needs;
  const array = context.arrays.extra(texture?.text ?? 'texture', 'texture', null);
  let sum = constantForm(0);
  // The first coordinate of a surface counts bytes.
  let unit = callee.startsWith('surf') ? TEXEL_BYTES : 1;
  let stride: Form = constantForm(TEXEL_BYTES / unit);
  for (const coordinate of coordinates) {
    const form = context.forms.of(coordinate, at);
    if (form === null) return { array, target: { kind: 'random' } };
    const place = floored(form);
    sum = add(sum, multiply(place, stride));
    stride = scale(stride, Math.max(1, rangeOf(place).high + unit));
    unit = 1;
  }
  return { array, target: formTarget(sum, at) };
}
