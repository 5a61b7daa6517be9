import assert from 'node:assert/strict';
import { errDeg, errorsOf, intervalOfErrors } from '../../../../lab/prophet/classes';
import { intervalOf, redrawn } from '../../../../lab/prophet/draws';
import type { PairRow } from '../../../../lab/prophet/evaluate';
import { keptShares } from '../../../../lab/prophet/kept';
import { generationOf } from '../../../../lab/prophet/rows';
import { mean } from '../../../../src/stats/means';

describe('what the cluster keeps', () => {
  const group = (gpus: number, latency: number | null) => ({
    ...{ service: 'service', batch: 'batch', gpus },
    ...{ each: 1, latency },
  });

  it('counts GPUs, those that were simulated, and by how much they miss what is asked', () => {
    // A service that keeps 80 % may take 1.25 times as long: 1.26 is 0.8 % over, 1.3 is 4 %, 1.5 is 20 %.
    const groups = [group(50, 1.2), group(10, 1.26), group(20, 1.3), group(20, 1.5), group(300, null)];
    assert.deepEqual(keptShares({ policy: 0.8, utilisation: 1, groups }), {
      ...{ gpus: 400, simulated: 100 },
      ...{ missed: 0.5, by2: 0.4, by10: 0.2 },
    });
  });

  it('misses nothing where nothing was simulated', () => {
    const { missed, simulated } = keptShares({ policy: 0.8, utilisation: 1, groups: [group(3, null)] });
    assert.deepEqual([missed, simulated], [0, 0]);
  });
});

describe('intervals', () => {
  it('are the middle 95 % of what draws give, the same each time', () => {
    const values = Array.from({ length: 100 }, (_, at) => at);
    const [low, high] = intervalOf((random) => mean(redrawn(values, random)))!;
    // The mean of 100 of 0 to 99 has a standard error of 2.9.
    assert.ok(low > 42 && low < 46 && high > 53 && high < 57, `${low} ${high}`);
    assert.deepEqual(
      intervalOf((random) => mean(redrawn(values, random))),
      [low, high],
    );
    assert.equal(
      intervalOf(() => null),
      null,
    );
  });

  const pair = (ratios: readonly number[]): PairRow => ({
    ...{ service: 'service', batch: 'batch', class: 'copies', generation: 9 },
    ...{ queries: ratios.length, ratios, measured: mean(ratios), halfWidth: 0, told: [] },
  });

  it('of errors hold what few queries leave open, and nothing of pairs that agree', () => {
    const same = [pair([2, 2]), pair([2, 2])];
    assert.deepEqual(
      intervalOfErrors(same, () => 3, errDeg),
      [1, 1],
    );
    const [low, high] = intervalOfErrors([pair([1.5, 2.5])], () => 3, errDeg)!;
    // The mean of two draws is 1.5, 2 or 2.5: errors of 3, 1 and a third.
    assert.ok(Math.abs(low - 1 / 3) < 1e-9 && Math.abs(high - 3) < 1e-9, `${low} ${high}`);
  });

  it('leave out pairs that are hardly slowed down', () => {
    assert.deepEqual(
      errorsOf([pair([1.01]), pair([3])], () => 2, errDeg),
      [0.5],
    );
    assert.equal(
      intervalOfErrors([], () => 2, errDeg),
      null,
    );
  });
});

describe('keys of recorded rows', () => {
  it('tell the generation of the simulator since they have it', () => {
    assert.equal(generationOf({ key: 'k40.9.ee0545 gmm.fecc43 nn.7414fd 1 0' }), 9);
    assert.equal(generationOf({ key: 'k40.ee0545 gmm.fecc43' }), null);
  });
});
