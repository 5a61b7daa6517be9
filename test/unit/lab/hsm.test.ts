import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bySmShare, errorsOf, trueProgress, type RecordedMix } from '../../../lab/hsm/evaluate';
import { capped } from '../../../lab/hsm/epochModels';
import {
  cyclesAlone,
  highPriority,
  progressByEpoch,
  progressUnder,
  settledProgress,
} from '../../../lab/hsm/evaluatePolicies';
import { allMixes, drawnMixes, sampledMixes, type Mix } from '../../../lab/hsm/mixes';
import { runPolicy } from '../../../lab/hsm/policyRuns';
import { coupleLines } from '../../../lab/hsm/reproduction/couples';
import { intervalOf } from '../../../lab/hsm/reproduction/interval';
import { sensitivityOf } from '../../../lab/hsm/reproduction/sensitivity';
import { rivalPrograms } from '../../../lab/hsm/rivalTraining';
import { chosenPolicies, readTrained } from '../../../lab/hsm/trained';
import type { Program } from '../../../lab/hsm/programs';
import { recordedMixes, Runs } from '../../../lab/hsm/runs';
import { gpuWith, runHsmJob, type HsmJob } from '../../../lab/hsm/jobs';
import { keysAlone, type AloneRow, type AppRecord, type Row } from '../../../lab/hsm/rows';
import { parseScenario } from '../../../src/kernel/scenario';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { launchOf, vecadd } from '../simulator/programs';

const NOTHING = { kernels: [], idle: 0 };

const programs = Array.from({ length: 15 }, (_, at): Program => {
  const launch = launchOf(2 ** 14);
  const [app] = parseScenario({
    gpu: 'hsm-40sm-gddr5',
    apps: [{ name: `program ${at}`, program: vecadd, launch, arguments: { n: 2 ** (12 + (at % 2)) } }],
  }).apps;
  return { name: `program ${at}`, isMemoryBound: at < 10, app: app! };
});

/** One warp instruction a cycle after a launch of 100 cycles. */
const aloneRow = (app: string): AloneRow => ({
  kind: 'alone',
  key: app,
  app,
  sms: 40,
  instructions: 900,
  finishedAt: 1000,
  stretches: NOTHING,
  curve: {
    finished: true,
    points: [
      [0, 0],
      [100, 0],
      [1000, 900],
    ],
  },
});

const record = (instructions: number, finishedAt: number | null): AppRecord => ({
  instructions,
  finishedAt,
  stretches: NOTHING,
});

function recorded(each: readonly AppRecord[], cycles: number): RecordedMix {
  const [one, other] = [programs[0]!, programs[1]!];
  return {
    mix: { programs: [one, other], kind: 'memory' },
    together: { kind: 'together', key: '', apps: [one.name, other.name], sms: [20, 20], cycles, each },
    alone: [aloneRow(one.name), aloneRow(other.name)],
  };
}

describe("HSM's mixes", () => {
  it('are 45 of memory-bound, 50 of mixed and 10 of compute-bound pairs', () => {
    const mixes = allMixes(programs);
    const count = (kind: string): number => mixes.filter((mix) => mix.kind === kind).length;
    assert.deepEqual([count('memory'), count('mixed'), count('compute')], [45, 50, 10]);
    // 15 · 14 · 13 · 12 / 24
    assert.equal(allMixes(programs, 4).length, 1365);
  });

  it('are drawn alike by one seed, and none twice', () => {
    const names = (seed: number): string[] =>
      drawnMixes(programs, seed).map((mix) => mix.programs.map(({ name }) => name).join());
    assert.deepEqual(names(1), names(1));
    assert.notDeepEqual(names(1), names(2));
    assert.equal(new Set(names(1)).size, 105);
  });
});

