import assert from 'node:assert/strict';
import type { CounterRates } from '../../../../src/predictors/counting/rates';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import {
  encode,
  encodedShare,
  encodedWidth,
  ENCODINGS,
  readsSmLoad,
  readsWarpStates,
  type Encoding,
} from '../../../../src/predictors/themis/model/encoding';
import { INPUT_COLUMNS, MODEL_INPUTS, writeInputs } from '../../../../src/predictors/themis/model/inputs';
import { SlowdownNetwork, type FittedNetwork } from '../../../../src/predictors/themis/model/slowdownNetwork';
import { NO_PRESSURE } from '../../../../src/predictors/themis/events';
import { told } from '../../../support/told';
import { ratesWith } from '../phases';

const close = (read: readonly number[], expected: readonly number[]): void => {
  assert.equal(read.length, expected.length);
  read.forEach((value, i) =>
    assert.ok(Math.abs(value - expected[i]!) < 1e-9, `${i}: ${value} ≠ ${expected[i]}`),
  );
};

const OWN = ratesWith(
  { ipc: 15, l1DataAccesses: 20, l1DataMisses: 5, l1ConstantAccesses: 4, l1ConstantMisses: 1 },
  { warpCycles: 2000, smCycles: 50, stallNotSelected: 300, stallThrottle: 200, stallPipe: 100 },
  0.3,
);
const KERNEL: CounterRates = { ...OWN, l2Accesses: 6, l2Misses: 3, memoryBandwidth: 0.2 };
const BESIDE = { l2Accesses: 10, l2Misses: 7, memoryBandwidth: 0.4 };

function read(encoding: Encoding, own = KERNEL, counted = 0.5): number[] {
  const inputs = new Float64Array(INPUT_COLUMNS.length);
  writeInputs(inputs, 0.5, own, BESIDE, counted);
  const to = new Float64Array(encodedWidth(encoding));
  encode(encoding, inputs, to);
  return [...to];
}

describe('encodings by hand', () => {
  const half = -Math.log(0.5);

  it('the events of the paper as they are', () => {
    close(read('events'), [0.5, 15, 20, 5, 4, 1, 6, 3, 0.2, 10, 7, 0.4]);
  });

  it('utilisation by SMs and by side', () => {
    const ofSms = [half, 30, 40, 5 / 20, 8];
    const ofBoth = [6, 3, 0.2, 10, 7, 0.4, 6 / 16, 0.2 / 0.6];
    close(read('utilisation'), [...ofSms, ...ofBoth, 3 / 6, 12, 0.4]);
  });

  it('warp states: slots used, traffic of both sides, warps there, and those that wait for a slot', () => {
    close(read('warp-states'), [half, -Math.log(30), 10, 16, 40, 500 / 2000, 0.4]);
  });

  it('load of the SMs: those that wait for any part, DRAM, and the busiest part', () => {
    const expected = [half, -Math.log(30), 10, 16, 40, 600 / 2000, 0.4, 0.2, Math.log(0.6), Math.log(0.2)];
    close(read('sm-load'), expected);
  });

  it('of another share: what was counted there, and that share at the end', () => {
    const quarter = -Math.log(0.25);
    close(read('elsewhere', KERNEL, 0.25), [half, -Math.log(60), 10, 16, 40, 500 / 2000, 0.4, quarter]);
    const load = [
      half,
      -Math.log(60),
      10,
      16,
      40,
      600 / 2000,
      0.4,
      0.2,
      Math.log(1.2),
      Math.log(0.2),
      quarter,
    ];
    close(read('sm-load-elsewhere', KERNEL, 0.25), load);
  });

  it('nothing is lower than what makes no difference, and a share of nothing is none', () => {
    const idle = ratesWith({ ipc: 0.06 });
    close(read('sm-load', idle), [
      half,
      -Math.log(0.24),
      10,
      10,
      0,
      0,
      0.4,
      0,
      Math.log(0.02),
      Math.log(0.02),
    ]);
    close(read('utilisation', ratesWith({})).slice(3, 4), [0]);
  });

  it('need what only some sources count', () => {
    const needs = ENCODINGS.map((encoding) => [readsWarpStates(encoding), readsSmLoad(encoding)]);
    const [neither, states, load] = [
      [false, false],
      [true, false],
      [true, true],
    ];
    assert.deepEqual(needs, [neither, neither, states, states, load, load]);
  });

  it('have the share first, in logarithms but for the events of the paper', () => {
    for (const encoding of ENCODINGS)
      assert.equal(encodedShare(encoding, 0.25), encoding === 'events' ? 0.25 : -Math.log(0.25));
  });
});

