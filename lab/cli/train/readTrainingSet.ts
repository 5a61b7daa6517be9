import { readParserFiles } from '../../../src/analysis/nodeFiles';
import {
  trainingSet,
  type ChosenWorkloads,
  type TrainingSet,
} from '../../themis/training/files/trainingApps';
import { lowererOf } from '../../suite/lowerWith';
import { readSuiteTexts } from '../../suite/suiteFiles';
import { suiteWorkspace } from '../../suite/suiteWorkspace';
import { createCudaParser } from '../../../src/cuda/syntax/parser';
import type { Words } from '../../../src/kernel/message';
import { english } from '../../../src/words';
import { distFolder } from '../../../src/cli/distFolder';

/** The workloads below a folder as applications with programs. */
export async function readTrainingSet(folder: string, which: ChosenWorkloads): Promise<TrainingSet> {
  const unread: Words[] = [];
  const texts = await readSuiteTexts(folder, (line) => unread.push(line));
  const files = await readParserFiles(distFolder());
  const workspace = suiteWorkspace(texts, { parser: await createCudaParser(files) });
  const { apps, left } = trainingSet(texts, lowererOf(workspace), which);
  return { apps, left: [...unread.map(english), ...left] };
}
