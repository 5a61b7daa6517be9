import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElsewhereModel } from '../../../../src/predictors/themis/allocation/elsewhereModel';
import {
  learnedForecast,
  LearnedForecasts,
} from '../../../../src/predictors/themis/allocation/learnedForecasts';
import { slowdownOf, type SplitForecast } from '../../../../src/predictors/forecast';
import { slowdownElsewhere } from '../../../../src/predictors/themis/allocation/slowdownElsewhere';
import { parseTrainingData } from '../../../../lab/themis/collection/trainingData';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import { slowdownModel } from '../../../../src/predictors/themis/model/kernelSlowdownModel';
import { parseThemisModel } from '../../../../src/predictors/themis/model/modelFile';
import type { Phase } from '../../../../src/predictors/counting/phaseSeries';
import { MeasuredForecasts } from '../../../../lab/themis/reproduction/measuredForecasts';
import { kindsFor } from '../../../../lab/themis/training/networkKinds';
import { samplesElsewhere, samplesOf } from '../../../../lab/themis/training/samples';
import { COUNTER_COLUMNS } from '../../../../src/simulator/core/counterColumns';
import { namedCounters } from '../../../../src/simulator/core/counters';
import { mean } from '../../../../src/stats/means';
import { told } from '../../../support/told';

const ROOT = process.env['CORUN_ROOT']!;
const DATA = 'models/themis/themis-60sm.data.ndjson';
const counters = namedCounters(new Float64Array(COUNTER_COLUMNS), 0);

/** A phase of two applications; the first one's instructions per cycle tell what a model is to say. */
const phase = (fromCycle: number, sms: number, ipc: number, active = true, kernel = 0): Phase => ({
  fromCycle,
  toCycle: fromCycle + 100,
  favoured: null,
  alone: null,
  apps: [
    { kernel, sms, active, events: ratesBy((name) => (name === 'ipc' ? ipc : 1)), counters },
    { kernel: 7, sms: 60 - sms, active: true, events: ratesBy(() => 1), counters },
  ],
});

/** Interference in proportion to the instructions, scaling by the share that is asked about. */
const elsewhere: ElsewhereModel = {
  predict: (smFraction, own, _, counted) => ({
    scalability: 1 / smFraction,
    interference: own.ipc + (counted === 0.5 ? 0 : 1),
  }),
};
const here = { predict: () => ({ scalability: 9, interference: 1 }) };

describe('learned proactive prediction', () => {
  it('asks for the split in question with the events and the share of the epoch', () => {
    const forecast = learnedForecast(elsewhere, [phase(0, 30, 1), phase(100, 30, 3)], 0, 60);
    assert.ok(Math.abs(forecast.at([20, 40]).scalability - 3) < 1e-9);
    assert.ok(Math.abs(forecast.at([20, 40]).interference - 2) < 1e-9);
    const other = learnedForecast(elsewhere, [phase(0, 15, 1)], 0, 60);
    assert.ok(Math.abs(slowdownOf(other.at([30, 30])) - 4) < 1e-9);
  });

  it('takes what was not on the GPU to lose nothing anywhere', () => {
    const forecast = learnedForecast(elsewhere, [phase(0, 30, 5, false)], 0, 60);
    assert.deepEqual(forecast.at([1, 59]), { scalability: 1, interference: 1 });
  });

  it('weighs the epochs of a kernel by how near their splits are, and keeps kernels apart', () => {
    const predictor = new LearnedForecasts(here, elsewhere, 60);
    predictor.observe([phase(0, 20, 1)]);
    const [first] = predictor.observe([phase(100, 30, 1)]);
    assert.equal(first!.lost.scalability, 9);
    // Of 2 from 20 SMs and 1 from 30 SMs the geometric mean; a distance of 5 halves a weight, one of 10 leaves a third.
    const { interference } = first!.forecast.at([30, 30]);
    assert.ok(Math.abs(interference - 2 ** (1 / 3 / (1 + 1 / 3))) < 1e-12, String(interference));
    const [fresh] = predictor.observe([phase(200, 30, 1, true, 1)]);
    assert.equal(fresh!.forecast.at([30, 30]).interference, 1);
  });
});

