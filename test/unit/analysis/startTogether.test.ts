import assert from 'node:assert/strict';
import { slicesOf, wholeGpu } from '../../../src/analysis/simulation/gpuSlice';
import { pairTasks, type PlanInputs } from '../../../src/analysis/simulation/plan';
import { startedIn, startTogether } from '../../../src/analysis/simulation/together/startTogether';
import {
  togetherWay,
  waysTogether,
  type TogetherRequest,
} from '../../../src/analysis/simulation/together/togetherWay';
import type { TogetherOutcome } from '../../../src/analysis/simulation/task';
import { parseKernelProgram } from '../../../src/kernel/program';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { english } from '../../../src/words';

const GPU = 'gtx-950';
/** Blocks of 256 threads that the six SMs hold at once. */
const WAVE = 48;

function compute(name: string, grid: number, trips = 30): ScenarioApp {
  const program = parseKernelProgram({
    name,
    registersPerThread: 16,
    arrays: {},
    body: [{ op: 'loop', trips, body: [{ op: 'compute', class: 'fp32', count: 2, distance: 1 }] }],
  });
  return { name, program, launch: { grid, block: 256 } };
}

function stream(name: string, grid: number): ScenarioApp {
  const program = parseKernelProgram({
    name,
    registersPerThread: 16,
    arrays: { a: { elementBytes: 4, elements: grid * 256 }, b: { elementBytes: 4, elements: grid * 256 } },
    body: [
      { op: 'load', array: 'b', index: 'globalThread', into: 'x' },
      { op: 'store', array: 'a', index: 'globalThread', after: ['x'] },
    ],
  });
  return { name, program, launch: { grid, block: 256 } };
}

/** Cycles at which applications end that start at once on the whole GPU. */
function endsOf(apps: readonly ScenarioApp[]): number[] {
  const once = apps.map((app) => ({ ...app, repeat: 1 }));
  const result = simulate({ gpu: GPU, apps: once, seed: 1 }, { slowdowns: false });
  return result.apps.map(({ firstFinishCycle }) => firstFinishCycle!);
}

function request(a: ScenarioApp, b: ScenarioApp, mode: TogetherRequest['mode'] = 'streams'): TogetherRequest {
  const cycles = (app: ScenarioApp): number => endsOf([app])[0]!;
  return { gpuId: GPU, mode, apps: [a, b], launchCycles: [cycles(a), cycles(b)] };
}

function ended(outcome: TogetherOutcome) {
  assert.ok(outcome.kind === 'together', outcome.kind === 'failed' ? english(outcome.reason) : '');
  return outcome;
}