describe('mixes under policies', () => {
  it('are sampled so that every fifth is of compute-bound programs, wherever the sample stops', () => {
    const drawn = drawnMixes(programs, 1);
    const kinds = sampledMixes(drawn, 6).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['memory', 'mixed', 'memory', 'mixed', 'compute', 'memory']);
    assert.deepEqual(sampledMixes(drawn, 3), sampledMixes(drawn, 6).slice(0, 3));
    assert.equal(new Set(sampledMixes(drawn, 105)).size, 105);
  });

  it('have the memory-bound program of a mixed pair keep its target, else the first', () => {
    const of = (...at: number[]) =>
      highPriority({ programs: at.map((one) => programs[one]!), kind: 'mixed' });
    assert.deepEqual([of(12, 3), of(3, 12), of(1, 2), of(13, 14)], [1, 0, 0, 0]);
  });

  /** 900 instructions in 1000 cycles, and 900 more in 500: the caches are warm. */
  const warm = {
    once: aloneRow('program'),
    twice: {
      ...aloneRow('program twice'),
      curve: { finished: true, points: [...aloneRow('').curve.points, [1500, 1800] as const] },
    },
  };

  it('are judged by every round alone, the further ones as fast as the second', () => {
    assert.deepEqual(
      [0, 450, 900, 1350, 1800, 2700, 3150].map((done) => cyclesAlone(warm, done)),
      [0, 550, 1000, 1250, 1500, 2000, 2250],
    );
    assert.equal(cyclesAlone({ ...warm, twice: null }, 2250), 2550);
    const epochs = [900, 1800].map((done) => ({ sms: [20], cycles: 2000, instructions: [done], told: {} }));
    const row = { apps: ['program'], cycles: 4000, instructions: [2700], epochs };
    const policy = { kind: 'policy', key: '', policy: 'even', ...row } as const;
    assert.deepEqual(progressUnder(policy, [warm]), [0.5]);
    assert.deepEqual(progressByEpoch(policy, [warm]), [[0.5], [0.5]]);
    assert.equal(settledProgress(policy, [warm]), null);
    // 3600 more instructions in the third epoch, four rounds of 500 cycles alone.
    const third = { sms: [20], cycles: 4000, instructions: [3600], told: {} };
    const longer = { ...policy, cycles: 8000, instructions: [6300], epochs: [...epochs, third] };
    assert.deepEqual(settledProgress(longer, [warm]), [0.5]);
  });

  it('are named with what a policy acts below', () => {
    assert.deepEqual(chosenPolicies('even,HSM-Fair:0.7'), [
      { name: 'even' },
      { name: 'HSM-Fair', threshold: 0.7 },
    ]);
    assert.throws(() => chosenPolicies('HSM-Unfair'), /no policy HSM-Unfair/);
  });

  it('run to the last cycle, moving SMs by what a rival tells, and ask all models where nothing moves', async () => {
    const gpu = loadSpec('hsm-40sm-gddr5');
    const models = await readTrained(process.cwd(), 'hsm-40sm-gddr5');
    const apps = programs.slice(0, 2).map(({ app }) => app);
    const task = { apps, first: 0, gpu, cycles: 8000, epochCycles: 2000, models };
    const fair = runPolicy('', task, 'DASE-Fair');
    assert.equal(fair.cycles, 8000);
    assert.equal(fair.epochs.length, 4);
    assert.deepEqual(fair.epochs[0]!.sms, [20, 20]);
    fair.epochs.forEach(({ told }) => assert.deepEqual(Object.keys(told), ['DASE']));
    assert.deepEqual(
      apps.map((_, app) => fair.epochs.reduce((sum, { instructions }) => sum + instructions[app]!, 0)),
      fair.instructions,
    );
    const even = runPolicy('', { ...task, cycles: 4000 }, 'even');
    // No networks of Themis come along for this GPU.
    even.epochs.forEach(({ sms, told }) => {
      assert.deepEqual(sms, [20, 20]);
      assert.deepEqual(Object.keys(told), ['HSM', 'DASE']);
    });
    assert.deepEqual(runPolicy('', { ...task, cycles: 2000 }, 'proportional').epochs[0]!.sms, [32, 8]);
  });

  it('cap rivals at the SMs that a program lacks', () => {
    // 80 of 20 SMs are 4, of 60 SMs 1.33
    assert.deepEqual(capped([9, 1.2, 1.4], [20, 20, 60], 80), [4, 1.2, 80 / 60]);
  });

  it('have intervals that know how few they are', () => {
    assert.deepEqual(intervalOf([3]), { mean: 3, half: null });
    assert.deepEqual(intervalOf([1, 3]), { mean: 2, half: null });
    // Standard error 1 / √3 with two degrees of freedom: 4.303; with eleven the normal's 1.96.
    assert.ok(Math.abs(intervalOf([1, 2, 3]).half! - 4.303 / Math.sqrt(3)) < 1e-12);
    const many = intervalOf(Array.from({ length: 12 }, (_, at) => at % 2));
    assert.ok(Math.abs(many.half! - 1.96 * Math.sqrt(3 / 11 / 12)) < 1e-12);
  });

  it('are of programs from which their rival has not learned', () => {
    const training = (name: string, launches: number) => {
      const { app } = programs[0]!;
      const kernels = Array.from({ length: launches }, () => ({
        program: vecadd,
        launch: launchOf(2 ** 10),
        arguments: { n: 1024 },
      }));
      return { app: { ...app, name, kernels }, class: 'balanced', programs: name } as const;
    };
    const all = [training('lbm', 1), training('lbm-pinned', 1), training('scan', 3), training('nn', 1)];
    assert.deepEqual(
      rivalPrograms(all, ['lbm', 'cfd'], 1).map(({ app }) => app.name),
      ['nn'],
    );
  });
});

