import { english } from '../../../../src/words';
import { InputError } from '../../../../src/kernel/result';
import type { ScenarioApp } from '../../../../src/kernel/scenario';
import type { TrainingApp } from '../../collection/collect';
import type { TrainingWorkloads } from '../../collection/trainingData';
import { shortHash } from '../../../shortHash';
import { applicationOf, type LowerKernel } from '../../../suite/application';
import { readSuite } from '../../../suite/suite';

/** Applications to learn from, and what is missing from it with the reason. */
export interface TrainingSet {
  readonly apps: readonly TrainingApp[];
  readonly left: readonly string[];
}

/** Workloads to learn from, or whatever there is, as a user's own kernels are. */
export type ChosenWorkloads = TrainingWorkloads | 'all';

/** Workloads among the texts of a suite, with their programs. */
export function trainingSet(
  texts: ReadonlyMap<string, string>,
  lower: LowerKernel,
  which: ChosenWorkloads = 'paper',
): TrainingSet {
  const { workloads, faults } = readSuite(texts);
  const left = [...faults];
  const apps = workloads.flatMap((entry): TrainingApp[] => {
    const use = entry.workload.papers.themis;
    if (!isChosen(which, use?.set)) return [];
    try {
      const app = applicationOf(entry, lower);
      return [{ app, class: use?.class ?? 'balanced', programs: programsHash(app) }];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      left.push(english(error.said));
      return [];
    }
  });
  return { apps, left };
}

/** Test workloads and pressure producers are never learned from, but as a user's own. */
function isChosen(which: ChosenWorkloads, set: 'train' | 'test' | 'pressure' | undefined): boolean {
  return which === 'all' || set === 'train' || (which === 'suite' && set === undefined);
}

/** Hash of an application's programs, by which training data knows them again. */
export function programsHash(app: ScenarioApp): string {
  return shortHash(app, 12);
}
