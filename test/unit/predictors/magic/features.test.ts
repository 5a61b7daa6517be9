import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { KernelProfile, ProfileFile } from '../../../../src/kernel/profile';
import { columnsOf, featureTable } from '../../../../src/predictors/magic/features/featureTable';
import {
  componentsFor,
  componentsOf,
  principalFeatures,
} from '../../../../src/predictors/magic/features/principalFeatures';
import {
  apartVariance,
  columnVariances,
  scaled,
  scalingOf,
  variesEnough,
} from '../../../../src/predictors/magic/features/scaling';
import { selectFeatures } from '../../../../src/predictors/magic/features/selectFeatures';
import { told } from '../../../support/told';

type Metrics = Readonly<Record<string, number>>;

const kernel = (name: string, metrics: Metrics, durationNs: number | null = null): KernelProfile => ({
  name,
  grid: null,
  block: null,
  registers: null,
  staticSharedBytes: null,
  dynamicSharedBytes: null,
  startNs: null,
  durationNs,
  stream: null,
  device: null,
  calls: 2,
  metrics,
  location: { path: 'p.csv', line: 1 },
});

const file = (path: string, command: string | null, kernels: readonly KernelProfile[]): ProfileFile => ({
  path,
  format: 'nvprof-csv-metrics',
  status: 'full',
  device: null,
  kernels,
  transfers: [],
  api: [],
  runs: [{ pid: '1', command }],
  warnings: [],
});

const tableKernels = (rows: readonly Metrics[]) => rows.map((metrics, at) => kernel(`k${at}`, metrics));

const tableOf = (rows: readonly Metrics[]) => featureTable([file('p.csv', './a', tableKernels(rows))]);

describe('the table of kernels and metrics', () => {
  it('has the metrics that all kernels have, and says which are left out', () => {
    const table = tableOf([
      { ipc: 1, dram: 5, only: 3 },
      { dram: 6, ipc: 2 },
      // One metric of the three that others have: too few to describe it.
      { ipc: 9 },
    ]);
    assert.deepEqual(table.metrics, ['dram', 'ipc']);
    assert.deepEqual(table.incomplete, ['only']);
    assert.deepEqual(table.sparse, ['k2']);
    assert.deepEqual(columnsOf(table, ['ipc']), [[1], [2]]);
    assert.throws(() => columnsOf(table, ['only']), RangeError);
  });

  it('leaves one kernel out of many rather than a metric that only it lacks', () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ ipc: at, dram: at }));
    const lacking = { ipc: 1 };
    const table = tableOf([...many, lacking]);
    assert.deepEqual([table.metrics, table.incomplete, table.sparse], [['dram', 'ipc'], [], ['k10']]);
    const every = featureTable([file('p.csv', './a', tableKernels([...many, lacking]))], 0);
    assert.deepEqual([every.rows.length, every.incomplete], [11, ['dram']]);
  });

  it('keeps all kernels where more than a tenth of them lack a metric', () => {
    const many = Array.from({ length: 8 }, (_, at) => ({ ipc: at, dram: at, l2: at }));
    const table = tableOf([...many, { ipc: 1, dram: 2 }]);
    assert.deepEqual([table.rows.length, table.incomplete], [9, ['l2']]);
  });

  it('takes times from a trace of the same program, and its name from the command', () => {
    const table = featureTable([
      file('x.csv', '/opt/bin/scan -n 10', [kernel('up', { ipc: 1 }), kernel('down', { ipc: 2 })]),
      file('y.csv', './scan -n 10', [kernel('up', {}, 100), kernel('up', {}, 50)]),
      file('other.trace.csv', null, [kernel('down', { ipc: 3 }, 7)]),
    ]);
    assert.deepEqual(
      table.rows.map(({ application, timeNs }) => [application, timeNs]),
      // Two launches a row: 2 · 100 + 2 · 50; and the kernel of another program times only itself.
      [
        ['scan', 300],
        ['scan', null],
        ['other', 14],
      ],
    );
  });

  it('refuses profiles without metrics, or without one in common', () => {
    assert.throws(() => tableOf([{}]), told(/no kernel has metrics/));
    assert.throws(() => tableOf([{ a: 1 }, { b: 1 }]), told(/not one metric in common/));
  });
});

