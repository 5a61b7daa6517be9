import assert from 'node:assert/strict';
import type { Pressure } from '../../../../src/predictors/themis/events';
import type { CounterRates } from '../../../../src/predictors/counting/rates';
import { asList, NOTHING_COUNTED } from '../../../../src/predictors/counting/countedRates';
import { renderThemis } from '../../../../lab/themis/reproduction/renderThemis';
import type { CoRunRow, EngineRow, ResultRow, SoloRow } from '../../../../lab/themis/reproduction/rows';
import { summariseFairness } from '../../../../lab/themis/reproduction/engineSummary';
import { summaryOf } from '../../../../lab/themis/reproduction/summary';

/** Progress in proportion to SMs, and no interference: what the rows below show. */
const proportional = {
  predict: (smFraction: number, own: CounterRates, beside: Pressure) => ({
    scalability: 1 / smFraction,
    interference: own.ipc > 0 && beside.memoryBandwidth > 1 ? 2 : 1,
  }),
};

/** Half an instruction a cycle, which is what 30 SMs do alone: no interference. */
const share = (kernel: number, active: number, counts: number) => [
  ...[kernel, active, counts, 0.5, 0, 0, 0, 0, 1, 1, 0.1],
  ...asList(NOTHING_COUNTED),
];

const coRun = (apps: string[], sms: number[]): CoRunRow => ({
  kind: 'corun',
  programs: 'p',
  apps,
  sms,
  cycles: 2000,
  slowdowns: sms.map((count) => 60 / count),
  phases: [
    [1500, apps.map((_, app) => share(app, 1, 1))],
    [500, apps.map((_, app) => share(app, 1, 0))],
  ],
});

const solo = (app: string, sms: number): SoloRow => ({
  kind: 'solo',
  programs: 'p',
  app,
  sms,
  launches: [
    {
      events: [5, 0, 0, 0, 0, 1, 1, 0.1],
      finished: true,
      points: [
        [0, 0],
        [(60 / sms) * 1000, 1000],
      ],
    },
  ],
});

const engine = (method: string, policy: string, apps: string[], slowdowns: number[]): EngineRow => ({
  kind: 'engine',
  programs: 'p',
  apps,
  policy,
  method,
  cycles: 100,
  slowdowns,
  settled: slowdowns,
  allocations: [[30, 30]],
  repartitions: 0,
  contextBytes: 0,
});

const rows: ResultRow[] = [
  coRun(['a', 'b'], [30, 30]),
  coRun(['b', 'a'], [10, 50]),
  coRun(['a', 'mri-gridding'], [30, 30]),
  ...[60, 30, 15].flatMap((sms) => ['a', 'mri-gridding'].map((app) => solo(app, sms))),
  { kind: 'asm', programs: 'p', apps: ['a', 'b'], sms: [30, 30], slowdowns: [2, 2], predicted: [1, 1] },
  {
    kind: 'bubble',
    programs: 'p',
    apps: ['a', 'b'],
    sms: [30, 30],
    cycles: 9,
    predicted: [2.2, -1],
    progress: [0.4, 0.5],
  },
  engine('HP', 'fair 0.5 0.5', ['a', 'b'], [4, 2]),
  engine('Themis', 'fair 0.5 0.5', ['a', 'b'], [3, 2.7]),
  engine('HP', 'fair 0.5 0.5', ['a', 'a'], [2, 2]),
  engine('Themis', 'qos 0.8 batch', ['a', 'b'], [1 / 0.77, 4]),
  engine('Themis', 'qos 0.8 batch', ['b', 'a'], [1 / 0.9, 5]),
  engine('Static', 'split 30:30 cycles 400000', ['a', 'b'], [1 / 0.7, 2]),
  engine('Themis', 'qos 0.6 batch cycles 400000', ['a', 'b'], [2, 2]),
  engine('Themis', 'qos 0.6 batch cycles 400000', ['b', 'a'], [1, 2]),
  engine('Themis learned', 'qos 0.6 batch cycles 400000', ['a', 'b'], [1 / 0.65, 4]),
  engine('Oracle', 'qos 0.6 batch cycles 400000', ['a', 'b'], [1 / 0.6, 4]),
];

