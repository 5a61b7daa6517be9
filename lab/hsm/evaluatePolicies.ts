import { coRunMetrics, type CoRunMetrics } from '../../src/kernel/coRunMetrics';
import { cyclesUntil, endOf } from '../../src/predictors/counting/workCurve';
import { hsm } from '../../src/predictors/hsm/predictor';
import type { ReadyPredictor, TrainedModel } from '../../src/predictors/port';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import type { Mix } from './mixes';
import type { AloneRow, PolicyRow } from './rows';

/** HSM as published, on a GPU with a model. */
export function hsmFor(gpu: LoadedSpec, model: TrainedModel): ReadyPredictor {
  return hsm.availability(gpu, [model]).ready[0]!;
}

/** The memory-bound program of a mixed pair, else the first (the paper draws it): who is to keep its target (6.3). */
export function highPriority({ programs }: Mix): number {
  return Math.max(
    0,
    programs.findIndex(({ isMemoryBound }) => isMemoryBound),
  );
}

/** Progress of every program over a run: cycles that all its rounds take alone over the run's. */
export function progressUnder({ instructions, cycles }: PolicyRow, alone: readonly AloneRow[]): number[] {
  return instructions.map((done, app) => {
    const { curve } = alone[app]!;
    const [roundCycles, roundWork] = endOf(curve);
    const rounds = curve.finished ? Math.floor(done / roundWork) : 0;
    return (rounds * roundCycles + cyclesUntil(curve, done - rounds * roundWork)) / cycles;
  });
}

/** How a mix fared under a policy. */
export interface PolicyOutcome extends CoRunMetrics {
  readonly progress: readonly number[];
}

export function outcomeOf(row: PolicyRow, alone: readonly AloneRow[]): PolicyOutcome {
  const progress = progressUnder(row, alone);
  return { progress, ...coRunMetrics(progress) };
}
