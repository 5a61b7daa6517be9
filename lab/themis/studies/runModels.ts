import { shortHash } from '../../shortHash';
import type { GpmModel } from '../../../src/predictors/baselines/gpm/gpm';
import type { KernelSlowdownModel } from '../../../src/predictors/themis/model/kernelSlowdownModel';
import { fittedNetwork, type ThemisModelVariant } from '../../../src/predictors/themis/model/modelFile';
import type { OtherSplitsModel } from '../../../src/predictors/themis/model/variants';
import { gpmFrom } from '../reproduction/evaluate';
import { REPRODUCTION_SEED } from '../reproduction/protocol';
import { otherSplitsModel, soloModel, trainedModels, trainingData } from './models';

/** The trained models that runs under the engine use; null what has not been trained. */
export interface RunModels {
  readonly themis: KernelSlowdownModel | null;
  readonly elsewhere: OtherSplitsModel | null;
  readonly solo: KernelSlowdownModel | null;
  readonly gpm: GpmModel | null;
}

export function readRunModels(root: string): RunModels {
  const [themis = null] = trainedModels(root).values();
  return {
    themis,
    elsewhere: otherSplitsModel(root),
    solo: soloModel(root),
    gpm: gpmFrom(trainingData(root), REPRODUCTION_SEED),
  };
}

/** Hash of all that a method takes from the trained models; null where it takes nothing, or that is not there. */
export function modelHash(method: string, models: RunModels): string | null {
  const taken = takenBy(method, models);
  return taken === null || taken.includes(null) ? null : shortHash(taken, 8);
}

function takenBy(method: string, { themis, elsewhere, solo, gpm }: RunModels): unknown[] | null {
  const networks = [networkOf(elsewhere?.here), networkOf(elsewhere?.elsewhere)];
  const ratios = ratiosOf(elsewhere?.elsewhere);
  switch (method) {
    case 'ASM-GPM':
      return [gpm];
    case 'Themis':
      return [networkOf(themis)];
    case 'Themis guarded':
      return [...networks, ratios];
    case 'Themis advised':
      return [...networks, ratios, networkOf(solo), ratiosOf(solo)];
    default:
      return method.startsWith('Themis') ? networks : null;
  }
}

type Trained = KernelSlowdownModel | null | undefined;

/** What a network predicts by. */
const networkOf = (model: Trained): unknown => (model ? fittedNetwork(model.file, model.variant) : null);

/** What a policy guards by against a network's error. */
const ratiosOf = (model: Trained): ThemisModelVariant['progressRatios'] | null =>
  model?.variant.progressRatios ?? null;
