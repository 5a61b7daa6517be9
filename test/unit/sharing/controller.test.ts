import assert from 'node:assert/strict';
import { parseScenario } from '../../../src/kernel/scenario';
import type { Phase } from '../../../src/predictors/counting/phaseSeries';
import { AllocationController, type ControllerOptions } from '../../../src/sharing/engine/controller';
import { createRun } from '../../../src/simulator/simulate';
import { alu, launchOf, vecadd } from '../simulator/programs';

const EPOCH = 5000;

/** An engine that always asks for two and four SMs, whatever it sees. */
const lopsided = {
  predictor: {
    observe: ([phase]: readonly Phase[]) =>
      phase!.apps.map(() => ({
        lost: { scalability: 1, interference: 1 },
        forecast: { at: () => 1 } as never,
      })),
  },
  policy: { isSatisfied: () => false, score: () => 0 },
  search: () => [2, 4],
  epochCycles: EPOCH,
  preemption: 'drain',
} satisfies ControllerOptions;

/** Phases of a co-run of which the first application goes from one kernel on to another. */
function phasesWith(options: Partial<ControllerOptions>): readonly Phase[] {
  const long = { program: alu, launch: { grid: 512, block: 128 }, arguments: { iterations: 8 } };
  const scenario = parseScenario({
    gpu: 'gtx-950',
    mode: { kind: 'spatial', sms: [3, 3] },
    apps: [
      { name: 'two', kernels: [{ program: vecadd, launch: launchOf(65536) }, long], repeat: 'always' },
      { name: 'one', kernels: [long], repeat: 'always' },
    ],
    limits: { cycles: 60000 },
  });
  const run = createRun(scenario);
  const controller = new AllocationController(run, { ...lopsided, ...options });
  run.run(controller.hooks());
  controller.series.cut();
  return controller.series.phases;
}

/** SMs of the first application at a cycle. */
const smsAt = (phases: readonly Phase[], cycle: number): number =>
  phases.find(({ fromCycle, toCycle }) => fromCycle <= cycle && cycle < toCycle)!.apps[0]!.sms;

/** Where the first application goes on to another kernel. */
const changesOf = (phases: readonly Phase[]): number[] =>
  phases.flatMap(({ fromCycle, apps }, at) =>
    at > 0 && phases[at - 1]!.apps[0]!.kernel !== apps[0]!.kernel ? [fromCycle] : [],
  );

describe('the engine from epoch to epoch', () => {
  it('decides every so many cycles, whatever kernels do', () => {
    const phases = phasesWith({});
    assert.ok(changesOf(phases).length > 1);
    assert.equal(smsAt(phases, EPOCH - 1), 3);
    for (let cycle = EPOCH; cycle < 60000; cycle += 1000) assert.equal(smsAt(phases, cycle), 2, `${cycle}`);
  });

  it('begins an even epoch where an application goes on to another kernel, if asked', () => {
    const phases = phasesWith({ evenAtOtherKernel: true });
    const changes = changesOf(phases);
    assert.ok(changes.length > 1);
    for (const [at, change] of changes.entries()) {
      const next = changes[at + 1] ?? 60000;
      assert.equal(smsAt(phases, change), 3, `${change}`);
      assert.equal(smsAt(phases, Math.min(next, change + EPOCH) - 1), 3, `${change}`);
      if (next > change + EPOCH) assert.equal(smsAt(phases, change + EPOCH), 2, `${change}`);
    }
    assert.ok(
      changes.some((change, at) => (changes[at + 1] ?? 60000) > change + EPOCH),
      'an epoch was long enough for a decision',
    );
  });

  it('hands SMs over when the prediction is done, and decides no later for it', () => {
    const phases = phasesWith({ predictionCycles: 362 });
    for (const epochs of [1, 2, 3]) {
      const moved = phases.find(({ fromCycle }) => fromCycle === epochs * EPOCH + 362);
      assert.ok(moved, `${epochs}`);
    }
    assert.equal(smsAt(phases, EPOCH + 361), 3);
    assert.equal(smsAt(phases, EPOCH + 362), 2);
  });
});
