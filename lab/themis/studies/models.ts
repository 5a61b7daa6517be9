import fs from 'node:fs';
import path from 'node:path';
import { parseTrainingData, type TrainingData } from '../collection/trainingData';
import {
  slowdownModel,
  type KernelSlowdownModel,
} from '../../../src/predictors/themis/model/kernelSlowdownModel';
import { parseThemisModel, type ThemisModelFile } from '../../../src/predictors/themis/model/modelFile';
import {
  otherSplitsModelOf,
  slowdownModels,
  type OtherSplitsModel,
} from '../../../src/predictors/themis/model/variants';

/** The trained variants for the 60-SM GPU that read shared-mode events, the default first; none before training. */
export function trainedModels(root: string): Map<string, KernelSlowdownModel> {
  return slowdownModels(modelFiles(root));
}

/** What tells of other splits of the 60-SM GPU; null before training. */
export function otherSplitsModel(root: string): OtherSplitsModel | null {
  return otherSplitsModelOf(modelFiles(root));
}

/** What runs alone tell of the 60-SM GPU; null before training. */
export function soloModel(root: string): KernelSlowdownModel | null {
  const [file] = modelFiles(root);
  return file === undefined ? null : slowdownModel(file, 'solo');
}

function modelFiles(root: string): ThemisModelFile[] {
  const file = path.join(root, 'models/themis/themis-60sm.json');
  return fs.existsSync(file) ? [parseThemisModel(JSON.parse(fs.readFileSync(file, 'utf8')))] : [];
}

/** The training data of the 60-SM GPU. */
export function trainingData(root: string): TrainingData {
  const file = path.join(root, 'models/themis/themis-60sm.data.ndjson');
  return parseTrainingData(file, fs.readFileSync(file, 'utf8'));
}
