import type { ThemisModelFile, ThemisModelVariant } from '../model/modelFile';
import { crossValidate, errorsOf, foldsOf } from './crossValidate';
import { fitNetwork, type FitOptions } from './fit';
import { rangesOf, roundedErrors, roundedParameters } from './modelNumbers';
import { EVENT_SOURCES, type EventSource, type TrainingSample } from './samples';

export interface TrainingTask {
  readonly gpu: string;
  readonly sms: number;
  readonly samples: Readonly<Record<EventSource, readonly TrainingSample[]>>;
  readonly provenance: Omit<ThemisModelFile['provenance'], 'seed' | 'samples' | 'workloads'>;
  readonly options: Omit<FitOptions, 'biases'>;
  /** Into how many parts the workloads are dealt for validation. */
  readonly folds: number;
  /** Told before each of the networks is fitted. */
  readonly onVariant?: (name: string) => void;
}

/**
 * Fits all networks of a model: with and without biases, for shared-mode events and for those of runs alone.
 * Early stopping on held-out workloads, fold by fold, gives the number of passes and the error on unseen
 * workloads; the parameters are then fitted to all training workloads with that many passes. Of each source
 * of events the network with the smaller held-out error comes first, which makes it the default.
 *
 * @throws RangeError without samples
 */
export function trainModel(task: TrainingTask): ThemisModelFile {
  const { samples, options, provenance } = task;
  const variants = EVENT_SOURCES.flatMap((events) =>
    [false, true]
      .map((biases) => trainVariant(task, events, biases))
      .sort((a, b) => a.heldOut.slowdown.mean - b.heldOut.slowdown.mean),
  );
  return {
    format: 'corun-themis-model',
    version: 1,
    gpu: task.gpu,
    sms: task.sms,
    provenance: {
      ...provenance,
      seed: options.seed,
      samples: samples.shared.length,
      workloads: [...new Set(samples.shared.map((sample) => sample.workload))].sort(),
    },
    ranges: { shared: rangesOf(samples.shared), solo: rangesOf(samples.solo) },
    leastFactors: {
      scalability: Math.min(...samples.shared.map((sample) => sample.scalability)),
      interference: Math.min(...samples.shared.map((sample) => sample.interference)),
    },
    variants,
  };
}

function trainVariant(task: TrainingTask, events: EventSource, biases: boolean): ThemisModelVariant {
  const name = biases ? 'with biases' : 'without biases';
  task.onVariant?.(`${name}, ${events} events`);
  const samples = task.samples[events];
  const options = { ...task.options, biases };
  const validation = crossValidate(samples, options, foldsOf(samples, task.folds, options.seed));
  const fit = fitNetwork(samples, [], { ...options, stopAfter: validation.epoch });
  return {
    name,
    events,
    biases,
    leak: fit.shape.leak,
    layers: [...fit.shape.layers],
    scales: [...fit.scales],
    parameters: roundedParameters(fit.parameters),
    epochs: fit.epoch,
    heldOut: roundedErrors(validation.errors),
    fitted: roundedErrors(errorsOf(fit, samples)),
  };
}
