import assert from 'node:assert/strict';
import fc from 'fast-check';
import { percentageOfSms, smsOfPercentage } from '../../../src/gpu/mpsPercentage';

describe('percentages of MPS', () => {
  it('allow the SMs that an H100 allowed', () => {
    // lab/data/h100_shares.json
    const measured = { 12: 14, 25: 32, 38: 50, 50: 66, 62: 80, 75: 98, 88: 116, 100: 132 };
    for (const [percentage, sms] of Object.entries(measured))
      assert.equal(smsOfPercentage(Number(percentage), 132), sms, `${percentage} %`);
  });

  it('allow a pair at least and all SMs at most', () => {
    assert.deepEqual([smsOfPercentage(1, 132), smsOfPercentage(20, 10)], [2, 2]);
    assert.deepEqual([smsOfPercentage(100, 15), smsOfPercentage(1, 1)], [15, 1]);
  });

  it('fit the GPU together where they are not more than 100 and each has a pair', () => {
    const total = fc.integer({ min: 10, max: 192 });
    const percentage = fc.integer({ min: 20, max: 80 });
    fc.assert(
      fc.property(total, percentage, (sms, one) =>
        assert.ok(smsOfPercentage(one, sms) + smsOfPercentage(100 - one, sms) <= sms),
      ),
    );
  });

  it('are found for every number of pairs, the least that has them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 96 }), fc.nat(), (pairs, seed) => {
        const [total, sms] = [2 * pairs, 2 * (1 + (seed % pairs))];
        const percentage = percentageOfSms(sms, total);
        assert.equal(smsOfPercentage(percentage, total), sms);
        assert.ok(sms === 2 || smsOfPercentage(percentage - 1, total) < sms);
      }),
    );
    assert.equal(percentageOfSms(67, 132), percentageOfSms(66, 132));
  });
});
