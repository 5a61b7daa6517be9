import type { FittedNetwork } from '../../../src/predictors/themis/model/slowdownNetwork';
import { errorsOf } from './crossValidate';
import { DEFAULT_FIT, type FitOptions } from './descend';
import { factorBounds } from './fitNetwork';
import { updateNetwork } from './updateNetwork';
import { joinedRanges, rangesOf } from './encodedSamples';
import {
  fittedNetwork,
  type ThemisModelFile,
  type ThemisModelVariant,
} from '../../../src/predictors/themis/model/modelFile';
import { roundedErrors, roundedParameters } from './modelNumbers';
import type { SampleSet } from '../../../src/predictors/themis/model/sampleSets';
import { matrixOf, type TrainingSample } from './samples';

type FactorBounds = Pick<FittedNetwork, 'leastFactors' | 'mostFactors'>;
type SampleSets = Readonly<Record<SampleSet, readonly TrainingSample[]>>;

export interface UpdatedModel {
  readonly model: ThemisModelFile;
  /** What the update did to each network. */
  readonly notes: readonly string[];
}

/** Finer than the first training: the network is near where it should be. */
const UPDATE_FIT = { ...DEFAULT_FIT, rate: 0.002 };

/**
 * Teaches a model's networks further samples while replaying those it was trained on (see `updateNetwork` for
 * the bound on what it may forget). Ranges, bounds and factors grow to hold the added samples; held-out errors stay
 * those of the first training.
 *
 * @throws RangeError without samples of either kind
 */
export function updateModel(
  model: ThemisModelFile,
  earlier: SampleSets,
  added: SampleSets,
  seed: number,
  fit: Omit<FitOptions, 'seed'> = UPDATE_FIT,
): UpdatedModel {
  const notes: string[] = [];
  const variants = model.variants.map((variant) => {
    const { events } = variant;
    const fitted = fittedNetwork(model, variant);
    const options = { ...fit, seed };
    const update = updateNetwork(fitted, earlier[events], added[events], options);
    const { before, after, epoch } = update;
    notes.push(
      `${events} events, ${variant.name}: loss on the added samples ${before.added.toFixed(3)} to ` +
        `${after.added.toFixed(3)}, on the earlier ones ${before.earlier.toFixed(3)} to ${after.earlier.toFixed(3)}` +
        (epoch === 0 ? ' (nothing could be learned without forgetting)' : ''),
    );
    const bounds =
      update.bounds === null ? null : update.bounds.map(([low, high]): [number, number] => [low, high]);
    return { ...variant, bounds, parameters: roundedParameters(update.parameters) };
  });
  const samples: SampleSets = {
    shared: [...earlier.shared, ...added.shared],
    solo: [...earlier.solo, ...added.solo],
    elsewhere: [...earlier.elsewhere, ...added.elsewhere],
  };
  const grown: ThemisModelFile = {
    ...model,
    ...joinedFactors(model, factorBounds(samples.shared)),
    ranges: {
      shared: joinedRanges(model.ranges.shared, rangesOf(matrixOf(samples.shared))),
      solo: joinedRanges(model.ranges.solo, rangesOf(matrixOf(samples.solo))),
    },
    provenance: {
      ...model.provenance,
      samples: samples.shared.length,
      workloads: workloadsOf(model.provenance.workloads, samples.shared),
      notes: [...model.provenance.notes, `updated with ${added.shared.length} samples: ${notes.join('; ')}`],
    },
    variants,
  };
  return { model: { ...grown, variants: variants.map((variant) => judged(grown, variant, samples)) }, notes };
}

/** A variant with the errors of its network as the file has it, on all samples. */
function judged(
  model: ThemisModelFile,
  variant: ThemisModelVariant,
  samples: SampleSets,
): ThemisModelVariant {
  return {
    ...variant,
    fitted: roundedErrors(errorsOf(fittedNetwork(model, variant), samples[variant.events])),
  };
}

const workloadsOf = (known: readonly string[], samples: readonly TrainingSample[]): string[] =>
  [...new Set([...known, ...samples.map(({ workload }) => workload)])].sort();

function joinedFactors(some: FactorBounds, others: FactorBounds): FactorBounds {
  const join = (which: keyof FactorBounds, choose: (a: number, b: number) => number) => ({
    scalability: choose(some[which].scalability, others[which].scalability),
    interference: choose(some[which].interference, others[which].interference),
  });
  return { leastFactors: join('leastFactors', Math.min), mostFactors: join('mostFactors', Math.max) };
}
