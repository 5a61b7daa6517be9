import { message, type Words } from '../../kernel/message';
import { simulatorGeneration } from '../../simulator/spec/generation';
import type { ErrorBound } from '../../kernel/prediction';
import { errorOnCard } from '../errorOnCard';
import type { OnlinePredictor } from '../forecast';
import type { ElsewhereModel } from './allocation/elsewhereModel';
import { LearnedForecasts } from './allocation/learnedForecasts';
import { ProgressCurves } from './allocation/progressCurves';
import { ThemisEstimator } from './estimator';
import type { Pressure } from './events';
import type { CounterRates } from '../counting/rates';
import { modelFor, slowdownModel, type KernelSlowdownModel } from './model/kernelSlowdownModel';
import { otherSplitsModelOf } from './model/variants';
import { rangeTexts, type RangeWarning } from './model/inputNames';
import type { ThemisModelFile } from './model/modelFile';
import type { SlowdownModel } from './slowdownModel';
import type { CounterSource, ProgressRatios } from '../port';

/** A trained slowdown model with what a user has to know of it. */
export interface CoRunModel extends SlowdownModel {
  /** e.g. `Themis (with biases)`. */
  readonly label: string;
  readonly error: ErrorBound;
  /** How far measured progress falls below predicted; absent where that was not looked at. */
  readonly progressRatios?: ProgressRatios;
  /** Each input outside of what the model was trained on. */
  warnings(smFraction: number, own: CounterRates, coRunners: Pressure): RangeWarning[];
  /** Tells of other splits from an epoch at one; where it is not there, equations 9 and 10 do. */
  readonly elsewhere?: NamedElsewhereModel;
}

/** A network for other splits with what a user has to know of it. */
export interface NamedElsewhereModel extends ElsewhereModel {
  readonly label: string;
  readonly error: ErrorBound;
  readonly progressRatios?: ProgressRatios;
}

/** What of the warnings is about the share of the SMs. */
export function untrainedShare(warnings: readonly RangeWarning[]): Words[] {
  return rangeTexts(warnings.filter(({ input }) => input === 'smFraction'));
}

/**
 * The trained Themis model for a GPU: on shared-mode events, or on those of runs alone.
 *
 * @throws InputError when none was trained for it.
 */
export function themisModel(
  gpu: string,
  files: readonly ThemisModelFile[],
  counters: CounterSource = 'shared',
): CoRunModel {
  const file = modelFor(gpu, files);
  const model = slowdownModel(file, counters);
  const { name } = model.variant;
  return {
    label: counters === 'shared' ? `Themis (${name})` : `Themis from runs alone (${name})`,
    error: errorOf(model),
    ...ratiosOf(model),
    ...(counters === 'shared' ? elsewhereOf(file) : {}),
    predict: (smFraction, own, coRunners) => model.predict(smFraction, own, coRunners),
    warnings: (smFraction, own, coRunners) => model.warnings(smFraction, own, coRunners),
  };
}

function elsewhereOf(file: ThemisModelFile): { readonly elsewhere?: NamedElsewhereModel } {
  const model = otherSplitsModelOf([file]);
  if (model === null) return {};
  const { elsewhere, predict } = model;
  return {
    elsewhere: {
      label: 'Themis learned PSP',
      error: heldOutError(elsewhere),
      ...ratiosOf(elsewhere),
      predict,
    },
  };
}

function ratiosOf({ file, variant }: KernelSlowdownModel): { readonly progressRatios?: ProgressRatios } {
  const { progressRatios } = variant;
  if (progressRatios === undefined) return {};
  const evidence = message('predictors.themis.heldOut', { gpu: file.gpu });
  return { progressRatios: { ...progressRatios, evidence } };
}

/** Against a card, where that was looked at; else on what the network has not seen of its simulator. */
function errorOf(model: KernelSlowdownModel): ErrorBound {
  const { file, variant } = model;
  return variant.onCard === undefined ? heldOutError(model) : errorOnCard(file.gpu, variant.onCard);
}

function heldOutError({ file, variant }: KernelSlowdownModel): ErrorBound {
  const { mean, worst } = variant.heldOut.slowdown;
  const { samples, simulator = 1 } = file.provenance;
  const evidence = message(
    variant.events === 'elsewhere' ? 'predictors.heldOutBetweenSplits' : 'predictors.heldOut',
    { samples, gpu: file.gpu },
  );
  const isOlder = simulator < simulatorGeneration(file.gpu);
  return {
    metric: 'errSD',
    mean,
    worst,
    evidence: isOlder ? message('predictors.olderSimulator', { evidence }) : evidence,
  };
}

/** What the allocation engine goes by: the network for other splits, else the paper's proactive prediction. */
export function proactivePredictor(model: CoRunModel, sms: number): OnlinePredictor {
  return model.elsewhere === undefined
    ? new ProgressCurves(new ThemisEstimator(model, sms), sms)
    : new LearnedForecasts(model, model.elsewhere, sms);
}