type Linear = Partial<Record<(typeof MODEL_INPUTS)[number], number>>;

const row = (weights: Linear): number[] => MODEL_INPUTS.map((name) => weights[name] ?? 0);

/** Networks of one layer: SD_scal and SD_inter are sums of inputs and a constant each. */
const linear = (
  scalability: Linear,
  interference: Linear,
  constants: readonly [number, number],
): number[] => [...row(scalability), ...row(interference), ...constants];

const valuesOf = <T>(width: number, value: T): T[] => new Array<T>(width).fill(value);

/** Trained from a quarter to three quarters of the SMs, with events from 0 to 100. */
const fitted = (parameters: readonly number[], own: Partial<FittedNetwork> = {}): FittedNetwork => {
  const width = encodedWidth(own.encoding ?? 'events');
  return {
    encoding: 'events',
    logarithms: false,
    shape: { layers: [width, 2], biases: true, leak: 0 },
    parameters: Float64Array.from(parameters),
    offsets: valuesOf(width, 0),
    scales: valuesOf(width, 1),
    ranges: MODEL_INPUTS.map((_, i) => (i === 0 ? [0.25, 0.75] : [0, 100])),
    bounds: null,
    leastFactors: { scalability: 0.5, interference: 0.6 },
    mostFactors: { scalability: 1000, interference: 1000 },
    ...own,
  };
};

function factors(network: FittedNetwork, share: number, own: CounterRates, counted = share): number[] {
  const target = new Float64Array(2);
  new SlowdownNetwork(network).predictInto(target, share, own, NO_PRESSURE, counted);
  return [...target];
}

