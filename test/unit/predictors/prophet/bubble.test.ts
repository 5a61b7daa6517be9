import assert from 'node:assert/strict';
import { pcieBubble } from '../../../../src/predictors/prophet/bubble';
import { prophet } from '../../../../src/predictors/prophet/latencies';
import type { SoloRun } from '../../../../src/predictors/latencyPort';
import { mean } from '../../../../src/stats/means';
import { question, soloRun } from './runs';

const copy = { pinned: false };
const QUERIES = 20;

const told = (service: SoloRun, beside: readonly SoloRun[]): number =>
  mean(pcieBubble.latencies(question(service, beside, QUERIES)));

describe('the PCIe bubble', () => {
  it('slows a service down by the use of the link alone', () => {
    const service = soloRun('service', [copy]);
    assert.equal(told(service, [soloRun('kernels', [{}, {}])]), 1000);
    assert.ok(Math.abs(told(soloRun('kernels', [{}]), [soloRun('copies', [copy])]) - 1000) < 1e-6);
  });

  it('reads a pressure between two numbers of bubbles off between them', () => {
    const service = soloRun('service', [copy]);
    // A bubble copies up for 1000 ns and down for 1000 ns, and goes at half speed beside the service.
    const whole = told(service, [soloRun('always', [copy])]);
    assert.ok(whole > 1400 && whole < 1600, String(whole));
    const half = told(service, [soloRun('half', [copy, {}])]);
    assert.ok(Math.abs(half - (1000 + whole) / 2) < 1e-6, String(half));
    const less = told(service, [soloRun('narrow', [{ ...copy, linkShare: 0.5 }])]);
    assert.ok(Math.abs(less - half) < 1e-6, String(less));
    assert.ok(told(service, [soloRun('one', [copy]), soloRun('other', [copy])]) > whole + 200);
  });

  it('does not see that pinned copies hold pageable ones up', () => {
    const service = soloRun('service', [copy]);
    const neighbour = (pinned: boolean): SoloRun => soloRun('neighbour', [{ pinned }, { soloNs: 3000 }]);
    assert.equal(told(service, [neighbour(true)]), told(service, [neighbour(false)]));
    const truth = [true, false].map((pinned) =>
      mean(prophet.latencies(question(service, [neighbour(pinned)], QUERIES))),
    );
    assert.ok(truth[0]! > truth[1]!);
  });
});
