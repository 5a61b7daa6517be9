import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ProfileBuilder } from '../../../src/profiles/builder';
import { nanosecondsUnder, quantityUnder } from '../../../src/profiles/nvprof/cells';
import { isEventName, isPossibleMetric, nvprofMetricKind } from '../../../src/profiles/nvprof/metricKinds';
import { UnitsRow } from '../../../src/profiles/nvprof/unitsRow';
import {
  halfLastPlace,
  inBaseUnit,
  nvprofUnit,
  parseNvprofQuantity,
  parsePlainNumber,
  type Quantity,
} from '../../../src/profiles/quantity';

const valuesOf = <T>(texts: readonly string[], read: (text: string) => T): readonly T[] => texts.map(read);

describe('plain numbers of profilers', () => {
  it('have digits, one dot and an exponent', () => {
    assert.deepEqual(
      valuesOf(
        ['0', '12', '+12', '-12', '1.', '1.25', '.5', '.25', '12e3', '1.5E-2', '2e+10'],
        parsePlainNumber,
      ),
      [0, 12, 12, -12, 1, 1.25, 0.5, 0.25, 12_000, 0.015, 2e10],
    );
  });

  it('are nothing that only JavaScript or a locale takes for a number', () => {
    for (const text of [
      '',
      ' ',
      '.',
      '1 ',
      ' 1',
      '1,5',
      '0x10',
      'Infinity',
      'NaN',
      '1e',
      '1.2.3',
      '1e5x',
      'x1',
      '--1',
    ])
      assert.equal(parsePlainNumber(text), null, text);
    assert.equal(parsePlainNumber('1e400'), null);
  });

  it('may have been rounded by half a unit in the last printed place', () => {
    const slacks: readonly (readonly [string, number])[] = [
      ['42', 0],
      ['42.', 0.5],
      ['42.5', 0.05],
      ['.5', 0.05],
      ['0.125', 0.0005],
      ['-1.50', 0.005],
      ['3e2', 50],
      ['1.5e3', 50],
      ['1.25E-1', 0.0005],
    ];
    for (const [text, slack] of slacks) {
      const off = Math.abs(halfLastPlace(text) - slack);
      assert.ok(off <= 1e-12 * slack, `${text}: ${halfLastPlace(text)} instead of ${slack}`);
    }
  });

  it('lie within that of the number that was rounded', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.integer({ min: 1, max: 8 }),
        (value, places) => {
          const text = value.toFixed(places);
          const off = Math.abs(parsePlainNumber(text)! - value);
          assert.ok(off <= halfLastPlace(text) * (1 + 1e-6));
        },
      ),
    );
  });
});

describe('units of nvprof', () => {
  it('have times in decimal steps, sizes and rates in steps of 1024', () => {
    assert.deepEqual(nvprofUnit('us'), { kind: 'time', factor: 1e3 });
    assert.deepEqual(nvprofUnit('s'), { kind: 'time', factor: 1e9 });
    assert.deepEqual(nvprofUnit('B'), { kind: 'bytes', factor: 1 });
    assert.deepEqual(nvprofUnit('KB'), { kind: 'bytes', factor: 1024 });
    assert.deepEqual(nvprofUnit('PB'), { kind: 'bytes', factor: 2 ** 50 });
    assert.deepEqual(nvprofUnit('MB/s'), { kind: 'rate', factor: 2 ** 20 });
    assert.deepEqual(nvprofUnit('%'), { kind: 'percent', factor: 1 });
    assert.deepEqual(nvprofUnit(''), { kind: 'plain', factor: 1 });
    for (const unknown of ['kB', 'min', 'KiB', 'B/ms', 'Hz']) assert.equal(nvprofUnit(unknown), null);
  });

  it('read a recorded rate back from what nvprof printed of it', () => {
    const printed = parseNvprofQuantity('59.818117GB/s')!;
    assert.equal(printed.kind, 'rate');
    assert.equal(printed.slack, 0.5e-6 * 2 ** 30);
    assert.ok(Math.abs(printed.value - 64_229_213_584) <= printed.slack);
  });

  it('leave no binary noise in times, and nothing else is rounded', () => {
    assert.equal(inBaseUnit(1.1, nvprofUnit('us')!), 1100);
    assert.equal(inBaseUnit(0.0011, nvprofUnit('ms')!), 1100);
    assert.equal(inBaseUnit(1.2345, nvprofUnit('ns')!), 1.235);
    assert.equal(inBaseUnit(1.2345, nvprofUnit('%')!), 1.2345);
  });

  it('stand in the cell of a metric, after the number', () => {
    const cells: readonly (readonly [string, Quantity | null])[] = [
      ['99.7%', { value: 99.7, kind: 'percent', slack: halfLastPlace('99.7') }],
      ['42', { value: 42, kind: 'plain', slack: 0 }],
      ['2.5 ms', { value: 2.5e6, kind: 'time', slack: halfLastPlace('2.5') * 1e6 }],
      ['1e2KB', { value: 102_400, kind: 'bytes', slack: 51_200 }],
      ['1e+2KB', { value: 102_400, kind: 'bytes', slack: 51_200 }],
      ['1e10', { value: 1e10, kind: 'plain', slack: 5e9 }],
      ['.25', { value: 0.25, kind: 'plain', slack: halfLastPlace('.25') }],
      ['-3', { value: -3, kind: 'plain', slack: 0 }],
      ['.5us', { value: 500, kind: 'time', slack: halfLastPlace('.5') * 1e3 }],
      ['7 parsecs', null],
      ['1e400MB/s', null],
      ['MB/s', null],
      ['12 34', null],
      ['x12', null],
      ['5%x', null],
    ];
    for (const [text, read] of cells) assert.deepEqual(parseNvprofQuantity(text), read, text);
  });
});

