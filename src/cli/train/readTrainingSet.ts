import { readParserFiles } from '../../analysis/nodeFiles';
import { trainingSet, type ChosenWorkloads, type TrainingSet } from '../../analysis/training/trainingApps';
import { lowererOf } from '../../analysis/workloads/lowerWith';
import { readSuiteTexts } from '../../analysis/workloads/suiteFiles';
import { createCudaParser } from '../../cuda/syntax/parser';
import { CudaWorkspace } from '../../cuda/workspace';
import { distFolder } from '../distFolder';

/** The workloads below a folder as applications with programs. */
export async function readTrainingSet(folder: string, which: ChosenWorkloads): Promise<TrainingSet> {
  const texts = await readSuiteTexts(folder);
  const files = await readParserFiles(distFolder());
  const workspace = new CudaWorkspace({ parser: await createCudaParser(files) });
  for (const [file, content] of texts) if (!file.endsWith('.json')) workspace.setFile(file, content);
  return trainingSet(texts, lowererOf(workspace), which);
}
