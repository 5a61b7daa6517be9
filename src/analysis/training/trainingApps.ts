import { createHash } from 'node:crypto';
import { InputError } from '../../kernel/result';
import type { TrainingApp } from '../../predictors/themis/collection/collect';
import { applicationOf, type LowerKernel } from '../workloads/application';
import { readSuite } from '../workloads/suite';

/** Applications to learn from, and what is missing from it with the reason. */
export interface TrainingSet {
  readonly apps: readonly TrainingApp[];
  readonly left: readonly string[];
}

/**
 * Workloads among the texts of a suite, with their programs: those of table III's training set, or whatever
 * there is (`all`), as a user's own kernels are.
 */
export function trainingSet(
  texts: ReadonlyMap<string, string>,
  lower: LowerKernel,
  which: 'train' | 'all' = 'train',
): TrainingSet {
  const { workloads, faults } = readSuite(texts);
  const left = [...faults];
  const apps = workloads.flatMap((entry): TrainingApp[] => {
    const use = entry.workload.papers.themis;
    if (which === 'train' && use?.set !== 'train') return [];
    try {
      const app = applicationOf(entry, lower);
      return [{ app, class: use?.class ?? 'balanced', programs: hashOf(app) }];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      left.push(error.message);
      return [];
    }
  });
  return { apps, left };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