describe('two launches that are started together', () => {
  it('run whole where that is affordable, and end as the simulator says', () => {
    const both = request(compute('a', 3 * WAVE), stream('b', 2 * WAVE));
    const { serialCycles, endCycles, sms, isCut } = ended(startTogether(both));
    assert.deepEqual([sms, isCut], [6, false]);
    const [first, second] = both.launchCycles;
    assert.equal(serialCycles[0], first);
    assert.ok(Math.abs(serialCycles[1] / second - 1) < 0.05, `${serialCycles[1]} ${second}`);
    assert.deepEqual(endCycles, endsOf(both.apps));
  });

  it('are held against one behind the other: what the first one stored is written then, too', () => {
    const both = request(stream('writer', 8 * WAVE), stream('reader', 8 * WAVE));
    const { serialCycles, endCycles } = ended(startTogether(both));
    assert.ok(serialCycles[1] > 1.02 * both.launchCycles[1], `${serialCycles[1]} ${both.launchCycles[1]}`);
    assert.ok(Math.max(...endCycles) < 1.05 * (serialCycles[0] + serialCycles[1]), endCycles.join(' '));
  });

  for (const [what, second] of [
    ['fills the GPU', stream('reader', 8 * WAVE)],
    ['goes beside it at once', stream('few', 2)],
  ] as const)
    it(`go on in turn from what both have gone through, to the last cycle, where the second ${what}`, () => {
      const first = second.name === 'few' ? stream('small', 4) : stream('writer', 8 * WAVE);
      const both = request(first, second);
      const { serialCycles, endCycles } = ended(startTogether(both));
      const [writer, reader] = both.apps;
      const inTurn = endsOf([writer, { ...reader, startCycle: serialCycles[0] }]);
      assert.deepEqual(inTurn, [serialCycles[0], serialCycles[0] + serialCycles[1]]);
      assert.deepEqual(endCycles, endsOf(both.apps));
      assert.ok(Math.abs(serialCycles[0] / both.launchCycles[0] - 1) < 0.005, String(serialCycles[0]));
    });

  it('save as much where waves in the middle are left out', () => {
    const both = request(compute('a', 8 * WAVE + 20), stream('b', 12 * WAVE + 10));
    const [whole, cut] = waysTogether(both);
    assert.ok(!whole!.isCut && cut!.isCut);
    assert.equal(cut!.blocks[0], 3 * WAVE + 20);
    assert.equal((cut!.blocks[1] - 10) % WAVE, 0);
    const times = [whole!, cut!].map((way) => {
      const { serialCycles, endCycles } = ended(startedIn(both, way));
      return Math.max(...endCycles) / (serialCycles[0] + serialCycles[1]);
    });
    assert.ok(Math.abs(times[0]! / times[1]! - 1) < 0.02, times.join(' '));
  });

  it('let the younger one outlast what is left of the older one', () => {
    const short = compute('short', 80 * WAVE, 4);
    const { blocks } = waysTogether(request(compute('long', 6 * WAVE, 200), short)).find(
      ({ isCut }) => isCut,
    )!;
    assert.ok(blocks[1] > 20 * WAVE, `${blocks[1]} blocks are kept`);
  });

  it('are not started where a single block takes too long', () => {
    const both = { ...request(compute('a', 6), compute('b', 6)), launchCycles: [1e9, 1e9] } as const;
    assert.equal(togetherWay(both), null);
    const outcome = startTogether(both);
    assert.ok(outcome.kind === 'failed' && english(outcome.reason).includes('too long'));
  });

  it('are not cut on SMs of their own, where they meet all the time', () => {
    const both = request(compute('a', 6 * WAVE), compute('b', 6 * WAVE), 'spatial');
    assert.ok(waysTogether(both).every(({ slice, isCut }) => !isCut && slice.sms % 2 === 0));
    const { serialCycles, endCycles } = ended(startTogether(both));
    // Each computes on half of the SMs, once it is launched.
    const latency = loadSpec(GPU).spec.launch.kernelCycles;
    const slowdowns = endCycles.map((end, at) => (end - latency) / (serialCycles[at]! - latency));
    assert.ok(
      slowdowns.every((one) => one > 1.7 && one < 2.1),
      slowdowns.join(' '),
    );
  });
});

describe('the plan of what to simulate', () => {
  const whole = wholeGpu(loadSpec(GPU).spec);
  const kernel = (kernelId: string): PlanInputs['kernels'][number] => ({
    kernelId,
    app: compute(kernelId, 6),
    block: [256, 1, 1],
    assumptions: [],
    openSizes: [],
  });
  const inputs: PlanInputs = {
    gpuId: GPU,
    mode: 'streams',
    whole,
    slices: slicesOf(whole),
    kernels: ['a', 'b', 'c'].map(kernel),
    blocks: [],
  };
  const subjects = (more: Partial<PlanInputs>): string[] =>
    pairTasks({ ...inputs, ...more }, () => 1000).flatMap(({ subject }) =>
      'kernelIds' in subject ? [`${subject.kind} ${subject.kernelIds.join(' ')}`] : [],
    );

  it('starts pairs that can meet together, in their order, after their first answer', () => {
    const found = subjects({ firstPairs: [['c', 'a']] });
    assert.deepEqual(found.slice(0, 2), ['pair a c', 'together c a']);
    assert.equal(found.filter((one) => one.startsWith('together')).length, 1);
  });

  it('starts no pair of a launch that nobody wrote, and none that is not looked at', () => {
    const kernels = inputs.kernels.map((one) =>
      one.kernelId === 'c' ? { ...one, openSizes: [{ key: 'n', name: 'n', value: 1 }] } : one,
    );
    assert.deepEqual(
      subjects({ kernels, firstPairs: [['c', 'a']] }).filter((one) => one.startsWith('together')),
      [],
    );
    assert.deepEqual(subjects({ firstPairs: [['c', 'a']], onlyPairs: [['b', 'a']] }), [
      'pair a b',
      'together b a',
    ]);
  });
});
