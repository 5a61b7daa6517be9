import assert from 'node:assert/strict';
import type { YieldState } from '../../../src/analysis/protocol';
import type { ListedTrial, YieldSearchAnswer } from '../../../src/analysis/yielding/yieldAnswer';
import { YieldSearching } from '../../../src/editor/share/yieldSearching';
import type { Scenario } from '../../../src/kernel/scenario';
import { sampleYields } from '../../webview/samples/yields';
import { Deferred, FakeEmitter, FakeJob, settled } from './fakes';

const { answer } = sampleYields() as { answer: YieldSearchAnswer };
const { request, trials } = answer;

/** A service whose scenario and worker the test ends by hand. */
function service() {
  const made = new Deferred<Scenario>();
  const jobs: (FakeJob<YieldSearchAnswer> & { onTrial: (trial: ListedTrial) => void })[] = [];
  const changed = new FakeEmitter<YieldState>();
  const yielding = new YieldSearching(changed, { scenarioOf: () => made.promise }, (_, __, onTrial) => {
    const job = Object.assign(new FakeJob<YieldSearchAnswer>(), { onTrial });
    jobs.push(job);
    return job;
  });
  return { yielding, made, jobs, changed };
}
const scenario = { apps: [] } as unknown as Scenario;

describe('a question how much a kernel is to yield', () => {
  it('tells of every trial on the way to its answer', async () => {
    const { yielding, made, jobs, changed } = service();
    const asked = yielding.ask(request);
    made.resolve(scenario);
    await settled();
    trials.slice(0, 2).forEach(jobs[0]!.onTrial);
    assert.deepEqual(
      changed.told.map(({ busy, trials: tried }) => [busy, tried.length]),
      [
        [true, 0],
        [true, 1],
        [true, 2],
      ],
    );
    jobs[0]!.outcome.resolve(answer);
    await asked;
    assert.deepEqual([yielding.state().busy, yielding.state().answer], [false, answer]);
  });

  it('ends its worker when it is cancelled, keeps what was tried, and hears no more of it', async () => {
    const { yielding, made, jobs } = service();
    const asked = yielding.ask(request);
    made.resolve(scenario);
    await settled();
    jobs[0]!.onTrial(trials[0]!);
    yielding.cancel();
    await asked;
    jobs[0]!.onTrial(trials[1]!);
    const { busy, error, trials: tried } = yielding.state();
    assert.deepEqual([jobs[0]!.isCancelled, busy, error, tried.length], [true, false, null, 1]);
  });

  it('starts no worker when it is cancelled while the scenario is made', async () => {
    const { yielding, made, jobs } = service();
    const asked = yielding.ask(request);
    yielding.cancel();
    made.resolve(scenario);
    await asked;
    assert.deepEqual(jobs, []);
  });

  it('says why there is no answer', async () => {
    const { yielding, made, jobs } = service();
    const asked = yielding.ask(request);
    made.resolve(scenario);
    await settled();
    jobs[0]!.outcome.reject(new Error('never ends'));
    await asked;
    assert.deepEqual([yielding.state().busy, yielding.state().error], [false, 'never ends']);
  });
});
