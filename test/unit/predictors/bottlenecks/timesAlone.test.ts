import assert from 'node:assert/strict';
import type { Quantities } from '../../../../src/predictors/bottlenecks/quantities';
import { timesAlone, type Constants } from '../../../../src/predictors/bottlenecks/timesAlone';

const CONSTANTS: Constants = {
  dramReach: 1,
  l2Reach: 0.8,
  sharpness: 12,
  loadAmount: 0.2,
  loadPower: 2,
  loadL2: 1,
  spreading: 1,
  wavesReach: 1,
};

/** On half of the SMs, with many waves, and busy with nothing. */
const IDLE: Quantities = {
  sms: Math.LN2,
  usableSms: Math.LN2,
  busy: 0.1,
  waitSm: 0,
  waitLoads: 0,
  waitResults: 0,
  held: 1,
  waves: 4,
  dramOwn: 0,
  dramAll: 0,
  l2Own: 0,
  l2All: 0,
  rowHits: 1,
  l2Hits: 0,
  warps: 1,
  issue: -1,
  dramPart: 0,
  l2Part: 0,
};

const timeOf = (part: Partial<Quantities>): number => timesAlone({ ...IDLE, ...part }, CONSTANTS).time;
const near = (value: number, expected: number): void =>
  assert.ok(Math.abs(value / expected - 1) < 0.03, `${value} for ${expected}`);

describe('Times of a kernel alone', () => {
  it('are half of those on half of the SMs where these are busy', () => {
    near(timeOf({ busy: 1, waitSm: 1 }), 0.5);
  });

  it('are what DRAM needs at its row hits where that is longer', () => {
    // 0.6 of the bus, of which 0.86 comes through at row hits only and 0.61 at half of them.
    near(timeOf({ dramOwn: 0.6, dramAll: 0.6 }), 0.6 / 0.86);
    near(timeOf({ dramOwn: 0.6, dramAll: 0.6, rowHits: 0.5 }), 0.6 / 0.61);
  });

  it("are what L2's ports need where that is longer", () => {
    near(timeOf({ l2Own: 0.6, l2All: 0.6 }), 0.6 / 0.8);
  });

  it('do not change where the blocks use no more SMs', () => {
    near(timeOf({ usableSms: 0 }), 1);
  });

  it('do not change where all blocks run already and wait for results', () => {
    near(timeOf({ waves: 0, waitResults: 1 }), 1);
  });

  it('are shorter where others make loads wait that would not wait alone', () => {
    const waiting = { waves: 0, waitLoads: 1, dramOwn: 0.1 };
    const [quiet, loaded] = [timeOf({ ...waiting, dramAll: 0.1 }), timeOf({ ...waiting, dramAll: 0.8 })];
    assert.ok(loaded < quiet / 1.5, `${loaded} for ${quiet}`);
  });
});