describe('levels of nvprof', () => {
  const spans = { Idle: [0, 0], Low: [1, 3], Mid: [4, 6], High: [7, 9], Max: [10, 10] } as const;

  it('have a name for every step from 0 to 10, and no other', () => {
    for (const [name, [low, high]] of Object.entries(spans))
      for (let level = 0; level <= 11; level++)
        assert.deepEqual(
          parseNvprofQuantity(`${name} (${level})`),
          level >= low && level <= high ? { value: level, kind: 'level', slack: 0.5 } : null,
          `${name} (${level})`,
        );
  });

  it('are written in one way', () => {
    for (const text of [
      'Low',
      'Low(2)',
      'low (2)',
      'Some (2)',
      'Low (2) ',
      'xLow (2)',
      'Low (2x)',
      'Low (-1)',
      '',
    ])
      assert.equal(parseNvprofQuantity(text), null, text);
  });
});

describe('cells under a row of units', () => {
  const ms = nvprofUnit('ms')!;

  it('are numbers in the unit of their column', () => {
    assert.deepEqual(quantityUnder('2.5', ms, 'time'), {
      value: 2.5e6,
      kind: 'time',
      slack: halfLastPlace('2.5') * 1e6,
    });
    assert.deepEqual(quantityUnder('4', nvprofUnit('KB'), 'bytes'), { value: 4096, kind: 'bytes', slack: 0 });
  });

  it('are nothing in a unit of another kind, or in none, but for zero', () => {
    assert.equal(quantityUnder('2.5', ms, 'bytes'), null);
    assert.equal(quantityUnder('2.5', null, 'bytes'), null);
    assert.deepEqual(quantityUnder('0', null, 'bytes'), { value: 0, kind: 'bytes', slack: 0 });
    assert.deepEqual(quantityUnder('0', ms, 'bytes')?.value, 0);
  });

  it('carry their own unit where there is no row', () => {
    assert.equal(quantityUnder('2.5ms', null, 'time')?.value, 2.5e6);
    assert.equal(quantityUnder('0ms', null, 'time')?.value, 0);
    assert.equal(quantityUnder('2.5ms', null, 'bytes'), null);
    assert.equal(quantityUnder('n/a', null, 'time'), null);
  });

  it('are never negative', () => {
    assert.equal(quantityUnder('-2.5', ms, 'time'), null);
    assert.equal(quantityUnder('-2.5ms', null, 'time'), null);
    assert.equal(nanosecondsUnder('-2.5', ms), null);
  });

  it('of times are nanoseconds by the same rules', () => {
    const units = [null, '', 'ns', 'us', 'ms', 's', 'KB'].map((unit) =>
      unit === null ? null : nvprofUnit(unit),
    );
    for (const unit of units)
      for (const text of ['0', '2.5', '-1', '3us', '4KB', '-', ''])
        assert.equal(nanosecondsUnder(text, unit), quantityUnder(text, unit, 'time')?.value ?? null);
    assert.equal(nanosecondsUnder('2.5', ms), 2.5e6);
  });
});

