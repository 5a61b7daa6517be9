import { message, type Words } from '../../kernel/message';
import type { Assumption } from '../../kernel/origin';
import { sizesUnknown } from '../stages/openLaunch';
import type { OpenSize } from '../results/kernelResult';

/** Functions whose instructions a kernel's program lacks. */
export function functionsLeftOut(assumptions: readonly Assumption[]): readonly string[] {
  return [...new Set(assumptions.flatMap(({ omits }) => omits ?? []))];
}

/** Types of objects in memory whose size a kernel's program only takes for granted. */
export function undeclaredTypes(assumptions: readonly Assumption[]): readonly string[] {
  return [...new Set(assumptions.flatMap(({ undeclared }) => undeclared ?? []))];
}

/**
 * Why what is simulated of a kernel is not what runs on a GPU: nothing tells the sizes of its launch, those of objects in
 * memory, or the code of functions that it calls; null where it is.
 */
export function untoldOf({
  openSizes,
  assumptions,
}: {
  readonly openSizes: readonly OpenSize[];
  readonly assumptions: readonly Assumption[];
}): Words | null {
  if (openSizes.length > 0) return sizesUnknown(openSizes);
  const types = undeclaredTypes(assumptions);
  if (types.length > 0) return message('analysis.undeclared', { names: types });
  const names = functionsLeftOut(assumptions);
  return names.length === 0 ? null : message('analysis.leftOut', { names });
}
