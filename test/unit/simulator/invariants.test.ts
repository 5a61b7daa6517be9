import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Scenario } from '../../../src/kernel/scenario';
import {
  INSTRUCTION_COUNTERS,
  STALL_COUNTERS,
  warpInstructions,
  type Counters,
} from '../../../src/simulator/core/counters';
import { resultOf, type SimulationResult } from '../../../src/simulator/run/result';
import type { SimulatorRun } from '../../../src/simulator/run/simulatorRun';
import { createRun, createSoloRun } from '../../../src/simulator/simulate';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { randomScenario, randomSpec } from './randomScenario';

const kernelsOf = (result: SimulationResult): Counters[] =>
  result.apps.flatMap((app) => app.kernels.map((kernel) => kernel.counters));

function finish(run: SimulatorRun): SimulationResult {
  const end = run.run();
  assert.equal(end, 'finished');
  // Stores may still be under way when the last warp ends; nothing else happens then, and nothing is lost.
  run.machine.drain();
  assert.equal(run.machine.inFlight, 0, 'requests that never came to their end');
  return resultOf(run, end, []);
}

const finished = (scenario: Scenario, spec: LoadedSpec) => finish(createRun(scenario, spec));

/** Counters that say what was done, not how long it took. */
function workOf(c: Counters): number[] {
  return [
    ...INSTRUCTION_COUNTERS.flatMap((name) => [c[name], c[`${name}Threads`]]),
    c.branches,
    c.divergentBranches,
    c.blocksDone,
    c.warpsDone,
    c.sharedPasses,
    c.l1StoreSectors,
    c.l2AtomicRequests,
  ];
}

describe('any program on any machine', () => {
  it('comes to its end, loses no request and counts every warp cycle once', () => {
    fc.assert(
      fc.property(randomScenario, randomSpec, (scenario, spec) => {
        for (const c of kernelsOf(finished(scenario, spec))) {
          assert.equal(c.blocksDone, c.blocksLaunched);
          assert.equal(c.warpsDone, c.warpsLaunched);
          const stalls = STALL_COUNTERS.reduce((sum, name) => sum + c[name], 0);
          const busy = stalls + warpInstructions(c);
          if (spec.spec.sm.issuePerWarp === 1 && c.blocksSwitchedOut === 0) assert.equal(busy, c.warpCycles);
          assert.ok(c.l2WriteSectors >= 0 && c.dramRowHits <= c.dramReads + c.dramWrites);
          for (const value of Object.values(c)) assert.ok(Number.isFinite(value) && value >= 0);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('does the same work alone as in company', () => {
    fc.assert(
      fc.property(randomScenario, randomSpec, (scenario, spec) => {
        const shared = kernelsOf(finished(scenario, spec));
        scenario.apps.forEach((_, app) => {
          const alone = kernelsOf(finish(createSoloRun(scenario, app, spec)));
          assert.deepEqual(workOf(alone[0]!), workOf(shared[app]!));
        });
      }),
      { numRuns: 30 },
    );
  });

  it('is the same twice, stepped in any stretches, and from any snapshot', () => {
    fc.assert(
      fc.property(randomScenario, randomSpec, fc.integer({ min: 1, max: 3000 }), (scenario, spec, cut) => {
        const whole = finished(scenario, spec);
        const stepped = createRun(scenario, spec);
        stepped.machine.run(cut, () => false);
        const fork = stepped.fork();
        assert.deepEqual(finish(fork), whole);
        for (let end = cut + 977; end < cut + 5000; end += 977) stepped.machine.run(end, () => false);
        assert.deepEqual(kernelsOf(finish(stepped)), kernelsOf(whole));
      }),
      { numRuns: 30 },
    );
  });
});
