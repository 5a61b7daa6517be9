import assert from 'node:assert/strict';
import { NO_PRESSURE } from '../../../../src/predictors/themis/events';
import { ratesBy, type CounterRates } from '../../../../src/predictors/counting/rates';
import { encode, encodedWidth, type Encoding } from '../../../../src/predictors/themis/model/encoding';
import { INPUT_COLUMNS, writeInputs } from '../../../../src/predictors/themis/model/inputs';
import { SlowdownNetwork } from '../../../../src/predictors/themis/model/slowdownNetwork';
import { smBusy } from '../../../../src/predictors/counting/smBusy';
import { DEFAULT_FIT } from '../../../../lab/themis/training/descend';
import { fitNetwork } from '../../../../lab/themis/training/fitNetwork';
import { kindsFor } from '../../../../lab/themis/training/networkKinds';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { knownSamples } from './syntheticSamples';
import {
  countedBy,
  type CountedRate,
  type CountedRates,
} from '../../../../src/predictors/counting/countedRates';
import { told } from '../../../support/told';

const ratesOf = (rates: Partial<Record<CountedRate, number>>): CountedRates =>
  countedBy((name) => rates[name] ?? 0);

/** A kernel of 2000 resident warps on 60 SMs, of which some wait as told. */
function kernel(waiting: Partial<Record<CountedRate, number>>, memoryBandwidth = 0.2): CounterRates {
  return {
    ...ratesBy((name) => (name === 'ipc' ? 15 : name === 'memoryBandwidth' ? memoryBandwidth : 1)),
    counted: ratesOf({ warpCycles: 2000, smCycles: 60, ...waiting }),
    smBusy: 0.4,
  };
}

function encoded(encoding: Encoding, own: CounterRates, share: number, counted = share): number[] {
  const inputs = new Float64Array(INPUT_COLUMNS.length);
  writeInputs(inputs, share, own, NO_PRESSURE, counted);
  const read = new Float64Array(encodedWidth(encoding));
  encode(encoding, inputs, read);
  return [...read];
}

describe('what networks read', () => {
  const banks = kernel({ stallPipe: 900 });
  const slots = kernel({ stallNotSelected: 900 });
  const memory = kernel({ stallMemory: 900 });

  it('tells a kernel that waits for a part of its SMs from one that waits for memory, whichever part it is', () => {
    assert.deepEqual(encoded('sm-load', banks, 0.5), encoded('sm-load', slots, 0.5));
    assert.notDeepEqual(encoded('sm-load', banks, 0.5), encoded('sm-load', memory, 0.5));
    assert.deepEqual(encoded('warp-states', banks, 0.5), encoded('warp-states', memory, 0.5));
  });

  it("has the kernel's own use of DRAM where it reads waits", () => {
    const busy = kernel({ stallMemory: 900 }, 0.9);
    assert.notDeepEqual(encoded('sm-load', busy, 0.5), encoded('sm-load', memory, 0.5));
    assert.deepEqual(encoded('warp-states', busy, 0.5), encoded('warp-states', memory, 0.5));
  });

  for (const [here, elsewhere] of [
    ['warp-states', 'elsewhere'],
    ['sm-load', 'sm-load-elsewhere'],
  ] as const)
    it(`puts both shares around ${here} for another split`, () => {
      const [, ...counted] = encoded(here, banks, 0.25);
      assert.deepEqual(encoded(elsewhere, banks, 0.5, 0.25), [-Math.log(0.5), ...counted, -Math.log(0.25)]);
    });
});

describe('the busiest part of the SMs', () => {
  const { spec } = loadSpec('v100-sxm2');
  const busy = (ipc: number, rates: Partial<Record<CountedRate, number>>): number =>
    smBusy(ipc, ratesOf(rates), spec);

  it('is the banks of shared memory where these take a cycle for every pass', () => {
    assert.ok(Math.abs(busy(16, { sharedAccesses: 3, sharedPasses: 60 }) - 60 / spec.sms) < 1e-12);
  });

  it('is a functional unit where this takes more than a slot for an instruction', () => {
    const { lanes } = spec.sm.classes.fp32;
    const fp32 = 100;
    const expected = (fp32 * 32) / lanes / spec.sm.schedulers / spec.sms;
    assert.ok(lanes < 32 && Math.abs(busy(fp32, { fp32 }) - expected) < 1e-12);
  });

  it('is the issue slots where nothing else is busier, and never more than all of the time', () => {
    assert.ok(Math.abs(busy(100, {}) - 100 / spec.sm.schedulers / spec.sms) < 1e-12);
    assert.equal(busy(0, { sharedPasses: 10 * spec.sms }), 1);
  });

  it('bounds from below what a network that reads it tells of fewer SMs', () => {
    const samples = knownSamples(4, 10, 1).map((sample) => ({
      ...sample,
      countedFraction: 1,
      own: { ...sample.own, smBusy: 0.9 },
    }));
    const kind = kindsFor('solo', samples).find(({ name }) => name === 'SM load alone')!;
    const network = new SlowdownNetwork(
      fitNetwork(samples, [], { ...kind, members: 1 }, { ...DEFAULT_FIT, seed: 1, stopAfter: 1 }),
    );
    const factors = new Float64Array(2);
    const { own, coRunners } = samples[0]!;
    network.predictInto(factors, 0.25, own, coRunners, 1);
    assert.ok(factors[0]! >= 0.9 / 0.25, String(factors[0]));
    const unknown: CounterRates = { ...ratesBy((name) => own[name]), counted: own.counted! };
    assert.throws(() => network.predictInto(factors, 0.25, unknown, coRunners, 1), told(/how busy/));
  });
});
