import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { measuredRate, measuredSlowdown, MEASURED_JOBS, type MeasuredGpu } from '../../../../lab/magic/pairs';
import { studyPairs, unseenPairs } from '../../../../lab/magic/pairStudy';

describe('measured pairs of training jobs', () => {
  it('are those that were published', function () {
    const file = path.resolve(process.env['CORUN_ROOT'] ?? '.', '../shared/data/coruns/gavel_pairs.tsv');
    if (!existsSync(file)) {
      console.log('      skipped: ../shared/data/coruns/gavel_pairs.tsv is absent');
      this.skip();
    }
    const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
    for (const line of lines) {
      const [gpu, job, partner, rate, , , , slowdown] = line.split('\t');
      const own = measuredSlowdown(gpu as MeasuredGpu, job!, partner!);
      if (own === null) assert.equal(slowdown, '', line);
      else assert.ok(Math.abs(own - Number(slowdown)) <= 1e-4, line);
      assert.ok(Math.abs(measuredRate(gpu as MeasuredGpu, job!) - Number(rate)) <= 1e-4, line);
    }
    assert.equal(lines.length, 3 * MEASURED_JOBS.length ** 2);
  });

  it('are guessed from averages without the pair itself', () => {
    const row = (...slowdowns: readonly (number | null)[]) =>
      new Map(slowdowns.map((value, at) => [at, value]));
    const [first] = unseenPairs([row(1.5, 9, 1.3), row(1.4, 1.6, 1.2), row(null, 2, 1.4)]);
    // The first beside the second: its others cost it 0.4; the second costs the others 0.8; all others cost each other 1/3.
    assert.ok(Math.abs(first!.get(1)! - (1 + (0.4 * 0.8) / ((0.4 + 0.2 + 0.4) / 3))) < 1e-12);
    const third = unseenPairs([row(1.5, 9, 1.3), row(1.4, 1.6, 1.2), row(null, 2, 1.4)])[2]!;
    assert.equal(third.get(0), null);
  });

  it('rerun in a small sample: nothing beats the best plan found, and a bound is kept', () => {
    const setting = { gpus: [{ gpu: 'v100' as const, count: 1 }], maxCoRun: 2 };
    const options = { queues: 1, copies: 1, tries: 100, seed: 3 };
    const { rows } = studyPairs(setting, options);
    assert.ok(rows.every(({ overBest }) => overBest >= 1));
    assert.equal(rows.at(-1)!.overBest, 1);
    assert.ok(rows.find(({ policy }) => policy === 'slowdown, at most 2')!.worstSlowdown <= 2 + 1e-9);
    // On one GPU, first come and least loaded are the same policy.
    assert.deepEqual({ ...rows[1], policy: 'fcfs' }, rows[0]);
    assert.deepEqual(studyPairs(setting, options).rows, rows);
  });
});
