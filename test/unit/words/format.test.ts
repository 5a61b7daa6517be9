import assert from 'node:assert/strict';
import { message } from '../../../src/kernel/message';
import { english } from '../../../src/words';
import { FORMATS } from '../../../src/words/formats';
import {
  bytes,
  change,
  duration,
  durationWithin,
  factor,
  percent,
  significant,
  span,
  sourced,
} from '../../../src/words/format';

describe('numbers as text', () => {
  it('gives times one to three digits before the point', () => {
    assert.equal(duration(1_240_000), '1.24 ms');
    assert.equal(duration(999), '999 ns');
    assert.equal(duration(65_569), '65.6 µs');
    assert.equal(duration(0), '0 ns');
  });

  it('gives a time and how far it may be off in one unit, that of the longer', () => {
    assert.equal(durationWithin(2600, 537), '2.6 ± 0.54 µs');
    assert.equal(durationWithin(300, 2000), '0.3 ± 2 µs');
    assert.equal(durationWithin(0, 0), '0 ± 0 ns');
  });

  it('gives long times by their two largest units', () => {
    assert.deepEqual([12.5, 125, 3599.6, 16_983].map(span), [
      '12.5 s',
      '2 min 5 s',
      '1 h 0 min',
      '4 h 43 min',
    ]);
  });

  it('keeps three significant digits without an exponent', () => {
    assert.equal(significant(0.000123456), '0.000123');
    assert.equal(significant(1234567), '1234567');
    assert.equal(significant(2.5), '2.5');
    assert.equal(significant(0), '0');
  });

  it('marks the origin of a value', () => {
    assert.equal(sourced({ value: 1e6, unit: 'ns', origin: 'measured', from: '' }), '1 ms ●');
    assert.equal(sourced({ value: 26, unit: '', origin: 'assumed', from: '' }), '26 △');
  });

  it('tells a share that is neither none nor all as neither', () => {
    const someOf = FORMATS['someOf']!;
    assert.deepEqual([0, 1 / 1024, 0.5, 1023 / 1024, 1].map(someOf), [
      '0 %',
      '< 1 %',
      '50 %',
      '> 99 %',
      '100 %',
    ]);
    const branch = { test: '(v == 0)', share: 1 / 1024 };
    assert.match(english(message('cuda.dataBranch', branch)), /: taken by < 1 %$/);
  });

  it('writes factors, shares and changes', () => {
    assert.equal(factor(1.125), '×1.13');
    assert.equal(percent(0.666), '67 %');
    assert.equal(change(-0.114), '−11 %');
    assert.equal(change(0.2), '+20 %');
    assert.equal(bytes(1536), '1.5 KiB');
    assert.equal(bytes(0), '0 B');
  });
});
