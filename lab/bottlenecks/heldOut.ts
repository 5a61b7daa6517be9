import { BottleneckModel } from '../../src/predictors/bottlenecks/model';
import type { Bottleneck } from '../../src/predictors/bottlenecks/timesAlone';
import { mean } from '../../src/stats/means';
import { shuffled } from '../shuffled';
import { fit, weightsOf } from './fit';
import type { Sample } from './samples';

/** Programs are left out in so many parts, drawn by a seed. */
const PARTS = 4;
const SEED = 1;
/** Networks of each fit: two do for errors of programs left out. */
const NETWORKS = 2;

/** A sample with what a model says that has not seen its program. */
export interface HeldOut {
  readonly sample: Sample;
  readonly weight: number;
  readonly bottleneck: Bottleneck;
  /** Logarithm of told over true. */
  readonly error: number;
}

/** Every sample, by models fitted without its program. */
export function heldOut(samples: readonly Sample[]): HeldOut[] {
  const apps = shuffled([...new Set(samples.map(({ app }) => app))], SEED);
  const partOf = new Map(apps.map((app, at) => [app, at % PARTS]));
  const weights = weightsOf(samples);
  return Array.from({ length: PARTS }, (_, part) => part).flatMap((part) => {
    const model = new BottleneckModel(
      fit(
        samples.filter(({ app }) => partOf.get(app) !== part),
        NETWORKS,
      ),
    );
    return samples.flatMap((sample, at): HeldOut[] => {
      if (partOf.get(sample.app) !== part) return [];
      const { slowdown, bottleneck } = model.predict(sample.quantities);
      const error = Math.log(slowdown) - sample.slowdown;
      return [{ sample, weight: weights[at]!, bottleneck, error }];
    });
  });
}

/** Mean of |told − true| / true. */
export const meanError = (list: readonly HeldOut[]): number =>
  mean(list.map(({ error }) => Math.abs(Math.exp(error) - 1)));
