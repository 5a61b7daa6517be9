import { told } from '../../support/told';
import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import { calibrate } from '../../../src/fitting/calibrate';
import type { LowerWith } from '../../../src/fitting/freeParameters';
import { measureKernel } from '../../../src/fitting/measure';
import { PREDICTIVE_WEIGHTS } from '../../../src/fitting/residuals';
import { parseKernelProgram } from '../../../src/kernel/program';
import { InputError } from '../../../src/kernel/result';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { profileWith } from './profiles';

const loaded = loadSpec('gtx-950');
const launch = { grid: [60, 1, 1], block: [128, 1, 1], sharedBytes: 0 } as const;

/** A gather as it would be lowered: nobody knows the trips, the share of the branch and the size of the table. */
const programOf = (trips: number, share: number, elements: number, registers = 40) =>
  parseKernelProgram({
    name: 'gather',
    registersPerThread: registers,
    arrays: { table: { elementBytes: 4, elements }, out: { elementBytes: 4, elements: 7680 } },
    body: [
      {
        op: 'loop',
        trips,
        body: [
          { op: 'load', array: 'table', index: { kind: 'random', lanes: 'consecutive' }, into: 'x' },
          { op: 'compute', class: 'integer', count: 4 },
          {
            op: 'if',
            condition: { probability: share, scope: 'warp' },
            then: [{ op: 'compute', class: 'fp32', count: 20, after: ['x'] }],
          },
        ],
      },
      { op: 'store', array: 'out', index: 'globalThread' },
    ],
  });

const ASSUMED = { trips_3: 10, share_5: 0.5, elements_table: 65536 };
const TRUE = { trips_3: 37, share_5: 0.2, elements_table: 2097152 };

const lowerWith: LowerWith = (values) => {
  const { trips_3: trips, share_5: share, elements_table: elements } = { ...ASSUMED, ...values };
  if (elements > 2 ** 26) throw new InputError('too large');
  const open = Object.entries(ASSUMED).map(([name, value]) => ({
    name,
    value,
    text: `${name} is not known`,
  }));
  return { program: programOf(trips, share, elements), launch, freeParameters: open };
};

describe('calibration of a program from source', () => {
  const truth = programOf(TRUE.trips_3, TRUE.share_5, TRUE.elements_table, 24);
  const { counters: c, durationNs } = measureKernel(truth, launch, loaded, { budgetCycles: 1e7, seed: 2 });
  const profile = profileWith(
    {
      inst_executed: c.integer + c.fp32 + c.globalLoad + c.globalStore + c.control,
      inst_fp_32: c.fp32Threads,
      inst_integer: c.integerThreads,
      inst_compute_ld_st: c.globalLoadThreads + c.globalStoreThreads,
      gld_transactions: c.globalLoad * 4,
      gld_transactions_per_request: 4,
      gst_transactions: c.globalStore * 4,
      gst_transactions_per_request: 4,
      dram_read_transactions: c.dramReadBytes / 32,
      l2_tex_read_hit_rate: 100 * (1 - c.l2ReadSectorMisses / c.l2ReadSectors),
    },
    { grid: launch.grid, block: launch.block, registers: 24, durationNs },
  );
  const options = { weights: PREDICTIVE_WEIGHTS, budgetCycles: 200_000, windowCycles: 30_000, seed: 7 };

  it('finds trips and shares from counts alone, and footprints in simulation', () => {
    const found = calibrate(lowerWith, profile, loaded, options);
    const of = (name: string) => found.parameters.find((parameter) => parameter.name === name)!;
    assert.ok(Math.abs(of('trips_3').value / TRUE.trips_3 - 1) < 0.06, JSON.stringify(of('trips_3')));
    assert.ok(Math.abs(of('share_5').value - TRUE.share_5) < 0.04, JSON.stringify(of('share_5')));
    assert.equal(of('trips_3').by, 'counts');
    assert.equal(of('share_5').by, 'counts');
    assert.equal(of('elements_table').by, 'simulation');
    assert.ok(of('elements_table').value >= 8 * ASSUMED.elements_table, JSON.stringify(of('elements_table')));
    assert.equal(of('elements_table').assumed, ASSUMED.elements_table);
    assert.match(english(of('elements_table').why), /not known .* in short simulations/);
    assert.equal(found.program.registersPerThread, 24);
    assert.ok(found.distance.after < 0.05 && found.distance.before > 0.8, JSON.stringify(found.distance));
    const duration = found.residuals.find(({ metric }) => metric === 'duration')!;
    assert.ok(Math.abs(duration.residual!) < 0.1, `${duration.residual}`);
  });

  it('keeps what no counter decides, and simulates no more than once without a budget', () => {
    const found = calibrate(lowerWith, profile, loaded, { ...options, budgetCycles: 0 });
    const footprint = found.parameters.find(({ name }) => name === 'elements_table')!;
    assert.equal(footprint.by, 'kept');
    assert.equal(footprint.value, ASSUMED.elements_table);
    assert.ok(found.distance.after < 0.05);
  });

  it('is reproducible, and names counters that cannot be', () => {
    const short = { ...options, budgetCycles: 50_000 };
    const [one, two] = [
      calibrate(lowerWith, profile, loaded, short),
      calibrate(lowerWith, profile, loaded, short),
    ];
    assert.deepEqual(one, two);
    const broken = { ...profile, metrics: { ...profile.metrics, inst_fp_32: -3 } };
    assert.throws(() => calibrate(lowerWith, broken, loaded, options), told(/run\.csv:7: .*inst_fp_32: -3/));
  });
});
