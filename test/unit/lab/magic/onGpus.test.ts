import assert from 'node:assert/strict';
import { matrixOf, measuredSet, slowdownTogether } from '../../../../lab/magic/onGpus/measured';
import { engineErrors, makespanOf, realPolicies } from '../../../../lab/magic/onGpus/realQueues';
import { mean } from '../../../../src/stats/means';

const set = measuredSet(process.env['CORUN_ROOT'] ?? process.cwd());

describe("the author's measurements of Magic", () => {
  it('are whole: 75 programs in pairs on three GPUs, 120 queues in which each program runs once', () => {
    for (const gpu of Object.keys(set.gpus)) {
      const { ratios, programs } = matrixOf(set, gpu);
      assert.equal(programs.length, 75, gpu);
      assert.ok(
        ratios.every((row) => row.filter((ratio) => ratio !== null).length >= 74),
        gpu,
      );
    }
    assert.equal(set.queues.length, 120);
    for (const { runs, gpus, maxCoRun } of set.queues) {
      assert.equal(new Set(runs.map(([program]) => program)).size, gpus.length === 1 ? 79 : 75);
      // Never more than MaxCoRun on a GPU, but for the time that starting and ending take.
      for (const [, gpu, start] of runs) {
        const running = runs.filter(
          ([, other, from, to]) => other === gpu && from <= start && to > start + 0.1,
        );
        assert.ok(running.length <= maxCoRun, `${running.length} of ${maxCoRun}`);
      }
    }
  });

  it('are the ones of figure 5.12: InferBin-Feat9 is 6 and 22 % faster than in order of arrival', () => {
    const seconds = (policy: string, maxCoRun: number): number =>
      mean(
        realPolicies(set).find(
          (each) => each.policy === policy && each.maxCoRun === maxCoRun && each.gpus.length === 1,
        )!.makespans,
      );
    for (const [most, printed] of [
      [2, 0.06],
      [6, 0.22],
    ] as const) {
      const speedup = seconds('fcfs', most) / seconds('InferBin, Feat9', most) - 1;
      assert.ok(Math.abs(speedup - printed) < 0.01, `${most}: ${speedup}`);
    }
  });

  it('tell slowdowns while both run from times beside one run of the other', () => {
    // Half as fast for 4 s, of which 2 s are done, then 8 s alone: 12 s for 10.
    assert.equal(slowdownTogether(10, 12, 4), 2);
    // The other outlasts it: all of its time counts.
    assert.equal(slowdownTogether(10, 15, 40), 1.5);
    // It cannot have done nothing at all.
    assert.equal(slowdownTogether(10, 15, 4), 10);
  });

  it('are what the queue engine is judged by', () => {
    const errors = engineErrors(set, 'ratios');
    assert.equal(errors.length, 8);
    for (const { makespan, queues } of errors) {
      assert.ok(makespan > 0 && makespan < 0.5, String(makespan));
      assert.ok(queues >= 12);
    }
    assert.ok(set.queues.every((queue) => makespanOf(queue) > 60));
  });
});
