import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { COLLECTED } from '../../../src/analysis/calibration/coRunMeasurement';
import { sampleOf, scenarioOf } from '../../../src/analysis/measuredCoRuns/compareCoRuns';
import { scoresOf } from '../../../src/analysis/measuredCoRuns/scores';
import { parseCoRunData } from '../../../src/gpu/measuredCoRuns/coRunData';
import { readPrinted } from '../../../src/gpu/measuredCoRuns/printedCoRuns';
import { parseScenario } from '../../../src/kernel/scenario';
import { english } from '../../../src/words';
import { told } from '../../support/told';

/** Made up, in the form that measure.cu prints, with a second run under MPS behind it. */
const HEAD = `corun-measure 1
name = NVIDIA A100-SXM4-40GB
compute_capability = 8.0
sms = 108
driver = 12040
stand_in = yes`;
const PRINTED = `some module
${HEAD}
kernel vectorAdd workloads/samples/vector-add/vector_add.cuh grid=16384,1,1 block=256,1,1 us=36.1000 count=4194304
kernel walk workloads/suite/walk.cu grid=960,1,1 block=256,1,1 us=90.5000 steps=200 repetitions=0
corun streams vectorAdd+vectorAdd slowdown=2.0000,1.9000
corun green-contexts vectorAdd+walk slowdown=1.3000,1.9500 sms=48,48
corun streams vectorAdd+walk slowdown=inf,1.0
skipped time-slice walk+walk
end
${HEAD}
kernel vectorAdd workloads/samples/vector-add/vector_add.cuh grid=16384,1,1 block=256,1,1 us=37.9000 count=4194304
kernel walk workloads/suite/walk.cu grid=960,1,1 block=256,1,1 us=90.9000 steps=200 repetitions=0
corun mps vectorAdd+walk+walk slowdown=1.5,2.6,2.4
end
`;

