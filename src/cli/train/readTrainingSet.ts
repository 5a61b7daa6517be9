import { readParserFiles } from '../../analysis/nodeFiles';
import { trainingSet, type ChosenWorkloads, type TrainingSet } from '../../analysis/training/trainingApps';
import { lowererOf } from '../../analysis/workloads/lowerWith';
import { readSuiteTexts } from '../../analysis/workloads/suiteFiles';
import { suiteWorkspace } from '../../analysis/workloads/suiteWorkspace';
import { createCudaParser } from '../../cuda/syntax/parser';
import { distFolder } from '../distFolder';

/** The workloads below a folder as applications with programs. */
export async function readTrainingSet(folder: string, which: ChosenWorkloads): Promise<TrainingSet> {
  const texts = await readSuiteTexts(folder);
  const files = await readParserFiles(distFolder());
  const workspace = suiteWorkspace(texts, { parser: await createCudaParser(files) });
  return trainingSet(texts, lowererOf(workspace), which);
}
