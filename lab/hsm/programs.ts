import path from 'node:path';
import type { ScenarioApp } from '../../src/kernel/scenario';
import { studyParser } from '../cuda/instructionMix/compare';
import { applicationOf } from '../suite/application';
import { lowererOf } from '../suite/lowerWith';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';

/** A program of table 2 as the suite has it, with the paper's class. */
export interface Program {
  readonly name: string;
  readonly isMemoryBound: boolean;
  readonly app: ScenarioApp;
}

/** The fifteen programs of table 2 that the suite has after the same algorithms, in alphabetical order. */
export async function readPrograms(root: string): Promise<Program[]> {
  const texts = await readSuiteTexts(path.join(root, 'workloads'));
  const lower = lowererOf(suiteWorkspace(texts, { parser: await studyParser(root) }));
  return readSuite(texts).workloads.flatMap((entry) => {
    const given = entry.workload.papers.hsm;
    if (given === undefined) return [];
    const app = applicationOf(entry, lower);
    return [{ name: app.name, isMemoryBound: given.class === 'memory', app }];
  });
}
