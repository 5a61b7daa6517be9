import { createRandom } from '../../src/stats/random';
import type { CollectionPlan, TrainingApp } from '../themis/collection/collect';
import { launchesOf } from '../../src/predictors/counting/soloRound';

/** Core cycles of a co-run, and after which a launch that runs alone is cut: half of what the catalogue's GPUs have. */
export const RIVAL_WINDOW = { mostCycles: 12_000, launchCycles: 24_000 };

/** Splits of the 80 SMs at the ends and in the middle of the paper's five, and pressure at its most and at half. */
export const RIVAL_PLAN: CollectionPlan = { allocations: [13, 40, 67], levels: [0, 6] };

/** How many programs the rival learns from. */
export const RIVAL_PROGRAMS = 12;

/**
 * Programs that Themis learns from to be compared with HSM: none that judges it, nor a variant of one, and of a single
 * launch, as a round alone at every split costs as many launches.
 */
export function rivalPrograms(
  apps: readonly TrainingApp[],
  judges: readonly string[],
  seed: number,
): TrainingApp[] {
  const random = createRandom(seed);
  const left = apps.filter(
    ({ app }) => launchesOf(app) === 1 && judges.every((name) => !app.name.startsWith(name)),
  );
  return Array.from({ length: Math.min(RIVAL_PROGRAMS, left.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat();
}
