import assert from 'node:assert/strict';
import { prophet, sequentialKernelModel } from '../../../../src/predictors/prophet/latencies';
import { mean } from '../../../../src/stats/means';
import { told } from '../../../support/told';
import { question, soloRun } from './runs';

const copy = { pinned: false };

describe('latencies of a service (section 6)', () => {
  it('are those alone beside nothing, operations one behind the other', () => {
    const service = soloRun('service', [
      copy,
      { blocks: 9 },
      { blocks: 1, soloNs: 250 },
      { ...copy, down: true },
    ]);
    assert.deepEqual(prophet.latencies(question(service, [], 2)), [3250, 3250]);
  });

  it('are untouched by what uses other parts of the GPU', () => {
    const service = soloRun('service', [{ blocks: 2 }]);
    const others = [soloRun('kernels', [{ blocks: 2 }]), soloRun('copies', [copy, copy])];
    for (const ns of prophet.latencies(question(service, others, 20))) assert.ok(Math.abs(ns - 1000) < 1e-6);
  });

  it('grow by half a kernel of the neighbour in the mean where it fills all SMs between short copies', () => {
    // A round is a kernel of 1000 ns and copies down of 1000 ns. A query of 1 ns meets the kernel half the time, and
    // waits 500 ns for it then: 1 + 0.5 * 500.
    const service = soloRun('service', [{ soloNs: 1 }]);
    const other = soloRun('other', [{}, { pinned: true, down: true }]);
    const ns = prophet.latencies(question(service, [other], 6000));
    assert.ok(Math.abs(mean(ns) - 251) < 15, String(mean(ns)));
    assert.ok(Math.max(...ns) <= 1001 + 1e-6 && Math.min(...ns) >= 1 - 1e-6);
    assert.deepEqual(ns, prophet.latencies(question(service, [other], 6000)));
  });

  it('meet neighbours in the middle of their rounds', () => {
    // Four neighbours take turns on the SMs: a round of each, a copy and nine kernels of 1000 ns, takes 36,000 ns. A
    // copy of theirs is under way for 4000 of them, and a query that meets one waits for 500 ns.
    const service = soloRun('service', [{ pinned: true, soloNs: 1 }]);
    const other = soloRun('other', [{ pinned: true }, ...Array.from({ length: 9 }, () => ({}))]);
    const ns = prophet.latencies(question(service, [other, other, other, other], 600));
    assert.ok(Math.abs(mean(ns) - (1 + 500 / 9)) < 20, String(mean(ns)));
  });

  it('are overestimated where kernels run one behind the other that leave SMs', () => {
    const service = soloRun('service', [{ blocks: 1, soloNs: 100 }]);
    const other = soloRun('other', [{ blocks: 1, soloNs: 10_000 }]);
    const asked = question(service, [other], 50);
    assert.ok(Math.abs(mean(prophet.latencies(asked)) - 100) < 1e-6);
    assert.ok(mean(sequentialKernelModel.latencies(asked)) > 3000);
  });

  it('do not end while a slower neighbour holds the service up for many of its times', () => {
    const service = soloRun('service', [{ soloNs: 1 }, { soloNs: 1 }]);
    const other = soloRun('other', [{ soloNs: 100_000 }]);
    for (const ns of prophet.latencies(question(service, [other], 5)))
      assert.ok(ns > 100_000 && ns < 200_003);
  });

  it('have no end where pinned copies of neighbours hold the link for ever', () => {
    const service = soloRun('service', [copy]);
    const holder = soloRun('holder', [{ pinned: true }]);
    assert.deepEqual(prophet.latencies(question(service, [holder, holder], 2)), [Infinity, Infinity]);
  });

  it('are refused where a run does not tell of an operation', () => {
    const service = { ...soloRun('service', [{}]), kernels: new Map() };
    assert.throws(() => prophet.latencies(question(service)), told(/service: the run alone does not tell/));
  });
});