describe('lines through two points', () => {
  it('are of every point with few row hits and every one with many', () => {
    const point = (rowHitRate: number, busShare: number) => ({ name: '', rowHitRate, busShare });
    const points = [point(0, 0.4), point(0.2, 0.4), point(0.5, 0.1), point(1, 0.8)];
    const lines = coupleLines(points, loadSpec('hsm-40sm-gddr5'), [])!;
    assert.equal(lines.couples, 2);
    // 0.4 from 0 to 1, and 0.4 over 0.8 from 0.2 to 1, which begins at 0.3.
    const near = (value: number, wanted: number) => assert.ok(Math.abs(value - wanted) < 1e-9, String(value));
    near(lines.c1.least, 0.4);
    near(lines.c1.most, 0.5);
    near(lines.c2.least, 0.3);
    near(lines.c2.mean, 0.35);
    assert.equal(lines.error, null);
    assert.equal(coupleLines(points.slice(0, 3), loadSpec('hsm-40sm-gddr5'), []), null);
  });
});

describe('the truth of whole programs', () => {
  it('is of the very programs that a mix was run with', () => {
    const key = 'gpu.aaaaaa 500 a.111111@40 b.222222@40';
    assert.deepEqual(keysAlone(key, 80), ['gpu.aaaaaa 500 a.111111@80', 'gpu.aaaaaa 500 b.222222@80']);
  });

  it('is the time of the same instructions alone over the time together', () => {
    // The first ended after 2000 cycles; the second did 450 instructions in 2500, which take 550 alone.
    const truth = trueProgress(recorded([record(900, 2000), record(450, null)], 2500));
    assert.deepEqual(truth, [0.5, 550 / 2500]);
  });

  it('judges a method by the errors of every program', () => {
    const { mean, worst } = errorsOf(bySmShare, [recorded([record(900, 2000), record(900, 4000)], 4000)]);
    // 0.5 predicted, 0.5 and 0.25 true.
    assert.deepEqual([mean, worst], [0.5, 1]);
  });

  it('runs every program to its first end, begins anew until then, and goes on from what is recorded', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-hsm-'));
    const file = path.join(folder, 'runs.ndjson');
    const setting = { gpu: loadSpec('hsm-40sm-gddr5'), cycles: 200_000 };
    const mix = { programs: [programs[0]!, programs[1]!, programs[2]!], kind: 'memory' } as const;
    try {
      const runs = new Runs(file, setting);
      const together = runs.together(mix, true)!;
      assert.equal(runs.together(mix, true, [20, 10, 10])!.sms[0], 20);
      const alone = mix.programs.map((program) => runs.alone(program, true)!);
      assert.ok(together.each.every(({ finishedAt }) => finishedAt !== null));
      const last = Math.max(...together.each.map(({ finishedAt }) => finishedAt!));
      assert.ok(Math.abs(together.cycles - last) <= 1);
      // The same instructions as alone, whatever was begun anew meanwhile.
      assert.deepEqual(
        together.each.map(({ instructions }) => instructions),
        alone.map(({ instructions }) => instructions),
      );
      assert.ok(trueProgress({ mix, together, alone }).every((progress) => progress > 0 && progress < 1.05));
      const rows: Row[] = [];
      const job = JSON.parse(JSON.stringify(runs.aloneJob(programs[0]!))) as HsmJob;
      runHsmJob(job, (row) => rows.push(row));
      assert.deepEqual(rows, [alone[0]]);
      const again = new Runs(file, setting);
      assert.equal(again.together(mix, false)!.cycles, together.cycles);
      assert.equal(new Runs(file, { ...setting, cycles: 1000 }).together(mix, false), null);
      assert.deepEqual(again.readings, { rows: 1, outdated: 0 });
      // A program that is lowered otherwise since: its run is read, and told from those of today.
      const changed = mix.programs.map((program) => ({
        ...program,
        app: { ...program.app, arguments: { n: 1 } },
      }));
      assert.equal(again.together({ ...mix, programs: changed }, false)!.cycles, together.cycles);
      assert.deepEqual(again.readings, { rows: 1, outdated: 1 });
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('is told apart by the memory controllers, and HSM judged over mixes that all of them ran', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-hsm-'));
    const file = path.join(folder, 'runs.ndjson');
    const id = 'hsm-40sm-gddr5';
    const memory = { queue: 4 };
    const own = { gpu: loadSpec(id), cycles: 200_000 };
    const other = { ...own, gpu: gpuWith(id, memory), memory };
    const three = programs.slice(0, 3).map((one, at) => ({ ...one, app: { ...one.app, name: `p${at}` } }));
    const drawn = drawnMixes(three, 1);
    try {
      const [runs, others] = [new Runs(file, own), new Runs(file, other)];
      const [first, second] = drawn as [Mix, Mix];
      for (const program of three) runs.alone(program, true);
      for (const mix of [first, second]) runs.together(mix, true);
      assert.equal(new Runs(file, other).alone(three[0]!, false), null);
      for (const program of first.programs) others.alone(program, true);
      others.together(first, true);
      const rows: Row[] = [];
      runHsmJob(JSON.parse(JSON.stringify(others.togetherJob(first))) as HsmJob, (row) => rows.push(row));
      assert.deepEqual(rows, [others.together(first, false)]);

      const models = await readTrained(process.cwd(), id);
      const task = { gpu: own.gpu, models, runs, programs: three, drawn, seed: 1 };
      const { controllers, thresholds, four } = sensitivityOf(task, [
        { memory, gpu: other.gpu, runs: others },
      ]);
      assert.deepEqual(
        controllers.map(({ memory: of, mixes }) => [of, mixes]),
        [
          [null, 1],
          [memory, 1],
        ],
      );
      const throughput = recordedMixes(others, [first]).map((one) =>
        trueProgress(one).reduce((a, b) => a + b),
      );
      assert.equal(controllers[1]!.throughput.mean, throughput[0]);
      assert.notEqual(controllers[0]!.throughput.mean, throughput[0]);
      assert.deepEqual([thresholds, four], [[], []]);
      assert.deepEqual(sensitivityOf(task, []).controllers, []);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