describe("summary of Themis' reproduction", () => {
  const summary = summaryOf(rows, new Map([['Themis', proportional]]), null);
  const errorsOf = (group: string, predictor: string) =>
    summary.accuracy.find((one) => one.group === group && one.predictor === predictor)?.errors;

  const shortRuns = () => summary.qos.find(({ cycles }) => cycles === 100_000);

  it('scores each predictor on the co-runs that it has an answer for', () => {
    assert.ok(errorsOf('pairs', 'Themis')!.maximum < 1e-9);
    assert.equal(errorsOf('pairs', 'Themis')!.coLocations, 3);
    assert.equal(errorsOf('pairs 30:30', 'ASM')!.mean, 0.5);
    assert.ok(Math.abs(errorsOf('pairs', 'Bubble-Flux')!.maximum - 0.1) < 1e-9);
    assert.equal(errorsOf('triples', 'Themis'), undefined);
  });

  it('predicts an uneven split from the even one by PSP', () => {
    // (0, 0), (30, 0.5), (60, 1): exact for progress in proportion to SMs, mirror images included.
    const errors = errorsOf('pairs', 'Themis PSP')!;
    assert.equal(errors.coLocations, 1);
    assert.ok(errors.maximum < 1e-9);
  });

  it('finds both parts of the slowdown by equal work', () => {
    assert.deepEqual(summary.scalability.find(({ app }) => app === 'a')!.slowdowns, { '15': 4, '30': 2 });
    assert.deepEqual(summary.interference, [{ app: 'a', own: 1, partner: 1 }]);
  });

  it('compares methods on the same co-locations only', () => {
    const [hp, themis] = summary.fairness;
    assert.equal(hp!.coLocations, 2);
    assert.equal(hp!.unfairness.mean, 0.5);
    assert.ok(Math.abs(themis!.unfairness.mean - 0.1) < 1e-9);
  });

  it('counts a run at even weights for its mirror image too', () => {
    const runs = [
      engine('HP', 'fair 0.5 0.5', ['a', 'b'], [4, 2]),
      engine('HP', 'fair 0.5 0.5', ['a', 'a'], [2, 2]),
      engine('HP', 'fair 0.2 0.8', ['a', 'b'], [4, 1]),
    ];
    const [even, uneven] = summariseFairness(runs);
    assert.equal(even!.coLocations, 3);
    assert.ok(Math.abs(even!.unfairness.mean - 1 / 3) < 1e-9);
    assert.equal(uneven!.coLocations, 1);
  });

  it('leaves out policies of which methods have no co-location in common', () => {
    const apart = [
      engine('HP', 'fair 0.2 0.8', ['a', 'b'], [4, 2]),
      engine('Themis', 'fair 0.2 0.8', ['b', 'a'], [4, 2]),
    ];
    assert.deepEqual(summariseFairness(apart), []);
    const policies = summariseFairness([...rows, ...apart]).map(({ policy }) => policy);
    assert.deepEqual(policies, ['fair 0.5 0.5', 'fair 0.5 0.5']);
  });

  it('counts missed targets and how far they were missed', () => {
    const qos = shortRuns();
    assert.equal(qos!.whole.violated, 0.5);
    assert.equal(qos!.settled.clearlyViolated, 0);
    assert.ok(Math.abs(qos!.whole.worstShortfall - 0.0375) < 1e-9);
    assert.ok(Math.abs(qos!.settled.batchProgress - 0.225) < 1e-9);
  });

  it('tells targets that some measured split keeps from those that none does', () => {
    // At 30:30 both make half of their progress alone; a on 50 SMs beside b makes 5/6 of it.
    const qos = shortRuns();
    assert.equal(qos!.attainable, 0.5);
    assert.equal(qos!.settledAttainable!.violated, 1);
  });

  it('holds long runs against long runs, of the co-locations that all predictors have', () => {
    const long = summary.qos.filter(({ cycles }) => cycles === 400_000);
    assert.deepEqual(
      long.map(({ method, coLocations, attainable, whole }) => [
        method,
        coLocations,
        attainable,
        whole.violated,
      ]),
      [
        ['Themis', 1, 1, 1],
        ['Themis learned', 1, 1, 0],
        ['Oracle', 1, 1, 0],
      ],
    );
  });

  it('adds up progress with and without profiling', () => {
    assert.deepEqual(summary.bubble, { coLocations: 1, undisturbed: 1, profiled: 0.9 });
    assert.match(renderThemis(summary), /\| pairs +\| 3 +\| Themis +\| 0\.0 %/);
  });
});
