import assert from 'node:assert/strict';
import path from 'node:path';
import { readSuite, resolvePath, type WorkloadSuite } from '../../../lab/suite/suite';
import { readSuiteTexts } from '../../../lab/suite/suiteFiles';
import { suiteWorkspace } from '../../../lab/suite/suiteWorkspace';
import { variantsOf } from '../../../src/kernel/workload';

/** Table III of the Themis paper, by our folder names. */
const TABLE_III = {
  train: {
    compute: ['cutcp', 'heartwall', 'mri-q'],
    balanced: ['bfs', 'hotspot', 'leukocyte', 'pathfinder', 'srad-v1'],
    memory: ['cfd', 'gaussian', 'histo', 'lavamd', 'lbm', 'nn', 'particlefilter-float'],
  },
  test: {
    compute: ['particlefilter-naive', 'tpacf'],
    balanced: ['backprop', 'srad-v2'],
    memory: ['kmeans', 'mri-gridding', 'stencil'],
  },
} as const;

const workloadsFolder = path.join(process.env['CORUN_ROOT']!, 'workloads');

describe('workload suite folder', () => {
  let texts: ReadonlyMap<string, string>;
  let suite: WorkloadSuite;

  before(async () => {
    texts = await readSuiteTexts(workloadsFolder);
    suite = readSuite(texts);
  });

  it('has a readable description of every program', () => {
    assert.deepEqual(suite.faults, []);
    const described = new Set(suite.workloads.map(({ folder }) => folder));
    const folders = [...texts.keys()]
      .filter((file) => file.startsWith('suite/') && file.endsWith('.cu'))
      .map((file) => file.slice(0, file.lastIndexOf('/')));
    assert.deepEqual(
      folders.filter((folder) => !described.has(folder)),
      [],
    );
  });

  it('names only kernels that the front end finds in the named source', () => {
    const workspace = suiteWorkspace(texts);
    for (const { workload, folder } of suite.workloads)
      for (const { source, kernel } of workload.kernels) {
        if (source === undefined || kernel === undefined) continue;
        const name = kernel.replace(/<.*$/s, '').split('::').at(-1)!.trim();
        const found = workspace.functionsNamed(name, resolvePath(folder, source));
        assert.ok(
          found.some(({ kernelId }) => kernelId !== null),
          `${workload.name}: ${kernel} in ${source}`,
        );
      }
  });

  it("holds Themis' table III with its sets and classes, and the two pressure producers of twelve levels", () => {
    for (const [set, classes] of Object.entries(TABLE_III))
      for (const [kind, names] of Object.entries(classes)) {
        const ours = suite.workloads
          .filter(({ workload: { papers } }) => papers.themis?.set === set && papers.themis.class === kind)
          .map(({ workload }) => workload.name);
        assert.deepEqual(ours, names, `${set}, ${kind}`);
      }
    for (const name of ['pressure-cache', 'pressure-bandwidth']) {
      const producer = suite.workloads.find(({ workload }) => workload.name === name);
      assert.equal(producer?.workload.papers.themis?.set, 'pressure', name);
      assert.equal(variantsOf(producer.workload).length, 12, name);
    }
  });
});
