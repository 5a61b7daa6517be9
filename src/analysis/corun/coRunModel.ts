import type { ErrorBound } from '../../kernel/prediction';
import type { Pressure, ThemisEvents } from '../../predictors/themis/events';
import { modelFor, slowdownModel } from '../../predictors/themis/model/kernelSlowdownModel';
import type { ThemisModelFile } from '../../predictors/themis/model/modelFile';
import type { SlowdownModel } from '../../predictors/themis/slowdownModel';
import type { EventSource } from '../../predictors/themis/training/samples';

/** A trained slowdown model with what a user has to know of it. */
export interface CoRunModel extends SlowdownModel {
  /** e.g. `Themis (with biases)`. */
  readonly label: string;
  readonly error: ErrorBound;
  /** A line for each input outside of what the model was trained on, with the numbers. */
  warnings(smFraction: number, own: ThemisEvents, coRunners: Pressure): string[];
}

/**
 * The trained Themis model for a GPU: on shared-mode events, or on those of runs alone.
 *
 * @throws InputError when none was trained for it.
 */
export function themisModel(
  gpu: string,
  files: readonly ThemisModelFile[],
  counters: EventSource = 'shared',
): CoRunModel {
  const file = modelFor(gpu, files);
  const model = slowdownModel(file, counters);
  const { name, heldOut } = model.variant;
  return {
    label: counters === 'shared' ? `Themis (${name})` : `Themis from runs alone (${name})`,
    error: {
      metric: 'errSD',
      mean: heldOut.slowdown.mean,
      worst: heldOut.slowdown.worst,
      evidence: `training workloads held out fold by fold, ${file.provenance.samples} samples on ${gpu}`,
    },
    predict: (smFraction, own, coRunners) => model.predict(smFraction, own, coRunners),
    warnings: (smFraction, own, coRunners) => model.warnings(smFraction, own, coRunners),
  };
}

/** The model that answers from counters of runs alone; null where none was trained for the GPU. */
export function soloModelFor(gpu: string, files: readonly ThemisModelFile[]): CoRunModel | null {
  return files.some((file) => file.gpu === gpu) ? themisModel(gpu, files, 'solo') : null;
}
