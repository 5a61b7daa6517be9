import path from 'node:path';
import type { ScenarioApp } from '../../src/kernel/scenario';
import { studyParser } from '../cuda/instructionMix/compare';
import { wholeApplicationOf } from '../suite/application';
import { lowererOf } from '../suite/lowerWith';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';

/** Services of table 2, by what figure 11 says of them. */
export const COMPUTE_SERVICES = ['gmm', 'asr', 'dig', 'imc'];
export const TRANSFER_SERVICES = ['pos', 'ner', 'stemmer'];

/** Batch applications of table 2. */
export const BATCH = [
  'heartwall',
  'lavamd',
  'kmeans',
  'myocyte',
  'backprop',
  'bfs',
  'pathfinder',
  'hotspot',
  'nn',
  'bfs-pinned',
  'pathfinder-pinned',
];

/** A program with a run from copies to copies. */
export interface Program {
  readonly app: ScenarioApp;
  readonly deviceBytes: number;
}

/** The programs of table 2 as the suite has them, by name. */
export async function readPrograms(root: string): Promise<ReadonlyMap<string, Program>> {
  const texts = await readSuiteTexts(path.join(root, 'workloads'));
  const lower = lowererOf(suiteWorkspace(texts, { parser: await studyParser(root) }));
  const programs = new Map<string, Program>();
  for (const entry of readSuite(texts).workloads) {
    const { deviceBytes = 0, papers } = entry.workload;
    const app = papers.prophet === undefined ? null : wholeApplicationOf(entry, lower);
    if (app !== null) programs.set(app.name, { app, deviceBytes });
  }
  return programs;
}