describe('samples of other splits', () => {
  const data = parseTrainingData(DATA, readFileSync(path.join(ROOT, DATA), 'utf8'));
  const shared = samplesOf(data, 'shared');
  const samples = samplesElsewhere(data);

  it('have the labels of one split and the events of another of the same launch', () => {
    assert.ok(samples.length > 4 * shared.length, String(samples.length));
    const own = samples.filter((sample) => sample.smFraction === sample.countedFraction);
    assert.equal(own.length, shared.length);
    const labels = new Set(
      shared.map(({ workload, smFraction, interference }) => `${workload} ${smFraction} ${interference}`),
    );
    for (const { workload, smFraction, interference } of samples)
      assert.ok(labels.has(`${workload} ${smFraction} ${interference}`));
    assert.deepEqual(
      new Set(samples.map(({ workload }) => workload)),
      new Set(shared.map(({ workload }) => workload)),
    );
  });

  it('are what only networks for other splits learn from', () => {
    assert.deepEqual(
      kindsFor('elsewhere', samples).map(({ encoding }) => encoding),
      ['elsewhere', 'sm-load-elsewhere'],
    );
    assert.ok(kindsFor('shared', shared).every(({ encoding }) => !encoding.endsWith('elsewhere')));
    assert.deepEqual(kindsFor('elsewhere', []), []);
  });

  it('are told much better by the committed network than by its neighbour that knows one split', () => {
    const file = parseThemisModel(
      JSON.parse(readFileSync(path.join(ROOT, 'models/themis/themis-60sm.json'), 'utf8')),
    );
    const [there, single] = [slowdownModel(file, 'elsewhere'), slowdownModel(file)];
    const far = samples.filter(({ smFraction, countedFraction }) => smFraction !== countedFraction);
    const errorOf = (model: typeof there): number =>
      mean(
        far.map(({ smFraction, own, coRunners, countedFraction, scalability, interference }) => {
          const predicted = slowdownOf(model.predict(smFraction, own, coRunners, countedFraction));
          return Math.abs(predicted / (scalability * interference) - 1);
        }),
      );
    assert.ok(errorOf(there) < 0.2, String(errorOf(there)));
    assert.ok(errorOf(there) < 0.6 * errorOf(single), `${errorOf(there)} ${errorOf(single)}`);
  });
});

describe('measured progress as an oracle', () => {
  const measured = [
    { apps: ['a', 'b'], sms: [30, 30], slowdowns: [2, 4] },
    { apps: ['b', 'a'], sms: [45, 15], slowdowns: [2, 5] },
  ];

  it('goes through what was measured, in either order', () => {
    const [a, b] = new MeasuredForecasts(['a', 'b'], measured, 60).observe([phase(0, 30, 1)]);
    assert.ok(Math.abs(slowdownOf(a!.lost) - 2) < 1e-12);
    assert.ok(Math.abs(slowdownOf(a!.forecast.at([15, 45])) - 5) < 1e-12);
    assert.ok(Math.abs(1 / slowdownOf(a!.forecast.at([45, 15])) - 0.75) < 1e-12);
    assert.ok(Math.abs(slowdownOf(b!.forecast.at([15, 45])) - 2) < 1e-12);
  });

  it('refuses a pair that was never measured', () => {
    assert.throws(() => new MeasuredForecasts(['a', 'c'], measured, 60), told(/a c: has not been measured/));
  });
});

describe('slowdown of an application under another allocation', () => {
  const scales = (): SplitForecast => ({
    at: ([sms]) => ({ scalability: 60 / sms!, interference: 1 }),
  });

  it('weighs a phase by what it takes there', () => {
    // 100 cycles of launch latency, and 100 at 30 of 60 SMs: 50 alone, 600 on 5.
    const phases = [phase(0, 30, 0, false), phase(100, 30, 1)];
    assert.ok(Math.abs(slowdownElsewhere(phases, 0, [5, 55], scales) - 700 / 150) < 1e-9);
  });

  it('is what was told of the allocation itself where nothing changes', () => {
    const phases = [phase(0, 30, 0, false), phase(100, 30, 1)];
    assert.ok(Math.abs(slowdownElsewhere(phases, 0, [30, 30], scales) - 200 / 150) < 1e-9);
  });
});
