import assert from 'node:assert/strict';
import fc from 'fast-check';
import { goalPolicy, type AllocationGoal } from '../../../../src/sharing/goal';
import { appliedAllocation } from '../../../../src/sharing/allocate/appliedAllocation';
import { applySplit } from '../../../../src/sharing/applied/applySplit';
import { parseScenario, type Scenario } from '../../../../src/kernel/scenario';
import { forecastSlowdowns, type SplitForecast } from '../../../../src/predictors/forecast';
import { loadSpec, type LoadedSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu } from '../../simulator/programs';

const h100 = loadSpec('h100-sxm');

function scenarioOf(apps: number, { gpu }: LoadedSpec): Scenario {
  const launch = { grid: 240, block: 128 };
  return parseScenario({
    gpu: gpu.id,
    apps: Array.from({ length: apps }, (_, at) => ({ name: `app${at}`, program: alu, launch })),
  });
}

/** Applications that scale up to a share of the GPU. */
const scalingTo = (shares: readonly number[], { spec }: LoadedSpec): SplitForecast[] =>
  shares.map((share, app) => ({
    at: (sms) => ({ scalability: 1 / Math.min(1, sms[app]! / (share * spec.sms)), interference: 1 }),
  }));

function contexts(
  goal: AllocationGoal,
  loaded: LoadedSpec,
  sms: readonly number[],
  apps: readonly SplitForecast[],
): ReturnType<typeof appliedAllocation> {
  const wish = { goal, scenario: scenarioOf(sms.length, loaded), loaded, sms, apps, guard: null };
  return appliedAllocation(wish, 'green-contexts');
}

describe('a split as green contexts allow it', () => {
  it('does not take from whom has a target what rounding gives to others', () => {
    const goal = { kind: 'qos', targets: [0.8, null, null] } as const;
    const apps = scalingTo([1, 1, 1], h100);
    const { applied } = contexts(goal, h100, [111, 20, 1], apps);
    assert.deepEqual(applied!.sms, [112, 8, 12]);
    assert.equal(applied!.targetsMet, true);
    assert.match(applied!.apply[0]!.code, /takeSms\(device, rest, 112\);.*app0/);
  });

  it('is the advised one where that needs no rounding', () => {
    const goal = { kind: 'fair', weights: [1, 1] } as const;
    const apps = scalingTo([1, 0.2], h100);
    const { applied } = contexts(goal, h100, [64, 68], apps);
    assert.deepEqual(applied!.sms, [64, 68]);
  });

  it('suits the goal no less than the nearest one, on every generation', () => {
    const cases = fc.record({
      loaded: fc.constantFrom(h100, loadSpec('v100-sxm2'), loadSpec('a100-80gb')),
      shares: fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 2, maxLength: 4 }),
      weights: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }),
      first: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
      isFair: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ loaded, shares, weights, first, isFair }) => {
        const total = loaded.spec.sms;
        const others = shares.length - 1;
        const most = Math.min(total - others, Math.max(1, Math.round(first * total)));
        const each = Math.floor((total - most) / others);
        const sms = shares.map((_, at) => (at === 0 ? total - each * others : each));
        const goal: AllocationGoal = isFair
          ? { kind: 'fair', weights: weights.slice(0, shares.length) }
          : { kind: 'qos', targets: shares.map((_, at) => (at === 0 ? 0.7 : null)) };
        const scenario = scenarioOf(shares.length, loaded);
        const apps = scalingTo(shares, loaded);
        const { applied } = contexts(goal, loaded, sms, apps);
        const parts = scenario.apps.map(({ name }, app) => ({ name, sms: sms[app]! }));
        const nearest = applySplit(loaded.gpu, parts, 'green-contexts');
        const policy = goalPolicy(goal, scenario, null);
        const score = (split: readonly number[]): number => policy.score(forecastSlowdowns(apps, split));
        assert.ok(score(applied!.sms) >= score(nearest.sms), `${String(applied!.sms)} for ${String(sms)}`);
        assert.deepEqual(
          applySplit(
            loaded.gpu,
            parts.map(({ name }, app) => ({ name, sms: applied!.sms[app]! })),
            'green-contexts',
          ).sms,
          applied!.sms,
        );
      }),
      { numRuns: 200 },
    );
  });
});
