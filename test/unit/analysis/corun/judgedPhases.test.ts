import assert from 'node:assert/strict';
import { phasesBeforeCut } from '../../../../src/predictors/counting/phasesBeforeCut';
import { parseScenario } from '../../../../src/kernel/scenario';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu, launchOf, vecadd } from '../../simulator/programs';

/** Phases of ten cycles in which one application is active or not; what is kept, as their numbers. */
function kept(active: readonly boolean[]): number[] {
  const phases = active.map((on, at) => ({
    fromCycle: 10 * at,
    toCycle: 10 * at + 10,
    apps: [{ sms: 1, active: on, events: ratesBy(() => 0) }],
  }));
  return phasesBeforeCut(phases, 0).map(({ fromCycle }) => fromCycle / 10);
}
import { predictCoRun } from './lawfulModel';

describe('phases by which an application is judged', () => {
  const [on, off] = [true, false];

  it('leave out the latency of the launch that the end of the epoch cuts, and no other', () => {
    assert.deepEqual(kept([off, on]), [1]);
    assert.deepEqual(kept([off, on, on, off, off, on, on]), [0, 1, 2, 5, 6]);
    assert.deepEqual(kept([off, on, off]), [0, 1]);
    assert.deepEqual(kept([on, on]), [0, 1]);
    assert.deepEqual(kept([off, off]), []);
  });

  it('let a long kernel lose as much in a short epoch as in a long one', () => {
    const scenario = parseScenario({
      gpu: 'themis-60sm',
      apps: [
        { name: 'long', program: alu, launch: { grid: 9600, block: 128 }, arguments: { iterations: 400 } },
        { name: 'other', program: vecadd, launch: launchOf(2 ** 18), arguments: { n: 2 ** 18 } },
      ],
    });
    const model = {
      gpu: 'themis-60sm',
      label: 'half',
      error: { metric: null, evidence: 'made up' } as const,
      predict: (smFraction: number) => ({ scalability: 1 / smFraction, interference: 1 }),
      warnings: () => [],
    };
    const slowdown = (cycles: number): number =>
      predictCoRun(scenario, loadSpec('themis-60sm'), model, cycles).apps[0]!.slowdown;
    assert.deepEqual([slowdown(8000), slowdown(16_000)], [2, 2]);
  });
});
