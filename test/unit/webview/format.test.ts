import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  formatChange,
  formatDuration,
  formatNumber,
  formatPercent,
  formatSlowdown,
  formatSourced,
  toNanoseconds,
} from '../../../webview/model/format';

const plain = (text: string): string => text.replaceAll('\u202f', ' ').replaceAll('\u2212', '-');

describe('numbers of the dashboard', () => {
  it('keep the asked digits and never use exponents', () => {
    assert.equal(formatNumber(1234567, 3), '1,234,567');
    assert.equal(formatNumber(0.012345, 3), '0.0123');
    assert.equal(formatNumber(1.5e-9, 2), '0.0000000015');
    assert.equal(plain(formatNumber(-2.5)), '-2.5');
    assert.equal(formatNumber(Number.NaN), '–');
  });

  it('show durations in the largest unit in which they are at least one', () => {
    assert.equal(plain(formatDuration(1.24e6)), '1.24 ms');
    assert.equal(plain(formatDuration(999)), '999 ns');
    assert.equal(plain(formatDuration(1e9)), '1 s');
    assert.equal(plain(formatDuration(0)), '0 ns');
    assert.equal(plain(formatDuration(599e9)), '599 s');
    assert.equal(plain(formatDuration(900e9)), '15 min');
    assert.equal(plain(formatDuration(45000e9)), '12.5 h');
  });

  it('sign changes and round shares to whole percent', () => {
    assert.equal(plain(formatChange(-0.114)), '-11 %');
    assert.equal(plain(formatChange(0.04)), '+4 %');
    assert.equal(plain(formatChange(0)), '0 %');
    assert.equal(plain(formatPercent(0.666)), '67 %');
    assert.equal(plain(formatPercent(0.0042)), '0.4 %');
    assert.equal(formatSlowdown(1.119), '×1.12');
  });

  it('scale times whatever spelling of the unit they come in', () => {
    const time = (unit: string) => ({ value: 1500, unit, origin: 'measured' as const, from: '' });
    assert.equal(toNanoseconds(time('us')), 1.5e6);
    assert.equal(toNanoseconds(time('µs')), 1.5e6);
    assert.equal(toNanoseconds(time('clocks')), null);
    assert.equal(plain(formatSourced(time('us'))), '1.5 ms');
    assert.equal(plain(formatSourced(time('clocks'))), '1,500 clocks');
  });

  it('read back to within the asked precision', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (value) => {
        const read = Number(formatNumber(value, 4).replaceAll(',', ''));
        assert.ok(Math.abs(read - value) <= Math.max(value * 5e-4, 0));
      }),
    );
  });
});
