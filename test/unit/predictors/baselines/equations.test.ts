import assert from 'node:assert/strict';
import { asmLatencies, asmSlowdown } from '../../../../src/predictors/baselines/asm/asm';
import { AsmEstimator } from '../../../../src/predictors/baselines/asm/asmEstimator';
import { bubbleSlowdown } from '../../../../src/predictors/baselines/bubbleFlux/bubbleSlowdown';
import { AsmGpmEstimator } from '../../../../src/predictors/baselines/gpm/asmGpmEstimator';
import { classify, fitClassifier } from '../../../../src/predictors/baselines/gpm/classifier';
import { kMeans } from '../../../../src/stats/kMeans';
import { gpmCurve, trainGpm, type GpmModel } from '../../../../src/predictors/baselines/gpm/gpm';
import type { Phase } from '../../../../src/predictors/counting/phaseSeries';
import { BASE_RATES } from '../../../../src/predictors/counting/rates';
import type { Counters } from '../../../../src/simulator/core/counters';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { createRandom } from '../../../../src/stats/random';
import { countersWith, phaseWith, ratesWith } from '../phases';

const { spec } = loadSpec('themis-60sm');
const near = (a: number, b: number): void =>
  assert.ok(Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b)), `${a} ≠ ${b}`);

describe('ASM by hand', () => {
  const latencies = { hit: 100, miss: 500, memoryChannels: 4 };
  /** 100 accesses of which 40 miss, beside 60 requests of the other at DRAM. */
  const busy = {
    l2ReadSectors: 80,
    l2WriteSectors: 20,
    l2ReadSectorMisses: 30,
    l2WriteSectorMisses: 10,
    dramReads: 25,
    dramWrites: 15,
  };
  const other = { counters: countersWith({ dramReads: 40, dramWrites: 20 }) };
  const turn = (favoured: number | null, counters: Partial<Counters>, cycles = 1000): Phase =>
    phaseWith(0, cycles, [{ counters: countersWith(counters) }, other], { favoured });
  const later = turn(1, { l2ReadSectors: 40, l2WriteSectors: 10 });

  /** In 1000 cycles: those with one of 40 / 4 misses outstanding for 400 more than a hit takes. */
  const QUEUED = 1000 * (1 - Math.exp(-4)) * 0.6;

  it('takes the rate of accesses in its turns, less what the others cost it, over that of all', () => {
    // Of 20 watched accesses 18 would hit alone, so that 30 of the 40 misses come from the others. A miss costs a
    // fortieth of the cycles with one outstanding, a hit a sixtieth.
    const extra = 30 * ((1000 * (1 - Math.exp(-20))) / 40 - (1000 * (1 - Math.exp(-6))) / 60);
    const turns = [turn(0, { ...busy, auxiliaryAccesses: 20, auxiliaryHits: 18 }), later];
    near(asmSlowdown(turns, 0, latencies), 100 / (1000 - extra - QUEUED) / (150 / 2000));
  });

  it('takes its own hits where no set is watched', () => {
    near(asmSlowdown([turn(0, busy), later], 0, latencies), 100 / (1000 - QUEUED) / (150 / 2000));
  });

  it('owes nothing to the others where it would miss as much alone, or hits cost no less', () => {
    const alike = 100 / (1000 - QUEUED) / (150 / 2000);
    near(
      asmSlowdown([turn(0, { ...busy, auxiliaryAccesses: 20, auxiliaryHits: 6 }), later], 0, latencies),
      alike,
    );
    // Of 90 misses the others cause 60, but a miss holds up an 90th of the time and a hit a tenth of 63 %.
    const missing = { ...busy, l2ReadSectorMisses: 80, auxiliaryAccesses: 20, auxiliaryHits: 14 };
    const queued = 1000 * (1 - Math.exp(-9)) * 0.6;
    near(asmSlowdown([turn(0, missing), later], 0, latencies), 100 / (1000 - queued) / (150 / 2000));
  });

  it('finds nothing to wait for without misses or requests at DRAM', () => {
    const hits = { l2ReadSectors: 100, dramReads: 0 };
    near(asmSlowdown([turn(0, hits), later], 0, latencies), 100 / 1000 / (150 / 2000));
    const quiet = phaseWith(0, 1000, [{ counters: countersWith({ ...busy, dramReads: 0, dramWrites: 0 }) }], {
      favoured: 0,
    });
    near(asmSlowdown([quiet], 0, latencies), 1);
    const misses = { l2ReadSectors: 100, l2ReadSectorMisses: 100, auxiliaryAccesses: 10, auxiliaryHits: 10 };
    const alone = phaseWith(0, 1000, [{ counters: countersWith(misses) }], { favoured: 0 });
    // A miss holds up a hundredth of all cycles, and all of them come from others: the nine tenths that can at most.
    near(asmSlowdown([alone], 0, latencies), 10);
  });

  it('lets the others take nine tenths of the time at most', () => {
    const crowded = turn(0, {
      ...busy,
      l2ReadSectorMisses: 70,
      dramReads: 1,
      dramWrites: 0,
      auxiliaryAccesses: 10,
      auxiliaryHits: 10,
    });
    near(asmSlowdown([crowded, later], 0, latencies), 100 / 100 / (150 / 2000));
  });

  it('is 1 without a turn of its own, or without accesses', () => {
    assert.equal(asmSlowdown([later, turn(null, busy)], 0, latencies), 1);
    assert.equal(asmSlowdown([turn(0, {}), later], 0, latencies), 1);
  });

  it('adds up the way to the L2 cache and back, and what DRAM takes', () => {
    const { timing } = spec.memory;
    const simple = {
      ...spec,
      coreClockMHz: 1500,
      network: { ...spec.network, latencyCycles: 10 },
      l2: { ...spec.l2, latencyCycles: 20 },
      memory: {
        ...spec.memory,
        channels: 8,
        latencyCycles: 40,
        timing: { ...timing, nRCDRD: 5, nCL: 6, nBL: 2, tCKps: 1000 },
      },
    };
    // 13 clocks of 1 ns are 19.5 core cycles.
    assert.deepEqual(asmLatencies(simple), { hit: 40, miss: 99.5, memoryChannels: 8 });
  });

  it('tells interference alone, of every application', () => {
    const turns = [turn(0, busy), later];
    const estimator = new AsmEstimator(spec);
    const [first, second] = estimator.estimate(turns);
    assert.deepEqual(first, { scalability: 1, interference: asmSlowdown(turns, 0, asmLatencies(spec)) });
    assert.deepEqual(second, { scalability: 1, interference: 1 });
    assert.deepEqual(estimator.estimate([]), []);
  });
});