describe('measured co-runs', () => {
  it('are read with kernels, launches, splits and what is missing', () => {
    const { data, warnings } = readPrinted(PRINTED, 'x.txt');
    assert.equal(data.standIn, true);
    assert.deepEqual(data.kernels[1], {
      name: 'walk',
      source: 'workloads/suite/walk.cu',
      grid: [960, 1, 1],
      block: [256, 1, 1],
      arguments: { steps: 200, repetitions: 0 },
      us: 90.5,
    });
    // The first run's times alone stay.
    assert.deepEqual([data.kernels.length, data.kernels[0]!.us], [2, 36.1]);
    assert.deepEqual(
      data.coRuns.map(({ mode, slowdowns }) => [mode, ...slowdowns]),
      [
        ['streams', 2, 1.9],
        ['green-contexts', 1.3, 1.95],
        ['mps', 1.5, 2.6, 2.4],
      ],
    );
    assert.deepEqual(warnings.map(english), [
      'line 12 is none of measure.cu; left out',
      'time-slice: walk + walk could not be measured on that machine'.replace(' + ', '+'),
    ]);
    assert.deepEqual(parseCoRunData(JSON.parse(JSON.stringify(data))), data);
  });

  it('are refused where there is nothing, with the file, and said to be cut', () => {
    assert.throws(() => readPrinted('hello', 'h.txt'), told(/nothing that measure\.cu printed/));
    assert.throws(() => readPrinted(`${HEAD}\nend`, 'h.txt'), told(/no co-run was measured/));
    const cut = readPrinted(PRINTED.replace(/end\n$/, ''), 'x').warnings.map(english);
    assert.match(cut.join('\n'), /ends before its last line/);
    assert.throws(
      () => parseCoRunData({ coRunData: 1, gpu: 'x', computeCapability: '8.0', kernels: [], coRuns: 3 }),
      told(/data\.coRuns/),
    );
  });

  it('of a kernel that was not measured alone are left out with a word, and refused in data', () => {
    const without = PRINTED.split('\n').filter((line) => !line.startsWith('kernel walk'));
    const { data, warnings } = readPrinted(without.join('\n'), 'x');
    assert.deepEqual(
      data.coRuns.map(({ kernels }) => kernels.join('+')),
      ['vectorAdd+vectorAdd'],
    );
    assert.match(warnings.map(english).join('\n'), /mps: vectorAdd\+walk\+walk is left out: walk was not/);
    const [first] = data.coRuns;
    const withCoRun = (change: object) => ({ ...data, coRuns: [{ ...first, ...change }] });
    assert.throws(
      () => parseCoRunData(withCoRun({ kernels: ['walk', 'walk'] })),
      told(/coRuns\[0\]\.kernels: .*walk/),
    );
    assert.throws(() => parseCoRunData(withCoRun({ slowdowns: [1, 2, 3] })), told(/coRuns\[0\]\.slowdowns/));
    assert.throws(() => parseCoRunData(withCoRun({ sms: [1, 2, 3] })), told(/coRuns\[0\]\.sms/));
  });

  it('are simulated as they were launched and shared', () => {
    const { data } = readPrinted(PRINTED, 'x');
    const scenario = parseScenario(scenarioOf(data, data.coRuns[1]!, 'v100-sxm2', 100));
    assert.deepEqual(scenario.mode, { kind: 'spatial', sms: [48, 48] });
    assert.deepEqual(
      scenario.apps.map(({ kernel, repeat, launch, arguments: given }) => [
        kernel,
        repeat,
        launch?.grid,
        given,
      ]),
      [
        ['vectorAdd', 'always', [16384, 1, 1], { count: 4194304 }],
        ['walk', 'always', [960, 1, 1], { steps: 200, repetitions: 0 }],
      ],
    );
    const three = parseScenario(scenarioOf(data, data.coRuns[2]!, 'v100-sxm2', 100));
    assert.deepEqual([three.mode, three.apps.length, three.limits], [{ kind: 'mps' }, 3, { cycles: 100 }]);
  });

  it('are drawn with a seed, in their order', () => {
    const all = Array.from({ length: 40 }, (_, at) => at);
    const few = sampleOf(all, 10);
    assert.deepEqual([few.length, new Set(few).size], [10, 10]);
    assert.deepEqual(
      few,
      [...few].sort((a, b) => a - b),
    );
    assert.deepEqual(sampleOf(all, 10), few);
    assert.ok(few.some((one, at) => one !== at));
    assert.deepEqual(sampleOf(all, 41), all);
  });

  it('are scored beside rules that know nothing', () => {
    const run = (slowdowns: number[], simulated: number[] | null) => ({
      mode: 'streams' as const,
      kernels: ['a', 'b'],
      slowdowns,
      simulated,
    });
    const [score, ...more] = scoresOf([run([2, 2], [1, 3]), run([4, 1], [4, 1]), run([9, 9], null)]);
    assert.deepEqual([more.length, score!.together, score!.slowdowns], [0, 2, 4]);
    assert.equal(score!.simulated, (0.5 + 0.5 + 0 + 0) / 4);
    assert.equal(score!.baselines.undisturbed, (0.5 + 0.5 + 0.75 + 0) / 4);
    assert.equal(score!.baselines.turns, (0 + 0 + 0.5 + 1) / 4);
    // Means without the co-run itself: 2.5 for the first, 2 for the second.
    assert.equal(score!.baselines.constant, (0.25 + 0.25 + 0.5 + 1) / 4);
  });
});

describe('the program that measures co-runs', () => {
  it('compiles for the oldest generation without a warning where nvcc is found', function () {
    if (spawnSync('nvcc', ['--version']).status !== 0) return this.skip();
    this.timeout(300_000);
    const root = process.env['CORUN_ROOT']!;
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corun-measure-'));
    for (const name of COLLECTED) {
      const from = name === 'measure.cu' ? `src/gpu/measuredCoRuns/${name}` : name;
      cpSync(path.join(root, from), path.join(folder, name));
    }
    // Of the workloads only the kernels are used, of transpose.cu one.
    const warnings = '-Wall,-Wextra,-Werror,-Wno-unused-function,-Wno-unused-parameter';
    const args = ['-arch=sm_75', '-std=c++17', '-Xcompiler', warnings, '-c', 'measure.cu', '-o', 'measure.o'];
    const { status, stderr } = spawnSync('nvcc', args, { encoding: 'utf8', cwd: folder });
    rmSync(folder, { recursive: true });
    assert.equal(status, 0, stderr);
  });
});
