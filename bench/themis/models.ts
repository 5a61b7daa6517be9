import fs from 'node:fs';
import path from 'node:path';
import { parseTrainingData, type TrainingData } from '../../src/predictors/themis/collection/trainingData';
import {
  slowdownModel,
  type KernelSlowdownModel,
} from '../../src/predictors/themis/model/kernelSlowdownModel';
import { parseThemisModel } from '../../src/predictors/themis/model/modelFile';
import { slowdownModels } from '../../src/predictors/themis/model/variants';

/** The trained variants for the 60-SM GPU that read shared-mode events, the default first; none before training. */
export function trainedModels(root: string): Map<string, KernelSlowdownModel> {
  const file = path.join(root, 'models/themis/themis-60sm.json');
  if (!fs.existsSync(file)) return new Map();
  return slowdownModels([parseThemisModel(JSON.parse(fs.readFileSync(file, 'utf8')))]);
}

/** The network for the 60-SM GPU that tells of other splits; null before training. */
export function elsewhereModel(root: string): KernelSlowdownModel | null {
  const file = path.join(root, 'models/themis/themis-60sm.json');
  return fs.existsSync(file)
    ? slowdownModel(parseThemisModel(JSON.parse(fs.readFileSync(file, 'utf8'))), 'elsewhere')
    : null;
}

/** The training data of the 60-SM GPU. */
export function trainingData(root: string): TrainingData {
  const file = path.join(root, 'models/themis/themis-60sm.data.ndjson');
  return parseTrainingData(file, fs.readFileSync(file, 'utf8'));
}
