import assert from 'node:assert/strict';
import { measuredRate, measuredSlowdown, MEASURED_JOBS, TRAINING_JOBS } from '../../../../lab/magic/pairs';
import { studyPairs, unseenPairs } from '../../../../lab/magic/pairStudy';
import { PUBLISHED_TOTALS } from './publishedPairs';

describe('measured pairs of training jobs', () => {
  it('are those that were published, by the totals of each job', () => {
    const near = (ours: number, published: number, what: string) =>
      assert.ok(Math.abs(ours - published) <= 1e-4, `${what}: ${ours} for ${published}`);
    for (const gpu of ['k80', 'p100', 'v100'] as const) {
      const jobs = Object.entries(PUBLISHED_TOTALS[gpu]);
      assert.deepEqual(jobs.map(([job]) => job).sort(), [...MEASURED_JOBS].sort());
      for (const [job, [rate, partners, own, others]] of jobs) {
        const among = (slowdown: (partner: string) => number | null): readonly number[] =>
          MEASURED_JOBS.map(slowdown).filter((value) => value !== null);
        const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
        const beside = among((partner) => measuredSlowdown(gpu, job, partner));
        assert.equal(beside.length, partners, `${gpu} ${job}`);
        near(measuredRate(gpu, job), rate, `${gpu} ${job} alone`);
        near(sum(beside), own, `${gpu} ${job}`);
        const theirs = among((partner) => measuredSlowdown(gpu, partner, job));
        near(sum(theirs), others, `${gpu} beside ${job}`);
      }
    }
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
    const { rows } = studyPairs(TRAINING_JOBS, setting, options);
    assert.ok(rows.every(({ overBest }) => overBest >= 1));
    assert.equal(rows.at(-1)!.overBest, 1);
    assert.ok(rows.find(({ policy }) => policy === 'slowdown, at most 2')!.worstSlowdown <= 2 + 1e-9);
    // On one GPU, first come and least loaded are the same policy.
    assert.deepEqual({ ...rows[1], policy: 'fcfs' }, rows[0]);
    assert.deepEqual(studyPairs(TRAINING_JOBS, setting, options).rows, rows);
  });
});
