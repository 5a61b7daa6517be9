import assert from 'node:assert/strict';
import { allocationReport } from '../../../src/cli/allocationReport';
import { epochCsv } from '../../../src/cli/epochCsv';
import type { AllocateAnswer } from '../../../src/cli/answers';

type App = AllocateAnswer['apps'][number];

const app = (name: string, sms: number, progress: number, wanted: Partial<App>): App => ({
  name,
  sms,
  slowdown: 1 / progress,
  scalability: 1 / progress,
  interference: 1,
  progress,
  weight: null,
  target: null,
  tried: [],
  curve: [],
  warnings: [],
  ...wanted,
});
const step = (sms: number[], next: number[]): AllocateAnswer['steps'][number] => ({
  cycle: 10_000,
  sms,
  predicted: [],
  next,
});
const answer = (more: Partial<AllocateAnswer>): AllocateAnswer => ({
  gpu: 'themis-60sm',
  predictor: 'Themis',
  counters: 'shared',
  goal: { kind: 'qos', targets: [0.6, 0.8, null] },
  start: [20, 20, 20],
  sms: [25, 20, 15],
  apps: [
    app('first', 25, 0.7, { target: 0.6 }),
    app('second', 20, 0.5, { target: 0.8 }),
    app('batch', 15, 0.3, {}),
  ],
  guard: null,
  steps: [step([20, 20, 20], [25, 20, 15]), step([25, 20, 15], [25, 20, 15])],
  cost: { repartitions: 1, smsMoved: 5, blocksSwitchedOut: 3, contextBytes: 3 * 2 ** 19 },
  simulatedCycles: 20_000,
  applied: null,
  notApplied: null,
  error: { metric: null, evidence: 'made up' },
  warnings: [],
  unfairness: null,
  targetsMet: false,
  targetsAssured: null,
  simulated: null,
  notSimulated: 'made up',
  ...more,
});

describe('epochs of corun allocate as CSV', () => {
  it('have a line for each application, with what was predicted of it at its SMs', () => {
    const factors = [1, 2, 4].map((scalability) => ({ scalability, interference: 1.5 }));
    const steps = [{ cycle: 10_000, sms: [20, 20, 20], predicted: factors, next: [25, 20, 15] }];
    const lines = epochCsv(answer({ steps })).split('\n');
    assert.deepEqual(lines, [
      'epoch,end_cycle,application,sms,slowdown,scalability,interference,next_sms',
      '1,10000,first,20,1.5,1,1.5,25',
      '1,10000,second,20,3,2,1.5,20',
      '1,10000,batch,20,6,4,1.5,15',
    ]);
    const alone = epochCsv(answer({ steps, counters: 'solo' })).split('\n');
    assert.equal(alone[1], '1,,first,20,1.5,1,1.5,25');
  });
});

describe('report of corun allocate', () => {
  it('says of each application what it was promised, and whether that is met', () => {
    const lines = allocationReport(answer({})).split('\n');
    assert.match(
      lines.find((line) => line.startsWith('first'))!,
      /60 %, met/,
    );
    assert.match(
      lines.find((line) => line.startsWith('second'))!,
      /80 %, missed/,
    );
    assert.match(
      lines.find((line) => line.startsWith('batch'))!,
      /none\s*$/,
    );
    const goal = { kind: 'fair', weights: [3] } as const;
    const apps = [app('weighty', 25, 0.7, { weight: 3 })];
    const fair = allocationReport(answer({ goal, apps, unfairness: 0.1 }));
    assert.match(fair, /weight\s*\n/);
    assert.match(fair, /^weighty.* 3\s*$/m);
  });

  it('tells the way to the split and what it costs', () => {
    assert.match(
      allocationReport(answer({})),
      /^SMs: 20:20:20 → 25:20:15; 5 changed hands, 3 blocks switched out, 1\.5 MiB of contexts moved\.$/m,
    );
    const resting = answer({ sms: [20, 20, 20], steps: [step([20, 20, 20], [20, 20, 20])] });
    assert.match(allocationReport(resting), /^SMs stay at 20:20:20\.$/m);
  });
});