describe('Bubble-Flux by hand', () => {
  const stage = (alone: number | null, fromCycle: number, toCycle: number, work: readonly number[]): Phase =>
    phaseWith(
      fromCycle,
      toCycle,
      work.map((instructions) => ({ counters: countersWith({ fp32: instructions }) })),
      { alone },
    );
  // 400 instructions in 100 cycles alone, after 100 and 50 in two phases of 100 and 50 cycles together.
  const stages = [
    stage(null, 0, 100, [100, 80]),
    stage(null, 100, 150, [50, 40]),
    stage(0, 150, 250, [400, 0]),
    stage(null, 250, 350, [100, 40]),
  ];

  it('divides the rate of a turn alone by that of the stage before', () => {
    assert.equal(bubbleSlowdown(stages, 0), 4);
    assert.equal(bubbleSlowdown(stages, 1), null);
    const second = [...stages, stage(1, 350, 450, [0, 80])];
    assert.equal(bubbleSlowdown(second, 1), 2);
    assert.equal(bubbleSlowdown(second, 0), 4);
    // Of several turns the last one counts, and a turn may be cut into phases.
    const third = [
      ...second,
      stage(null, 450, 550, [50, 1]),
      stage(0, 550, 600, [60, 0]),
      stage(0, 600, 650, [40, 0]),
    ];
    assert.equal(bubbleSlowdown(third, 0), 2);
  });

  it('tells nothing of a turn with nothing before it', () => {
    assert.equal(bubbleSlowdown([stage(0, 0, 100, [400]), stage(null, 100, 200, [100])], 0), null);
    assert.equal(bubbleSlowdown([stage(null, 0, 10, [0]), stage(0, 10, 20, [5])], 0), null);
    assert.equal(bubbleSlowdown([stage(null, 10, 10, [5]), stage(0, 10, 20, [5])], 0), null);
    assert.equal(bubbleSlowdown([], 0), null);
  });
});

