import { isSettable } from '../../kernel/symbolic';
import type { KernelFacts } from '../stages/kernelFacts';
import type { Preparation } from './preparation';

type Prepare = (fact: KernelFacts, sizes?: ReadonlyMap<string, number>) => Preparation;

/**
 * Kernels as they are simulated, with one value for each name that the project leaves open: the largest that one of
 * them would take by itself, so that it covers the data of all.
 */
export function oneSize(facts: readonly KernelFacts[], prepare: Prepare): readonly Preparation[] {
  const first = facts.map((fact) => prepare(fact));
  const sizes = new Map<string, number>();
  for (const { openSizes } of first)
    for (const { key, value } of openSizes)
      if (isSettable(key) && value !== null) sizes.set(key, Math.max(sizes.get(key) ?? 0, value));
  if (sizes.size === 0) return first;
  return first.map((one, place) =>
    one.kind === 'ready' && one.openSizes.length > 0 ? prepare(facts[place]!, sizes) : one,
  );
}
