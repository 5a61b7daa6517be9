import type { Sourced } from '../../kernel/origin';
import type { Bottleneck } from '../results/bottleneck';
import type { KernelResult } from '../results/kernelResult';

/** Use of one resource by both kernels, each running alone. */
export interface ResourceUse {
  readonly resource: string;
  readonly victim: Sourced | null;
  readonly aggressor: Sourced | null;
}

/** Less than this is shown as zero. */
const LEAST_SHOWN = 0.005;

/** What two kernels use when alone: as simulated where both were, else as estimated, so that rows compare. */
export function usesOf(
  victim: KernelResult | undefined,
  aggressor: KernelResult | undefined,
): [readonly Bottleneck[], readonly Bottleneck[]] {
  const simulations = [victim?.simulation, aggressor?.simulation];
  const [first, second] = simulations.map((one) => (one?.status === 'done' ? one.resources : null));
  return first && second ? [first, second] : [victim?.bottlenecks ?? [], aggressor?.bottlenecks ?? []];
}

/** Resources of both kernels that either uses, those with the largest summed use first. */
export function resourceUse(
  victim: readonly Bottleneck[],
  aggressor: readonly Bottleneck[],
): readonly ResourceUse[] {
  const names = [...new Set([...victim, ...aggressor].map((bottleneck) => bottleneck.resource))];
  const share = (list: readonly Bottleneck[], name: string): Sourced | null =>
    list.find((bottleneck) => bottleneck.resource === name)?.share ?? null;
  return names
    .map((resource) => ({ resource, victim: share(victim, resource), aggressor: share(aggressor, resource) }))
    .filter((use) => together(use) >= LEAST_SHOWN)
    .sort((a, b) => together(b) - together(a));
}

/** Summed use of both kernels; above 1 they cannot both have what they take alone. */
export function together(use: ResourceUse): number {
  return (use.victim?.value ?? 0) + (use.aggressor?.value ?? 0);
}