describe('the row of units of an nvprof table', () => {
  function table(columns: number, rival: UnitsRow | null = null) {
    const builder = new ProfileBuilder('run.csv', 10);
    return { builder, units: new UnitsRow(builder, columns, rival) };
  }

  it('has a unit or nothing in each column, and a unit somewhere', () => {
    const { units, builder } = table(3);
    assert.equal(units.missing, true);
    assert.equal(units.cells, null);
    assert.equal(units.of(0), null);
    for (const cells of [
      ['', '', ''],
      ['ms', 'KB'],
      ['ms', 'KB', '', ''],
      ['ms', 'KB', 'saxpy()'],
      ['ms', '12', ''],
    ])
      assert.equal(units.take(cells, 2), false, cells.join());
    assert.equal(units.missing, true);
    assert.equal(units.take(['ms', 'KB', ''], 2), true);
    assert.equal(units.missing, false);
    assert.deepEqual(units.cells, ['ms', 'KB', '']);
    assert.deepEqual([units.of(0), units.of(1)], [nvprofUnit('ms'), nvprofUnit('KB')]);
    assert.deepEqual([units.of(2), units.of(3)], [null, null]);
    assert.deepEqual(builder.warnings.all(), []);
  });

  it('may come again with the same units', () => {
    const { units, builder } = table(2);
    assert.ok(units.take(['ms', 'KB'], 2) && units.take(['ms', 'KB'], 9));
    assert.deepEqual(units.of(0), nvprofUnit('ms'));
    assert.deepEqual(builder.warnings.all(), []);
  });

  it('is believed no more where another one contradicts it, in the table or in a rival', () => {
    for (const before of ['same', 'rival'] as const) {
      const first = table(2);
      const second = before === 'same' ? first : table(2, first.units);
      assert.ok(first.units.take(['ms', 'KB'], 2) && second.units.take(['us', 'KB'], 9));
      assert.deepEqual([second.units.of(0), second.units.of(1)], [null, null], before);
      assert.deepEqual(
        second.builder.warnings.all().map(({ code, location }) => [code, location?.line]),
        [['interleaved-tables', 9]],
      );
    }
    const alone = table(2);
    const second = table(2, alone.units);
    assert.ok(second.units.take(['us', 'KB'], 9));
    assert.deepEqual(second.units.of(0), nvprofUnit('us'));
  });
});

/** Kinds are remembered by name: a number of its own for each run, so that no answer is one of an earlier run. */
let asked = 0;