describe('a network by hand', () => {
  it('reads its inputs shifted and scaled', () => {
    const network = fitted(linear({ smFraction: 2 }, { l2Misses: 3 }, [1, 0]), {
      offsets: MODEL_INPUTS.map((name) => (name === 'l2Misses' ? 1 : 0)),
      scales: MODEL_INPUTS.map((name) => (name === 'l2Misses' ? 2 : 1)),
    });
    close(factors(network, 0.5, ratesWith({ l2Misses: 3 })), [2, 3]);
    // Nothing of an earlier prediction stays.
    const target = Float64Array.of(7, 7);
    new SlowdownNetwork(network).predictInto(target, 0.5, ratesWith({ l2Misses: 3 }), NO_PRESSURE);
    close([...target], [2, 3]);
  });

  it('of several is their mean, and of logarithms its power', () => {
    const several = [...linear({ ipc: 1 }, {}, [2, 1]), ...linear({}, {}, [4, 3])];
    close(factors(fitted(several), 0.5, ratesWith({ ipc: 2 })), [4, 2]);
    const logarithms = fitted(several, { logarithms: true });
    close(factors(logarithms, 0.5, ratesWith({ ipc: 2 })), [Math.exp(4), Math.exp(2)]);
  });

  it('takes events at the edge of what it has seen', () => {
    const ranges = MODEL_INPUTS.map((name): [number, number] => (name === 'ipc' ? [10, 20] : [0, 1]));
    const network = fitted(linear({ ipc: 1 }, {}, [0, 1]), { ranges });
    const seen = [5, 10, 15, 20, 25].map((ipc) => factors(network, 0.5, ratesWith({ ipc }))[0]);
    assert.deepEqual(seen, [10, 10, 15, 20, 20]);
  });

  it('keeps what it reads within bounds where it has such', () => {
    const bounds = MODEL_INPUTS.map((name): [number, number] => (name === 'ipc' ? [10, 20] : [0, 100]));
    const network = fitted(linear({ ipc: 1 }, {}, [0, 1]), { bounds });
    const seen = [5, 15, 25].map((ipc) => factors(network, 0.5, ratesWith({ ipc }))[0]);
    assert.deepEqual(seen, [10, 15, 20]);
  });

  it('goes on along the segments of equation 10 beyond the shares that it has seen', () => {
    const twice = fitted(linear({}, {}, [2, 1]));
    const of = (share: number) => factors(twice, share, ratesWith({}))[0]!;
    // Half of the progress at both edges: half of that at half the share, and 0.8 on three fifths of the way to 1.
    close([of(0.25), of(0.5), of(0.75), of(0.125), of(0.9), of(1)], [2, 2, 2, 4, 1.25, 1]);
    const whole = MODEL_INPUTS.map((_, i): [number, number] => (i === 0 ? [0.25, 1] : [0, 100]));
    close(factors({ ...twice, ranges: whole }, 1, ratesWith({})), [2, 1]);
    // What it reads is the share at the edge.
    const byShare = fitted(linear({ smFraction: 4 }, {}, [0, 1]));
    close(factors(byShare, 0.125, ratesWith({})), [2, 1]);
  });

  it('takes what fewer SMs counted as what the least share would have', () => {
    const byIpc = fitted(linear({ ipc: 1 }, {}, [0, 1]));
    close(factors(byIpc, 0.5, ratesWith({ ipc: 5 }), 0.125), [10, 1]);
    close(factors(byIpc, 0.5, ratesWith({ ipc: 5 }), 0.25), [5, 1]);
    close(factors(byIpc, 0.5, ratesWith({ ipc: 5 }), 0.5), [5, 1]);
    // Instructions per SM: 10 on a quarter, or on the half that is asked about.
    const perSm = Array.from({ length: 2 * 16 + 2 }, (_, i) => (i === 1 || i === 33 ? 1 : 0));
    const utilisation = fitted(perSm, { encoding: 'utilisation' });
    close(factors(utilisation, 0.125, ratesWith({ ipc: 5 })), [2 * 40, 1]);
    close(factors(utilisation, 0.5, ratesWith({ ipc: 5 }), 0.125), [20, 1]);
    // And the share that was counted under, which stands last.
    const counted = Array.from({ length: 2 * 8 + 2 }, (_, i) => (i === 7 || i === 17 ? 1 : 0));
    const elsewhere = fitted(counted, { encoding: 'elsewhere' });
    close(factors(elsewhere, 0.5, ratesWith({ ipc: 5 }), 0.125), [-Math.log(0.25), 1]);
  });

  it('tells no factors beyond those of its training', () => {
    const most = { mostFactors: { scalability: 2, interference: 3 } };
    close(factors(fitted(linear({}, {}, [0.1, 0.1]), most), 0.5, ratesWith({})), [0.5, 0.6]);
    // The largest SD_scal times the share is 2, on half of the SMs 4.
    close(factors(fitted(linear({}, {}, [100, 100]), most), 0.5, ratesWith({})), [4, 3]);
  });

  it('that reads the load of SMs never tells less than their busiest part takes', () => {
    const ones = (encoding: Encoding) => {
      const width = encodedWidth(encoding);
      return fitted([...valuesOf(2 * width, 0), 1, 1], { encoding });
    };
    const busy = ratesWith({}, {}, 0.3);
    close(factors(ones('sm-load'), 0.25, busy), [1.2, 1]);
    close(factors(ones('sm-load'), 0.5, busy), [1, 1]);
    close(factors(ones('warp-states'), 0.25, busy), [1, 1]);
  });

  it('refuses events without the counters that it reads', () => {
    const profiled = ratesBy(() => 1);
    const states = fitted(valuesOf(2 * 7 + 2, 1), { encoding: 'warp-states' });
    assert.throws(() => factors(states, 0.5, profiled), told(/reads warp states/));
    const load = fitted(valuesOf(2 * 10 + 2, 1), { encoding: 'sm-load' });
    assert.throws(
      () => factors(load, 0.5, { ...profiled, counted: OWN.counted! }),
      told(/how busy the SMs are/),
    );
    assert.ok(factors(fitted(linear({}, {}, [1, 1])), 0.5, profiled));
  });
});
