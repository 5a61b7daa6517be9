import { gpmFrom } from '../reproduction/evaluate';
import { REPRODUCTION_SEED } from '../reproduction/protocol';
import type { ResultRow } from '../reproduction/rows';
import { summaryOf, type ThemisSummary } from '../reproduction/summary';
import { otherSplitsModel, trainedModels, trainingData } from './models';

/** What rows show by the models that come along. */
export function summaryOfRows(root: string, rows: readonly ResultRow[]): ThemisSummary {
  const gpm = gpmFrom(trainingData(root), REPRODUCTION_SEED);
  return summaryOf(rows, trainedModels(root), gpm, otherSplitsModel(root));
}
