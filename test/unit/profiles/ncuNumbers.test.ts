import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  LocaleEvidence,
  parseLocalized,
  parseRaw,
  parseWith,
  RawEvidence,
} from '../../../src/profiles/ncu/numbers';
import { dimensionOf, ncuUnit } from '../../../src/profiles/ncu/units';

const format = (locale: string, value: number, digits: number): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );

describe('numbers in the locale of the user', () => {
  it('are read back as they were written, in every locale', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'es-MX', 'ru-RU'),
        fc.integer({ min: 0, max: 10 ** 12 }),
        fc.constantFrom(0, 2),
        (locale, whole, digits) => {
          const value = digits === 0 ? whole : whole / 100;
          const sign = format(locale, 0.5, 1).includes(',') ? ',' : '.';
          assert.equal(parseWith(sign, format(locale, value, digits)), value);
        },
      ),
    );
  });

  it('never give a number that is not the written one, whatever the evidence', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('en-US', 'de-DE', 'fr-FR'),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 10 ** 10 }), fc.constantFrom(0, 2, 3)), { minLength: 1 }),
        (locale, numbers) => {
          const values = numbers.map(([n, digits]) => [digits === 0 ? n : n / 10 ** digits, digits] as const);
          const texts = values.map(([value, digits]) => format(locale, value, digits));
          const evidence = new LocaleEvidence();
          for (const text of texts) evidence.observe(text);
          texts.forEach((text, i) => {
            const read = parseLocalized(text, evidence.sign);
            if (typeof read === 'number') assert.equal(read, values[i]?.[0]);
          });
        },
      ),
    );
  });

  it('are undecided for a lone 1,234 and decided by what must be whole or is known', () => {
    assert.equal(parseLocalized('1,234', null), 'ambiguous');
    assert.equal(parseLocalized('1,234,567', null), 1234567);
    assert.equal(parseLocalized('0.123', null), 0.123);
    const whole = new LocaleEvidence();
    whole.observeKnown('1,234', null);
    assert.equal(whole.sign, '.');
    const known = new LocaleEvidence();
    known.observeKnown('1.024', 1024);
    assert.equal(known.sign, ',');
    known.observe('3.83');
    assert.deepEqual([known.sign, known.contradictory], [null, true]);
  });

  it('of a raw page are floats with a dot and integers grouped as the locale has it', () => {
    assert.equal(parseRaw('66.666613', true, false), 66.666613);
    assert.equal(parseRaw('262.144', true, true), 262144);
    assert.equal(parseRaw('262.144', true, false), 'ambiguous');
    assert.equal(parseRaw('262.144', null, false), 'ambiguous');
    assert.equal(parseRaw('262.144', false, false), 262.144);
    assert.equal(parseRaw('1.262.144', null, false), 1262144);
    assert.equal(parseRaw('262,144', null, false), 262144);
    assert.equal(parseRaw('262\u202f144', null, false), 262144);
    const evidence = new RawEvidence();
    evidence.observe('66.666613', false);
    assert.equal(evidence.dotGroups, null);
    evidence.observe('1.024', true);
    assert.equal(evidence.dotGroups, true);
  });
});

describe('units of Nsight Compute', () => {
  it('are the same in both generations, in powers of 1000', () => {
    for (const [a, b] of [
      ['nsecond', 'ns'],
      ['msecond', 'ms'],
      ['Gbyte/second', 'Gbyte/s'],
      ['cycle/nsecond', 'Ghz'],
      ['cycle/usecond', 'Mhz'],
    ] as const)
      assert.deepEqual(ncuUnit(a), ncuUnit(b));
    assert.deepEqual(ncuUnit('Kbyte/block'), { dimension: 'bytes', factor: 1000 });
    assert.deepEqual(ncuUnit('Gbyte/s'), { dimension: 'bytesPerSecond', factor: 1e9 });
    assert.deepEqual(ncuUnit('sector/ns'), { dimension: 'perSecond', factor: 1e9 });
    assert.deepEqual(ncuUnit('Ginst'), { dimension: 'count', factor: 1e9 });
    assert.deepEqual(ncuUnit('register/thread'), { dimension: 'count', factor: 1 });
    assert.equal(ncuUnit('furlong per 3'), null);
  });

  it('follow from the name of a raw metric', () => {
    assert.equal(dimensionOf('dram__bytes_read.sum'), 'bytes');
    assert.equal(dimensionOf('dram__bytes_read.sum.per_second'), 'bytesPerSecond');
    assert.equal(dimensionOf('lts__t_sectors_op_read.sum.per_second'), 'perSecond');
    assert.equal(dimensionOf('sm__warps_active.avg.pct_of_peak_sustained_active'), 'percent');
    assert.equal(dimensionOf('smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct'), 'percent');
    assert.equal(dimensionOf('smsp__inst_executed.avg.per_cycle_active'), 'count');
    assert.equal(dimensionOf('gpu__time_duration.sum'), 'time');
  });
});
