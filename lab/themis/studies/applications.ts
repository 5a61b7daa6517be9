import path from 'node:path';
import { shortHash } from '../../shortHash';
import { applicationOf } from '../../suite/application';
import { lowererOf } from '../../suite/lowerWith';
import { readSuite } from '../../suite/suite';
import { readSuiteTexts } from '../../suite/suiteFiles';
import { suiteWorkspace } from '../../suite/suiteWorkspace';
import { InputError } from '../../../src/kernel/result';
import { parseScenario } from '../../../src/kernel/scenario';
import type { ProtocolApp } from '../reproduction/collector';
import { createRun } from '../../../src/simulator/simulate';
import { studyParser } from '../../cuda/instructionMix/compare';

/** Table III's workloads of the suite that could be lowered. */
export interface ProtocolApps {
  readonly apps: ReadonlyMap<string, ProtocolApp>;
  readonly train: readonly string[];
  readonly test: readonly string[];
}

/** Lowers the workloads of table III; what cannot be lowered is named on standard error. */
export async function lowerApplications(root: string): Promise<ProtocolApps> {
  const texts = await readSuiteTexts(path.join(root, 'workloads'));
  const workspace = suiteWorkspace(texts, { parser: await studyParser(root) });
  const lower = lowererOf(workspace);
  const apps = new Map<string, ProtocolApp>();
  const sets: { train: string[]; test: string[] } = { train: [], test: [] };
  for (const entry of readSuite(texts).workloads) {
    const { name, papers } = entry.workload;
    const set = papers.themis?.set;
    if (set !== 'train' && set !== 'test') continue;
    try {
      const app = applicationOf(entry, lower);
      createRun(parseScenario({ gpu: 'themis-60sm', apps: [app] }));
      apps.set(name, { app, programs: shortHash(app, 8) });
      sets[set].push(name);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      console.error(`left out: ${name}: ${error.message}`);
    }
  }
  return { apps, ...sets };
}
