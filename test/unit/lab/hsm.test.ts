import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bySmShare, errorsOf, trueProgress, type RecordedMix } from '../../../lab/hsm/evaluate';
import { allMixes, drawnMixes } from '../../../lab/hsm/mixes';
import type { Program } from '../../../lab/hsm/programs';
import { Runs } from '../../../lab/hsm/runs';
import { runHsmJob, type HsmJob } from '../../../lab/hsm/jobs';
import type { AloneRow, AppRecord, Row } from '../../../lab/hsm/rows';
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

describe('the truth of whole programs', () => {
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
});