describe('min-max scaling', () => {
  it('is that of a worked example, and cuts off what lies beyond', () => {
    const scaling = scalingOf([
      [2, 10, 7],
      [4, 30, 7],
    ]);
    assert.deepEqual(scaled([3, 10, 7], scaling), [0.5, 0, 0]);
    assert.deepEqual(scaled([9, -5, 8], scaling), [1, 0, 0]);
  });

  it('puts every training kernel between 0 and 1, whatever the units', () => {
    const matrix = fc.array(fc.tuple(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.integer()), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(matrix, (rows) => {
        const scaling = scalingOf(rows);
        const all = rows.map((row) => scaled(row, scaling));
        assert.ok(all.flat().every((value) => value >= 0 && value <= 1));
        const thousandfold = rows.map(([a, b]) => [a * 1024, b]);
        const again = thousandfold.map((row) => scaled(row, scalingOf(thousandfold)));
        all.forEach((row, at) => assert.ok(Math.abs(row[0]! - again[at]![0]!) < 1e-9));
      }),
    );
  });

  it('keeps what sets two kernels apart, and drops what sets one apart', () => {
    const [one, two, constant] = columnVariances(
      Array.from({ length: 10 }, (_, at) => [at === 0 ? 1 : 0, at < 2 ? 1 : 0, 3]),
    );
    // p (1 − p) for a share p of ones.
    assert.ok(Math.abs(one! - 0.09) < 1e-12 && Math.abs(two! - 0.16) < 1e-12);
    assert.equal(variesEnough(two!, apartVariance(2, 10)), true);
    assert.equal(variesEnough(one!, apartVariance(2, 10)), false);
    assert.equal(variesEnough(one!, 0), true);
    assert.equal(variesEnough(constant!, 0), false);
  });
});

describe('principal feature analysis', () => {
  // Two independent directions: columns 0, 1 and 2 follow the first (2 turned around), 3 and 4 the second.
  const rows = [
    [0, 0, 1, 0, 0],
    [1, 1, 0, 0, 0],
    [0, 0, 1, 1, 1],
    [1, 1, 0, 1, 1],
  ];

  it('finds the two directions of a worked example', () => {
    const components = componentsOf(rows);
    // Three alike columns of variance 1/3 against two: 3/5 and 2/5 of the variance.
    assert.ok(Math.abs(components.explained[0]! - 0.6) < 1e-12);
    assert.ok(Math.abs(components.explained[1]! - 0.4) < 1e-12);
    assert.equal(componentsFor(components, 0.6), 1);
    assert.equal(componentsFor(components, 0.61), 2);
    assert.equal(componentsFor(components, 1), 2);
  });

  it('takes one feature of each group of alike ones, also of those turned around', () => {
    const picked = principalFeatures(componentsOf(rows), 2, 1);
    assert.deepEqual(
      picked.map(({ cluster }) => cluster),
      [
        [0, 1, 2],
        [3, 4],
      ],
    );
    for (const { feature, cluster } of picked) assert.ok(cluster.includes(feature));
  });

  it('takes everything where as many are asked for as there are', () => {
    const random = [
      [0.1, 0.9, 0.3],
      [0.7, 0.2, 0.6],
      [0.4, 0.5, 1],
      [0.9, 0.8, 0],
    ];
    const picked = principalFeatures(componentsOf(random), 3, 1).map(({ feature }) => feature);
    assert.deepEqual([...picked].sort(), [0, 1, 2]);
  });
});

describe('the selection of metrics', () => {
  const table = tableOf(
    [1, 0, 1, 0].map((first, at) => ({
      ipc: first,
      issued: 10 * first + 5,
      stalls: 1 - first,
      dram: at < 2 ? 0 : 1e9,
      l2: at < 2 ? 1 : 9,
      constant: 4,
    })),
  );

  it('names as many as keep the variance, and what each stands for', () => {
    const selection = selectFeatures(table, { keep: 0.95, seed: 1 });
    assert.equal(selection.metrics, 6);
    assert.deepEqual(selection.varying, ['dram', 'ipc', 'issued', 'l2', 'stalls']);
    assert.deepEqual(
      selection.selected.map(({ metric, standsFor }) => [metric, ...standsFor].sort()),
      [
        ['ipc', 'issued', 'stalls'],
        ['dram', 'l2'],
      ],
    );
    assert.ok(Math.abs(selection.variance - 1) < 1e-12);
    assert.deepEqual(
      selection.coverage.map(({ metrics }) => metrics),
      [2, 2, 2, 2, 2, 2],
    );
  });

  it('never needs more metrics for a smaller share', () => {
    const { coverage } = selectFeatures(table, { keep: 0.5, seed: 1 });
    coverage.slice(1).forEach(({ metrics }, at) => assert.ok(metrics >= coverage[at]!.metrics));
  });

  it('says so where kernels do not tell metrics apart', () => {
    const options = { keep: 0.75, seed: 1 };
    assert.throws(() => selectFeatures(tableOf([{ a: 1, b: 2 }]), options), told(/one kernel alone/));
    const alike = tableOf([
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ]);
    assert.throws(() => selectFeatures(alike, options), told(/fewer than two metrics vary/));
  });
});
