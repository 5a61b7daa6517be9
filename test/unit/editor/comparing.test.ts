import assert from 'node:assert/strict';
import type { CompareRequest, CompareState } from '../../../src/analysis/protocol';
import type { AnyCompareResult } from '../../../src/analysis/results/compareResult';
import { Comparing } from '../../../src/editor/compare/comparing';
import { sampleCompare } from '../../webview/samples/compare';
import { FakeEmitter, FakeJob } from './fakes';

const { request, result } = sampleCompare();

/** A service whose workers the test ends by hand. */
function service() {
  const jobs: (FakeJob<AnyCompareResult> & { tell: (result: AnyCompareResult) => void })[] = [];
  const changed = new FakeEmitter<CompareState>();
  const comparing = new Comparing(changed, (_: CompareRequest, tell) => {
    const job = Object.assign(new FakeJob<AnyCompareResult>(), { tell });
    jobs.push(job);
    return job;
  });
  return { comparing, jobs, changed };
}

describe('a question which sharing mode suits two kernels', () => {
  it('shows what is known so far, and is busy until it is all', async () => {
    const { comparing, jobs } = service();
    const asked = comparing.ask(request!);
    assert.deepEqual([comparing.state().busy, comparing.state().result], [true, null]);
    jobs[0]!.tell({ ...result!, gpus: [] });
    assert.deepEqual([comparing.state().busy, comparing.state().result?.gpus], [true, []]);
    jobs[0]!.outcome.resolve(result!);
    await asked;
    assert.deepEqual(comparing.state(), { request, busy: false, result, error: null });
  });

  it('keeps what is known when it is cancelled, and says why it failed', async () => {
    const { comparing, jobs } = service();
    const asked = comparing.ask(request!);
    jobs[0]!.tell(result!);
    comparing.cancel();
    await asked;
    assert.deepEqual(comparing.state(), { request, busy: false, result, error: null });
    const again = comparing.ask(request!);
    jobs[1]!.outcome.reject(new Error('no such kernel'));
    await again;
    assert.equal(comparing.state().error, 'no such kernel');
  });

  it('gives way to a later one, of which an earlier worker says nothing', async () => {
    const { comparing, jobs } = service();
    const first = comparing.ask(request!);
    const second = comparing.ask({ ...request!, gpus: ['gtx-950'] });
    jobs[0]!.tell(result!);
    await first;
    assert.equal(jobs[0]!.isCancelled, true);
    assert.deepEqual([comparing.state().busy, comparing.state().result], [true, null]);
    jobs[1]!.outcome.resolve(result!);
    await second;
    assert.deepEqual(comparing.state().request?.gpus, ['gtx-950']);
  });
});
