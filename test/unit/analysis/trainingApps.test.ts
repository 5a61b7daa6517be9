import assert from 'node:assert/strict';
import path from 'node:path';
import { trainingSet, type ChosenWorkloads } from '../../../lab/themis/training/files/trainingApps';
import { readSuite } from '../../../lab/suite/suite';
import { readSuiteTexts } from '../../../lab/suite/suiteFiles';
import { InputError } from '../../../src/kernel/result';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();

describe('workloads to learn from', () => {
  let texts: ReadonlyMap<string, string>;
  let setOf: ReadonlyMap<string, string | undefined>;
  before(async () => {
    texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
    const { workloads } = readSuite(texts);
    setOf = new Map(workloads.map(({ workload }) => [workload.name, workload.papers.themis?.set]));
  });

  /** How many are chosen; those of which nothing could be lowered count, too. */
  const chosen = (which: ChosenWorkloads): number => {
    const lower = (): never => {
      throw new InputError('not lowered');
    };
    const { apps, left } = trainingSet(texts, lower, which);
    return apps.length + left.length;
  };

  it("are table III's fifteen, or with them what is in neither of its sets", () => {
    const inSet = (...sets: (string | undefined)[]): number =>
      [...setOf.values()].filter((set) => sets.includes(set)).length;
    assert.equal(chosen('paper'), 15);
    assert.equal(chosen('suite'), inSet('train', undefined));
    assert.equal(chosen('all'), setOf.size);
    assert.ok(inSet('test') > 0 && inSet('pressure') > 0);
  });
});
