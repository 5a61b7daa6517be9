import assert from 'node:assert/strict';
import { parseKernelProgram, type Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { resultOf } from '../../../src/simulator/run/result';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { told } from '../../support/told';

const gpu = 'v100-sxm2';
const sms = 2;
const loaded = loadSpec(gpu);
const { coreClockMHz } = loaded.spec;

const programOf = (name: string, body: readonly Statement[]) =>
  parseKernelProgram({ name, registersPerThread: 16, parameters: { rounds: 20, ns: 1000 }, body });

const sleeper = programOf('sleeper', [{ op: 'loop', trips: 'rounds', body: [{ op: 'sleep', ns: 'ns' }] }]);
const busy = programOf('busy', [
  { op: 'loop', trips: 1000, body: [{ op: 'compute', class: 'fp32', count: 4 }] },
]);
const spin = programOf('spin', [
  { op: 'loop', trips: { elapsed: 'ns' }, body: [{ op: 'compute', class: 'fp32', count: 3 }] },
]);

const launch = { grid: sms, block: 1024 };
const app = (program: typeof busy, more = {}) => ({ name: program.name, program, launch, ...more });

function runIn(mode: object, apps: readonly object[], more = {}) {
  const scenario = parseScenario({ gpu, mode, apps, ...more });
  const run = createRun(scenario, { ...loaded, spec: { ...loaded.spec, sms } });
  return resultOf(run, run.run(), []);
}

const run = (...apps: object[]) => runIn({ kind: 'mps' }, apps);

describe('a sleeping warp', () => {
  it('takes its time whatever the number of warps, beyond what the wake-up wheel reaches', () => {
    for (const ns of [100, 1000, 20_000]) {
      const cycles = run(app(sleeper, { arguments: { ns } })).cycles;
      const none = run(app(sleeper, { arguments: { ns: 0 } })).cycles;
      const slept = (20 * ns * coreClockMHz) / 1000;
      assert.ok(cycles - none > slept - 400, `${ns}: ${cycles - none} for ${slept}`);
      assert.ok(cycles - none < slept + 400, `${ns}: ${cycles - none} for ${slept}`);
    }
  });

  it('wakes in time when nothing else happens on its SM', () => {
    const cyclesOf = (ns: number) =>
      run(app(sleeper, { launch: { grid: 1, block: 32 }, arguments: { ns } })).cycles;
    const none = cyclesOf(0);
    // Every round is longer by the same number of cycles.
    for (const ns of [100, 20_000])
      assert.equal(cyclesOf(ns) - none, 20 * (Math.round((ns * coreClockMHz) / 1000) - 1));
  });

  it('leaves the issue slots to others', () => {
    const alone = run(app(busy)).apps[0]!.firstFinishCycle!;
    const beside = run(app(busy), app(sleeper, { arguments: { rounds: 100 } })).apps[0]!.firstFinishCycle!;
    assert.ok(beside / alone < 1.03, `${beside} beside a sleeper, ${alone} alone`);
    // The warps of the older one go first.
    const contended = run(app(busy), app(busy)).apps[1]!.firstFinishCycle!;
    assert.ok(contended / alone > 1.5);
  });

  it('counts one instruction for each sleep', () => {
    const { counters } = run(app(sleeper)).apps[0]!.kernels[0]!;
    assert.equal(counters.control, sms * 32 * (20 + 1));
  });

  it('goes on after a context switch', () => {
    const apps = [app(sleeper, { arguments: { ns: 20_000 } }), app(busy)];
    const result = runIn({ kind: 'time-slice', sliceCycles: 20_000 }, apps);
    assert.equal(result.end, 'finished');
  });

  it('refuses a time that is none', () => {
    assert.throws(() => run(app(sleeper, { arguments: { ns: -1 } })), told(/ns.*sleep|sleep/));
  });
});

describe('a spin on the clock', () => {
  it('lasts for its cycles and issues its loop', () => {
    const short = run(app(spin, { arguments: { ns: 2000 } }));
    const long = run(app(spin, { arguments: { ns: 12_000 } }));
    const more = long.cycles - short.cycles;
    assert.ok(Math.abs(more - 10_000) < 150, String(more));
    const instructions = long.apps[0]!.counters.fp32;
    assert.ok(instructions > 5 * short.apps[0]!.counters.fp32);
  });

  it('takes issue slots from younger ones', () => {
    const alone = run(app(busy)).apps[0]!.firstFinishCycle!;
    const beside = run(app(spin, { arguments: { ns: 60_000 } }), app(busy)).apps[1]!.firstFinishCycle!;
    assert.ok(beside / alone > 1.3, `${beside} for ${alone}`);
  });
});
