import assert from 'node:assert/strict';
import { atPace, hostPace } from '../../../src/analysis/applications/hostPace';
import type { SoloRun } from '../../../src/predictors/latencyPort';
import { soloRun } from '../predictors/prophet/runs';

/** A host that works for 1000 ns before a kernel of 1000 ns, which begins 500 ns after its call. */
function hosted(): SoloRun {
  const run = soloRun('hosted', [{}]);
  const [kernel] = [...run.kernels.keys()];
  const { application } = run;
  return {
    ...run,
    application: { ...application, operations: [{ kind: 'host', ns: 1000 }, ...application.operations] },
    delays: new Map([[kernel!, { afterCallNs: 500, afterStreamNs: 10 }]]),
  };
}

const aloneNs = ({ application, delays }: SoloRun): number => {
  const [host] = application.operations;
  const [delay] = [...delays!.values()];
  return (host?.kind === 'host' ? host.ns : 0) + delay!.afterCallNs + 1000;
};

describe('the pace of a host without a profiler', () => {
  it('makes its work and its launches shorter by one factor, so that the run takes as long as measured', () => {
    const run = hosted();
    const pace = hostPace(run, 2000, aloneNs);
    assert.ok(Math.abs(pace - 2 / 3) < 1e-3, `${pace}`);
    const paced = atPace(run, pace);
    assert.ok(Math.abs(aloneNs(paced) - 2000) < 2);
    assert.equal([...paced.delays!.values()][0]!.afterStreamNs, 10);
  });

  it('is that of the trace where the run takes no longer, and none where its kernels take longer', () => {
    assert.equal(hostPace(hosted(), 2500, aloneNs), 1);
    assert.equal(hostPace(hosted(), 900, aloneNs), 0);
  });
});
