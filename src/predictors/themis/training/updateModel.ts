import type { ThemisModelFile } from '../model/modelFile';
import { errorsOf } from './crossValidate';
import { DEFAULT_FIT, factorBounds, updateNetwork } from './fit';
import { rangesOf } from './encodedSamples';
import { fittedNetwork } from '../model/modelFile';
import { roundedErrors, roundedParameters } from './modelNumbers';
import { matrixOf, type SampleSet, type TrainingSample } from './samples';

type SampleSets = Readonly<Record<SampleSet, readonly TrainingSample[]>>;

export interface UpdatedModel {
  readonly model: ThemisModelFile;
  /** What the update did to each network. */
  readonly notes: readonly string[];
}

/** Finer than the first training: the network is near where it should be. */
const UPDATE_RATE = 0.002;

/**
 * Teaches a model's networks further samples while replaying those it was trained on (see `updateNetwork` for
 * the bound on what it may forget). Ranges grow to hold the added samples; held-out errors stay those of the
 * first training.
 *
 * @throws RangeError without samples of either kind
 */
export function updateModel(
  model: ThemisModelFile,
  earlier: SampleSets,
  added: SampleSets,
  seed: number,
): UpdatedModel {
  const notes: string[] = [];
  const variants = model.variants.map((variant) => {
    const { events } = variant;
    const fitted = fittedNetwork(model, variant);
    const options = { ...DEFAULT_FIT, rate: UPDATE_RATE, seed };
    const update = updateNetwork(fitted, earlier[events], added[events], options);
    const { before, after, epoch } = update;
    notes.push(
      `${events} events, ${variant.name}: loss on the added samples ${before.added.toFixed(3)} to ` +
        `${after.added.toFixed(3)}, on the earlier ones ${before.earlier.toFixed(3)} to ${after.earlier.toFixed(3)}` +
        (epoch === 0 ? ' (nothing could be learned without forgetting)' : ''),
    );
    return {
      ...variant,
      parameters: roundedParameters(update.parameters),
      fitted: roundedErrors(errorsOf(update, [...earlier[events], ...added[events]])),
    };
  });
  const all = {
    shared: [...earlier.shared, ...added.shared],
    solo: [...earlier.solo, ...added.solo],
  };
  const workloads = [...new Set(all.shared.map(({ workload }) => workload))].sort();
  const provenance = {
    ...model.provenance,
    samples: all.shared.length,
    workloads,
    notes: [...model.provenance.notes, `updated with ${added.shared.length} samples: ${notes.join('; ')}`],
  };
  return {
    model: {
      ...model,
      provenance,
      ...factorBounds(all.shared),
      ranges: { shared: rangesOf(matrixOf(all.shared)), solo: rangesOf(matrixOf(all.solo)) },
      variants,
    },
    notes,
  };
}
