import assert from 'node:assert/strict';
import { english } from '../../../../src/words';
import { simulatedSplit } from '../../../../src/sharing/allocate/simulatedSplit';
import { soloCounters } from '../../../../src/sharing/soloCounters';
import { partingText, simulatedVerdict } from '../../../../src/words/texts/simulatedSplitTexts';
import { parseScenario } from '../../../../src/kernel/scenario';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { alu } from '../../simulator/programs';

/** Arithmetic alone: twice the SMs are twice the speed. `long` does not end within the epoch, `short` often. */
const app = (name: string, iterations: number) => ({
  name,
  program: alu,
  launch: { grid: 1920, block: 128 },
  arguments: { iterations },
});
const scenario = parseScenario({ gpu: 'themis-60sm', apps: [app('long', 20_000), app('short', 50)] });
const loaded = loadSpec('themis-60sm');
const runsAlone = () => soloCounters(scenario, loaded);
const goal = { kind: 'fair', weights: [1, 1] } as const;

describe('a simulation of the advised split', () => {
  const check = simulatedSplit(scenario, loaded, { sms: [20, 40], goal }, runsAlone);
  const simulated = check.simulated!;

  it('tells what fewer SMs cost a launch that it cuts as one that ends in it', () => {
    const [long, short] = simulated.slowdowns;
    assert.ok(Math.abs(long! - 3) < 0.1, String(simulated.slowdowns));
    // 1.5, and less by the latency of its launches, which is as long alone.
    assert.ok(short! > 1.05 && short! < 1.55, String(simulated.slowdowns));
    assert.equal(check.notSimulated, null);
  });

  it('says whether the goal holds in it', () => {
    assert.ok(simulated.unfairness! > 0.3, String(simulated.unfairness));
    const verdict = simulatedVerdict({ ...simulated, unfairness: 0.38 });
    assert.equal(verdict, 'Simulated, slowdowns by weight differ by 38 % between them; 0 % is fair.');
    const targets = { kind: 'qos', targets: [0.5, null] } as const;
    const missed = simulatedSplit(scenario, loaded, { sms: [20, 40], goal: targets }, runsAlone);
    assert.equal(simulatedVerdict(missed.simulated!), 'Simulated, not every target is met.');
  });

  it('parts from the prediction where the predictor is farther off than on the mean', () => {
    const error = { metric: 'errSD', mean: 0.1, worst: 0.3, evidence: 'made up' } as const;
    const predicted = (long: number, short: number) => ({
      error,
      apps: [long, short].map((slowdown, at) => ({ name: scenario.apps[at]!.name, slowdown })),
    });
    const slowdowns = [3, 1.5];
    assert.equal(partingText(predicted(2.9, 1.4), { slowdowns }), null);
    assert.equal(
      partingText(predicted(2, 1.9), { slowdowns }),
      'Simulation and prediction disagree: simulated slowdowns differ from predicted ones by long +50 %, short −21 %.',
    );
  });

  it('says why there is none', () => {
    const { simulated: none, notSimulated } = simulatedSplit(
      scenario,
      loaded,
      { sms: [40, 40], goal },
      runsAlone,
    );
    assert.equal(none, null);
    assert.match(english(notSimulated!), /80 SMs in all, but the GPU has 60/);
  });
});
