import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  halfLastPlaceWith,
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

  it('have signs and exponents, and nothing before or after', () => {
    assert.equal(parseWith('.', '-1,234.5e-10'), -1234.5e-10);
    assert.equal(parseWith(',', '-1.234,5e-10'), -1234.5e-10);
    for (const [text, value] of [
      ['1e10', 1e10],
      ['2E+12', 2e12],
      ['+7', 7],
    ] as const)
      for (const sign of ['.', ','] as const) assert.equal(parseWith(sign, text), value, text);
    for (const text of ['x12', '12x', '1 2', '1e', '1e+', '01,234,5', ''])
      for (const sign of ['.', ','] as const) assert.equal(parseWith(sign, text), null, text);
  });

  it('are rounded to the last digit after the decimal sign', () => {
    assert.equal(halfLastPlaceWith('.', '8.19'), 0.005);
    assert.equal(halfLastPlaceWith(',', '8,1'), 0.05);
    assert.equal(halfLastPlaceWith('.', '8'), 0);
    assert.equal(halfLastPlaceWith('.', '8,192'), 0);
    assert.equal(halfLastPlaceWith(',', '8.192'), 0);
  });

  it('are evidence only where one notation can read them', () => {
    const signOf = (...texts: readonly string[]) => {
      const evidence = new LocaleEvidence();
      for (const text of texts) evidence.observe(text);
      return [evidence.sign, evidence.contradictory];
    };
    assert.deepEqual(signOf(), [null, false]);
    assert.deepEqual(signOf('12', '1,234', '1.234', 'none', ''), [null, false]);
    assert.deepEqual(signOf('12', '1,234.5', '3.83'), ['.', false]);
    assert.deepEqual(signOf('12', '1.234,5', '3,83'), [',', false]);
    assert.deepEqual(signOf('1,234.5', '1.234,5'), [null, true]);
  });

  it('that are known are evidence only where one notation gives them', () => {
    const signOf = (text: string, expected: number | null) => {
      const evidence = new LocaleEvidence();
      evidence.observeKnown(text, expected);
      return evidence.sign;
    };
    assert.equal(signOf('1,024', 1024), '.');
    assert.equal(signOf('1,024', 1.024), ',');
    assert.equal(signOf('1,024', 5), null);
    assert.equal(signOf('1.024', null), ',');
    assert.equal(signOf('1,5', null), null);
    assert.equal(signOf('12', 12), null);
    assert.equal(signOf('none', 12), null);
  });

  it('are read in the notation of the file where it is known', () => {
    assert.equal(parseLocalized('1,234', '.'), 1234);
    assert.equal(parseLocalized('1,234', ','), 1.234);
    assert.equal(parseLocalized('1.234,5', '.'), null);
    assert.equal(parseLocalized('1.234,5', null), 1234.5);
    assert.equal(parseLocalized('1,234.5', null), 1234.5);
    assert.equal(parseLocalized('12', null), 12);
    assert.equal(parseLocalized('none', null), null);
  });

  it('of a raw page have signs and exponents, and nothing before or after', () => {
    const values = [
      '0',
      '12',
      '-12',
      '+12',
      '-1.5',
      '1.5e10',
      '1.5E+10',
      '12.25e-3',
      '1e5',
      '-12e15',
      '1e+05',
      '1e-12',
    ];
    for (const text of values) assert.equal(parseRaw(text, null, false), Number(text), text);
    assert.equal(parseRaw('-262,144', null, false), -262144);
    for (const text of [
      '',
      'x12',
      '12x',
      'x262,144',
      '262,144x',
      '1.5x',
      'x1.5',
      'x1e5',
      '1e5x',
      '1.5e',
      '1e',
      '0,144',
    ])
      assert.equal(parseRaw(text, null, false), null, text);
    assert.equal(parseRaw('262.144', null, true), 'ambiguous');
  });

  it('of a raw page tell how its integers are grouped', () => {
    const dotGroups = (text: string, whole: boolean) => {
      const evidence = new RawEvidence();
      evidence.observe(text, whole);
      return evidence.dotGroups;
    };
    assert.equal(dotGroups('1.024', true), true);
    assert.equal(dotGroups('1.262.144', false), true);
    for (const whole of [false, true]) assert.equal(dotGroups('262,144', whole), false);
    assert.equal(dotGroups('262144', true), false);
    // What may be a float, or is too short to be grouped, tells nothing.
    assert.equal(dotGroups('262.144', false), null);
    assert.equal(dotGroups('262144', false), null);
    assert.equal(dotGroups('144', true), null);
    assert.equal(dotGroups('0.1024', true), null);
    assert.equal(dotGroups('1024.5', true), null);
    const both = new RawEvidence();
    both.observe('1.024', true);
    both.observe('1,024', true);
    assert.equal(both.dotGroups, null);
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
    // 2025.3 groups the whole part of floats, too.
    for (const text of ['1,093.82', '1.093,82', "1'093.82", '1\u202f093,82', '1 093.82'])
      assert.equal(parseRaw(text, null, false), 1093.82, text);
    assert.equal(parseRaw('132,219,831,389,863.77', null, false), 132219831389863.77);
    for (const [text, dotGroups] of [
      ['1,093.82', false],
      ['1.093,82', true],
    ] as const) {
      const seen = new RawEvidence();
      seen.observe(text, false);
      assert.equal(seen.dotGroups, dotGroups, text);
    }
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
    assert.deepEqual(ncuUnit('Kbyte/ms'), { dimension: 'bytesPerSecond', factor: 1e6 });
    assert.deepEqual(ncuUnit('byte'), { dimension: 'bytes', factor: 1 });
    assert.deepEqual(ncuUnit('hz'), { dimension: 'frequency', factor: 1 });
    assert.deepEqual(ncuUnit('ms'), { dimension: 'time', factor: 1e6 });
    assert.deepEqual(ncuUnit('%'), { dimension: 'percent', factor: 1 });
    assert.deepEqual(ncuUnit(''), { dimension: 'count', factor: 1 });
    assert.equal(ncuUnit('furlong per 3'), null);
  });

  it('are counts of whatever only looks like another unit', () => {
    for (const unit of ['xbyte', 'bytes', 'xhz', 'hzx', 'inst/secondary', 'pct'])
      assert.deepEqual(ncuUnit(unit), { dimension: 'count', factor: 1 }, unit);
  });

  it('follow from the name of a raw metric', () => {
    assert.equal(dimensionOf('dram__bytes_read.sum'), 'bytes');
    assert.equal(dimensionOf('dram__bytes_read.sum.per_second'), 'bytesPerSecond');
    assert.equal(dimensionOf('lts__t_sectors_op_read.sum.per_second'), 'perSecond');
    assert.equal(dimensionOf('sm__warps_active.avg.pct_of_peak_sustained_active'), 'percent');
    assert.equal(dimensionOf('smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct'), 'percent');
    assert.equal(dimensionOf('smsp__inst_executed.avg.per_cycle_active'), 'count');
    assert.equal(dimensionOf('gpu__time_duration.sum'), 'time');
    assert.equal(dimensionOf('dram__bytes'), 'bytes');
    assert.equal(dimensionOf('smsp__inst_executed.sum'), 'count');
    assert.equal(dimensionOf('launch__grid_size'), 'count');
    // What a counter could reach is no count of what happened, nor is a name that only ends like one.
    assert.equal(dimensionOf('sm__cycles_active.avg.peak_sustained'), null);
    assert.equal(dimensionOf('pre_launch__size'), null);
  });
});
