import assert from 'node:assert/strict';
import { mostBelow } from '../../../../lab/prophet/halving';
import { meanBeside, safeBeside } from '../../../../lab/prophet/oracle';

describe('the oracle of safe instances', () => {
  it('finds the most that are kept, of none to all, by four looks', () => {
    for (let most = 0; most <= 15; most++) {
      let looks = 0;
      const found = mostBelow(15, (count) => {
        looks++;
        return count <= most;
      });
      assert.deepEqual([found, looks], [most, 4]);
    }
  });

  it('keeps a mean of twice the latency alone', () => {
    assert.equal(
      safeBeside((instances) => 1 + instances / 9),
      9,
    );
  });

  it('has no answer where a run is missing that it takes', () => {
    const known = (instances: number): number | null => (instances === 12 ? null : 1);
    assert.equal(safeBeside(known), null);
    assert.equal(meanBeside(known, 12), null);
  });

  it('takes more queries where few do not tell on which side the mean is', () => {
    const asked = (ratios: readonly number[]): number => {
      let queries = 0;
      meanBeside((_, query) => {
        queries++;
        return ratios[query % ratios.length]!;
      }, 1);
      return queries;
    };
    assert.equal(asked([1.4, 1.5, 1.6]), 3);
    assert.equal(asked([1.4, 2.5, 1.6]), 6);
  });
});