describe('GPM by hand', () => {
  it('clusters points that lie together', () => {
    const random = createRandom(3);
    const centres = [
      [0, 0],
      [5, 5],
      [0, 9],
    ];
    const points = Array.from({ length: 60 }, (_, i) =>
      centres[i % 3]!.map((c) => c + 0.3 * random.gaussian()),
    );
    const { labels, centroids } = kMeans(points, 3, 1);
    assert.equal(centroids.length, 3);
    points.forEach((_, i) => assert.equal(labels[i], labels[i % 3]));
    assert.equal(new Set(labels).size, 3);
  });

  it('learns classes that are linearly separable', () => {
    const inputs = [
      [0, 1],
      [0.2, 1.1],
      [3, 0],
      [3.2, 0.1],
      [0, 9],
      [0.1, 9.2],
    ];
    const labels = [0, 0, 1, 1, 2, 2];
    const classifier = fitClassifier(inputs, labels, 3);
    assert.deepEqual(
      inputs.map((input) => classify(classifier, input)),
      labels,
    );
    assert.equal(classify(classifier, [3.1, 0.4]), 1);
  });

  it('tells the scaling curve of a kernel like those it was trained on', () => {
    const events = (ipc: number, bandwidth: number) => ({
      ipc,
      l1DataAccesses: bandwidth * 10,
      l1DataMisses: bandwidth * 8,
      l1ConstantAccesses: 0,
      l1ConstantMisses: 0,
      l2Accesses: bandwidth * 8,
      l2Misses: bandwidth * 4,
      memoryBandwidth: bandwidth,
    });
    const samples = [0, 1, 2, 3].flatMap((i) => [
      { progress: [0.25, 0.5, 0.75], events: events(100 - i, 0.01) },
      { progress: [0.6, 0.95, 1], events: events(20 + i, 0.8) },
    ]);
    const model = trainGpm([0.25, 0.5, 0.75], samples, 1);
    assert.ok(Math.abs(gpmCurve(model, events(98, 0.012), 60).at(30) - 0.5) < 0.01);
    assert.ok(gpmCurve(model, events(22, 0.7), 60).at(30) > 0.9);
  });

  it('takes the mean of those that lie together, and no more clusters than points', () => {
    const line = [[0], [1], [10], [12]];
    const { centroids, labels } = kMeans(line, 2, 7);
    assert.deepEqual(
      centroids.map(([at]) => at!).sort((a, b) => a - b),
      [0.5, 11],
    );
    labels.forEach((label, i) => assert.deepEqual(centroids[label], i < 2 ? [0.5] : [11]));
    assert.deepEqual(kMeans(line, 1, 7).centroids, [[5.75]]);
    const all = kMeans(line, 8, 7);
    assert.deepEqual(
      line.map((_, i) => all.centroids[all.labels[i]!]),
      line,
    );
    assert.equal(kMeans([[3], [3]], 2, 7).centroids.length, 2);
  });

  it('keeps the best of several starts', () => {
    // Four pairs, of which a single start often cuts one and joins two others.
    const pairs = [0, 10, 20, 30].flatMap((at) => [[at], [at + 1]]);
    for (let seed = 1; seed <= 40; seed++) {
      const { centroids } = kMeans(pairs, 4, seed);
      assert.deepEqual(
        centroids.map(([at]) => at!).sort((a, b) => a - b),
        [0.5, 10.5, 20.5, 30.5],
      );
    }
  });

  it('weighs standardised inputs and a constant', () => {
    const classifier = {
      means: [1, 0],
      deviations: [2, 1],
      weights: [
        [1, 0, 0],
        [0, 1, 0.5],
      ],
    };
    assert.equal(classify(classifier, [3, 0]), 0);
    assert.equal(classify(classifier, [1, 0]), 1);
    assert.equal(classify(classifier, [1, -1]), 0);
    assert.equal(classify(classifier, [3, 0.6]), 1);
  });

  it('learns weights at which the slope of cross-entropy and decay is nothing', () => {
    const inputs = [
      [1, 5],
      [1, 5],
      [1, 5],
      [5, 5],
      [5, 5],
      [5, 5],
    ];
    const labels = [0, 0, 1, 1, 1, 0];
    const { means, deviations, weights } = fitClassifier(inputs, labels, 2);
    // A constant input keeps a deviation of 1.
    assert.deepEqual(
      [means, deviations],
      [
        [3, 5],
        [2, 1],
      ],
    );
    const rows = inputs.map(([first]) => [(first! - 3) / 2, 0, 1]);
    weights.forEach((own, label) =>
      own.forEach((weight, axis) => {
        const slope = rows.reduce((sum, row, at) => {
          const scores = weights.map((each) =>
            Math.exp(each.reduce((all, one, i) => all + one * row[i]!, 0)),
          );
          const share = scores[label]! / (scores[0]! + scores[1]!);
          return sum + ((share - (labels[at] === label ? 1 : 0)) * row[axis]!) / rows.length;
        }, 1e-3 * weight);
        assert.ok(Math.abs(slope) < 1e-12, `${label} ${axis}: ${slope}`);
      }),
    );
    assert.ok(weights[0]![0]! < -0.3 && weights[1]![0]! > 0.3);
  });

  /** Tells kernels by their instructions: below about 0.01 a cycle the first curve, above the second. */
  const model: GpmModel = {
    fractions: [0.25, 0.5],
    curves: [
      [0.4, 0.8],
      [0.25, 0.5],
    ],
    classifier: {
      means: BASE_RATES.map(() => 0),
      deviations: BASE_RATES.map(() => 1),
      weights: [
        [...BASE_RATES.map((name) => (name === 'ipc' ? -1 : 0)), -2],
        [...BASE_RATES.map(() => 0), 0],
      ],
    },
  };

  it('reads logarithms of events, an absent one apart from a rare one', () => {
    const at = (ipc: number) => gpmCurve(model, ratesWith({ ipc }), 60).points;
    assert.deepEqual(at(0), [
      { sms: 0, progress: 0 },
      { sms: 15, progress: 0.4 },
      { sms: 30, progress: 0.8 },
      { sms: 60, progress: 1 },
    ]);
    assert.equal(at(1)[1]!.progress, 0.25);
    // With the offset of 0.0001 the sum is just above and just below 0.01.
    assert.equal(at(0.00991)[1]!.progress, 0.25);
    assert.equal(at(0.00989)[1]!.progress, 0.4);
  });

  it('has a curve for each kind of training kernel', () => {
    const samples = [0.2, 0.5, 0.9].map((progress, i) => ({
      progress: [progress],
      events: ratesWith({ ipc: 10 ** i }),
    }));
    const trained = trainGpm([0.5], samples, 3);
    assert.equal(trained.curves.length, 3);
    samples.forEach(({ progress, events }) =>
      assert.equal(gpmCurve(trained, events, 60).at(30), progress[0]),
    );
    const many = Array.from({ length: 20 }, (_, i) => ({
      progress: [i / 20],
      events: ratesWith({ ipc: i }),
    }));
    assert.equal(trainGpm([0.5], many, 3).curves.length, 8);
  });

  it('times ASM, weighs kernels and splits with what they take alone', () => {
    const estimator = new AsmGpmEstimator(model, spec);
    const ran = (from: number, to: number, kernel: number, sms: number, active = true) =>
      phaseWith(from, to, [{ active: false }, { kernel, sms, active, events: ratesWith({ ipc: 0 }) }]);
    // 100 cycles at 0.4 of the progress, 200 at 0.8 and 50 at 0.4; nothing is known of the time between.
    const phases = [
      ran(0, 100, 0, 15),
      ran(100, 300, 0, 30),
      ran(300, 320, 1, 30, false),
      ran(320, 370, 1, 15),
    ];
    const [idle, busy] = estimator.estimate(phases);
    near(busy!.scalability, 350 / (40 + 160 + 20));
    assert.equal(busy!.interference, 1);
    assert.deepEqual(idle, { scalability: 1, interference: 1 });
    assert.equal(estimator.curveOf(phases[0]!, 1).at(15), 0.4);
  });
});