describe('metrics of nvprof', () => {
  // CUPTI User's Guide, "Metrics for Capability 5.x": name and what it prints.
  const KINDS = {
    percent: [
      'sm_efficiency',
      'tex_cache_hit_rate',
      'stall_sync',
      'issue_slot_utilization',
      'local_memory_overhead',
      'nvlink_overhead_data_received',
      'sm_activity',
    ],
    rate: ['dram_read_throughput', 'gld_requested_throughput'],
    level: ['dram_utilization', 'cf_fu_utilization'],
    plain: [
      'gld_transactions',
      'gld_transactions_per_request',
      'global_load_requests',
      'dram_read_bytes',
      'inst_executed',
      'inst_per_warp',
      'flop_count_dp_add',
      'cf_executed',
      'cf_issued',
      'ldst_executed',
      'ldst_issued',
      'ipc',
      'issued_ipc',
      'executed_ipc',
      'achieved_occupancy',
      'eligible_warps_per_cycle',
      'issue_slots',
      'shared_replay_overhead',
    ],
  } as const;

  it('print a kind of value each, at every look', () => {
    for (const [kind, names] of Object.entries(KINDS))
      for (const name of [...names, ...names]) assert.equal(nvprofMetricKind(name), kind, name);
  });

  it('print what the first rule for their name says, also when they are asked for again', () => {
    const fresh = asked++;
    for (const look of ['first', 'again'] as const) {
      assert.equal(nvprofMetricKind(`stall_reason${fresh}`), 'percent', look);
      assert.equal(nvprofMetricKind(`unit${fresh}_throughput`), 'rate', look);
      assert.equal(nvprofMetricKind(`unit${fresh}_utilization`), 'level', look);
      assert.equal(nvprofMetricKind(`inst_kind${fresh}`), 'plain', look);
      assert.equal(nvprofMetricKind(`unknown${fresh}`), null, look);
    }
  });

  it('are not known by a part of their name', () => {
    const beginnings = ['stall_sync', 'inst_executed', 'flop_count_dp_add', 'nvlink_overhead_data_received'];
    const ends = ['tex_cache_hit_rate', 'gld_efficiency', 'gld_throughput', 'dram_utilization']
      .concat('gld_transactions', 'gld_transactions_per_request', 'global_load_requests', 'dram_read_bytes')
      .concat('shared_replay_overhead');
    const whole = [
      'issue_slot_utilization',
      'local_memory_overhead',
      'sm_activity',
      'cf_executed',
      'ldst_issued',
    ].concat('ipc', 'issued_ipc', 'achieved_occupancy', 'eligible_warps_per_cycle', 'issue_slots');
    for (const name of [...beginnings, ...whole])
      assert.notEqual(nvprofMetricKind(`x${name}`), nvprofMetricKind(name), `x${name}`);
    for (const name of [...ends, ...whole]) assert.equal(nvprofMetricKind(`${name}x`), null, `${name}x`);
  });

  it('are told from hardware events', () => {
    for (const name of [
      'fb_subp0_read_sectors',
      'l2_read_s3',
      'cycles_elapsed_pm',
      'x_sys',
      'x_sm',
      'prof_trigger_00',
      'global_load',
      'shared_store',
      'generic_load',
      'x_inst_32bit',
      'x_inst_128bit',
      'active_cycles',
      'active_warps',
      'elapsed_cycles',
      'warps_launched',
      'threads_launched',
      'sm_cta_launched',
      'gred_count',
      'atom_count',
      'global_atom_cas',
      'shared_atom',
      'shared_atom_cas',
      'shared_ld_bank_conflict',
      'shared_st_transactions',
      'inst_issued1',
      'thread_inst_executed',
      'thread_inst_executed_1',
      'not_predicated_off_thread_inst_executed',
      'branch',
      'divergent_branch',
    ])
      assert.equal(isEventName(name), true, name);
    for (const name of [
      'inst_executed',
      'inst_issued',
      'inst_issued3',
      'branch_efficiency',
      'global_loads',
      'global_hit_rate',
      'xglobal_load',
      'xbranch',
      'l2_read_s4',
      'l2_s1_read',
      'x_smx',
      'x_sm_y',
      'a_prof_trigger_00',
      'active_cycles_x',
      'my_branch',
      'shared_ldx',
      'local_load_transactions',
      'fb_subp_read',
      'x_inst_bit',
      'x_inst_32bits',
      'thread_inst_executed_x',
    ])
      assert.equal(isEventName(name), false, name);
  });

  it('are never negative, nor more than a counter holds', () => {
    assert.equal(isPossibleMetric('inst_executed', -1, 'plain'), false);
    assert.equal(isPossibleMetric('inst_executed', 0, 'plain'), true);
    assert.equal(isPossibleMetric('inst_executed', 2 ** 63, 'plain'), false);
    assert.equal(isPossibleMetric('inst_executed', 2 ** 62, 'plain'), true);
  });

  it('are at most the whole where they are a share, but for what replays in several passes add', () => {
    for (const name of [
      'tex_cache_hit_rate',
      'stall_sync',
      'sm_efficiency',
      'sm_activity',
      'branch_efficiency',
      'warp_execution_efficiency',
      'warp_nonpred_execution_efficiency',
      'flop_sp_efficiency',
      'issue_slot_utilization',
    ]) {
      assert.equal(isPossibleMetric(name, 100.39, 'percent'), true, name);
      assert.equal(isPossibleMetric(name, 105, 'percent'), true, name);
      assert.equal(isPossibleMetric(name, 106, 'percent'), false, name);
    }
    assert.equal(isPossibleMetric('achieved_occupancy', 1.05, 'plain'), true);
    assert.equal(isPossibleMetric('achieved_occupancy', 1.06, 'plain'), false);
    // Requested over actual bytes may exceed 100 %: caches serve several requests with one transaction.
    const whole = [
      'achieved_occupancy',
      'sm_efficiency',
      'branch_efficiency',
      'issue_slot_utilization',
    ].concat('warp_execution_efficiency', 'flop_sp_efficiency');
    const others = ['gld_efficiency', 'shared_efficiency', 'xstall_sync', 'tex_cache_hit_ratex'];
    for (const name of others.concat(whole.flatMap((share) => [`x${share}`, `${share}x`])))
      assert.equal(isPossibleMetric(name, 400, 'percent'), true, name);
  });
});
