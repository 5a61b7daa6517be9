import assert from 'node:assert/strict';
import type { AloneRuns } from '../../../src/analysis/colocation/aloneRuns';
import type { ColocateState } from '../../../src/analysis/protocol';
import type { ColocateNews, ColocateResult } from '../../../src/analysis/results/colocateResult';
import { Colocating } from '../../../src/editor/colocate/colocating';
import { sampleColocate } from '../../webview/samples/service';
import { Deferred, FakeEmitter, FakeJob, settled } from './fakes';

const { request, result } = sampleColocate() as { [K in keyof ColocateState]: NonNullable<ColocateState[K]> };
const { result: partial } = sampleColocate(true) as { result: ColocateResult };
const news: ColocateNews = { fraction: 0.5, phase: 'kmeans', result: partial };
const runs = { batch: [] } as unknown as AloneRuns;

/** A service whose runs and worker the test ends by hand. */
function service() {
  const known = new Deferred<AloneRuns>();
  const jobs: (FakeJob<ColocateResult> & { onNews: (news: ColocateNews) => void })[] = [];
  const changed = new FakeEmitter<ColocateState>();
  const colocating = new Colocating(changed, { aloneRuns: () => known.promise }, (_, target, onNews) => {
    assert.deepEqual(target, request.target);
    const job = Object.assign(new FakeJob<ColocateResult>(), { onNews });
    jobs.push(job);
    return job;
  });
  return { colocating, known, jobs, changed };
}

describe('a question what can share the GPU with a service', () => {
  it('tells how far it is, and the applications that are answered', async () => {
    const { colocating, known, jobs, changed } = service();
    const asked = colocating.ask(request);
    known.resolve(runs);
    await settled();
    jobs[0]!.onNews(news);
    jobs[0]!.outcome.resolve(result);
    await asked;
    assert.deepEqual(
      changed.told.map(({ busy, fraction, result: told }) => [busy, fraction, told?.candidates.length ?? 0]),
      [
        [true, null, 0],
        [true, 0.5, 1],
        [false, 0.5, 3],
      ],
    );
  });

  it('ends its worker when it is cancelled, keeps what was answered, and hears no more of it', async () => {
    const { colocating, known, jobs } = service();
    const asked = colocating.ask(request);
    known.resolve(runs);
    await settled();
    jobs[0]!.onNews(news);
    colocating.cancel();
    await asked;
    jobs[0]!.onNews({ ...news, result });
    const { busy, error, result: kept } = colocating.state();
    assert.deepEqual([jobs[0]!.isCancelled, busy, error, kept], [true, false, null, partial]);
  });

  it('starts no worker when it is cancelled while runs are worked out', async () => {
    const { colocating, known, jobs } = service();
    const asked = colocating.ask(request);
    colocating.cancel();
    known.resolve(runs);
    await asked;
    assert.deepEqual(jobs, []);
  });

  it('says why there is no answer', async () => {
    const { colocating, known } = service();
    const asked = colocating.ask(request);
    known.reject(new Error('no run'));
    await asked;
    const { busy, error, result: none } = colocating.state();
    assert.deepEqual([busy, error, none], [false, 'no run', null]);
  });
});
