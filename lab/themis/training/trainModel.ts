import type { ThemisModelFile, ThemisModelVariant } from '../../../src/predictors/themis/model/modelFile';
import { crossValidateRepeatedly, errorsOf } from './crossValidate';
import { rangesOf } from './encodedSamples';
import type { FitOptions } from './descend';
import { factorBounds, fitNetwork } from './fitNetwork';
import { kindsFor, type NetworkKind } from './networkKinds';
import { roundedErrors, roundedParameters, roundedRatios } from './modelNumbers';
import { SAMPLE_SETS, type SampleSet } from '../../../src/predictors/themis/model/sampleSets';
import { matrixOf, type TrainingSample } from './samples';

export interface TrainingTask {
  readonly gpu: string;
  readonly sms: number;
  readonly samples: Readonly<Record<SampleSet, readonly TrainingSample[]>>;
  readonly provenance: Omit<ThemisModelFile['provenance'], 'seed' | 'samples' | 'workloads'>;
  readonly options: FitOptions;
  /** Into how many parts the workloads are dealt for validation. */
  readonly folds: number;
  /** How often that is done with other parts and seeds: a single deal decides little between networks. */
  readonly repeats: number;
  /** Told before each of the networks is fitted. */
  readonly onVariant?: (name: string) => void;
  /** Only some networks are fitted: all others stay as an earlier fit to the same samples has left them. */
  readonly only?: { readonly names: readonly string[]; readonly earlier: ThemisModelFile };
}

/**
 * Fits all networks of a model, for each set of samples.
 * Early stopping on held-out workloads, fold by fold, gives the number of passes and the error on unseen
 * workloads; the parameters are then fitted to all training workloads with that many passes. Of each set
 * the network with the smallest held-out error comes first, which makes it the default.
 *
 * @throws RangeError without samples
 */
export function trainModel(task: TrainingTask): ThemisModelFile {
  const { samples, options, provenance } = task;
  const variants = SAMPLE_SETS.flatMap((events) =>
    kindsFor(events, samples[events])
      .flatMap((kind) =>
        isWanted(task, kind) ? trainVariant(task, events, kind) : earlierOf(task, events, kind),
      )
      .sort((a, b) => heldOutError(a) - heldOutError(b)),
  );
  return {
    format: 'corun-themis-model',
    version: 3,
    gpu: task.gpu,
    sms: task.sms,
    provenance: {
      ...provenance,
      seed: options.seed,
      samples: samples.shared.length,
      workloads: [...new Set(samples.shared.map((sample) => sample.workload))].sort(),
    },
    ranges: { shared: rangesOf(matrixOf(samples.shared)), solo: rangesOf(matrixOf(samples.solo)) },
    ...factorBounds(samples.shared),
    variants,
  };
}

/**
 * Of the slowdown and of both of its factors: a network whose factors are wrong, but not their product, misleads about
 * what slows a kernel down.
 */
function heldOutError({ heldOut }: ThemisModelVariant): number {
  return heldOut.slowdown.mean + heldOut.scalability.mean + heldOut.interference.mean;
}

const isWanted = ({ only }: TrainingTask, { name }: NetworkKind): boolean =>
  only === undefined || only.names.includes(name);

/** The network of a kind from an earlier fit; none where that had none. */
function earlierOf({ only }: TrainingTask, events: SampleSet, { name }: NetworkKind): ThemisModelVariant[] {
  return only!.earlier.variants.filter((variant) => variant.events === events && variant.name === name);
}

function trainVariant(task: TrainingTask, events: SampleSet, kind: NetworkKind): ThemisModelVariant {
  task.onVariant?.(`${kind.name}, ${events} events`);
  const samples = task.samples[events];
  const { options } = task;
  const validation = crossValidateRepeatedly(samples, kind, options, { ...task, events });
  const fit = fitNetwork(samples, [], kind, { ...options, stopAfter: validation.epoch });
  const { name, biases, encoding, logarithms } = kind;
  return {
    name,
    biases,
    encoding,
    logarithms,
    events,
    leak: fit.shape.leak,
    layers: [...fit.shape.layers],
    offsets: [...fit.offsets],
    scales: [...fit.scales],
    bounds: fit.bounds === null ? null : fit.bounds.map(([low, high]): [number, number] => [low, high]),
    parameters: roundedParameters(fit.parameters),
    epochs: fit.epoch,
    heldOut: roundedErrors(validation.errors),
    ...(validation.ratios === null ? {} : { progressRatios: roundedRatios(validation.ratios) }),
    fitted: roundedErrors(errorsOf(fit, samples)),
  };
}
