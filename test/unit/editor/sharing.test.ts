import assert from 'node:assert/strict';
import type { ShareAnswer, ShareRequest } from '../../../src/analysis/corun/share';
import type { ProgramShareAnswer } from '../../../src/analysis/results/programShareResult';
import type { ShareState } from '../../../src/analysis/protocol';
import { CancelledError } from '../../../src/analysis/worker/workerHandle';
import { Sharing, type StartSharing } from '../../../src/editor/share/sharing';
import type { Scenario } from '../../../src/kernel/scenario';
import { sampleShare } from '../../webview/samples/share';
import { Deferred, FakeEmitter, FakeJob, settled } from './fakes';

const answer = sampleShare().answer!;
const scenario = { apps: [] } as unknown as Scenario;

function question(...kernelIds: string[]): ShareRequest {
  return { kernelIds, goal: { kind: 'fair', weights: kernelIds.map(() => 1) }, mechanism: null };
}

/** A share service with scenarios and workers that the test ends by hand. */
function service() {
  const scenarios: Deferred<Scenario>[] = [];
  const jobs: (FakeJob<ShareAnswer> & { about: string })[] = [];
  const changed = new FakeEmitter<ShareState>();
  const scenarioOf = (): Promise<Scenario> => {
    const made = new Deferred<Scenario>();
    scenarios.push(made);
    return made.promise;
  };
  const programJobs: FakeJob<ProgramShareAnswer>[] = [];
  const startPrograms = (): FakeJob<ProgramShareAnswer> => {
    const job = new FakeJob<ProgramShareAnswer>();
    programJobs.push(job);
    return job;
  };
  const start: StartSharing = (_, { kernelIds }, counters) => {
    const job = Object.assign(new FakeJob<ShareAnswer>(), { about: `${kernelIds.join()} ${counters}` });
    jobs.push(job);
    return job;
  };
  const sharing = new Sharing(changed, { scenarioOf }, start, startPrograms);
  return { sharing, scenarios, jobs, programJobs, changed };
}

describe('a question who gets how many SMs', () => {
  it('is answered from runs alone first, then from a simulated co-run', async () => {
    const { sharing, scenarios, jobs } = service();
    const asked = sharing.ask(question('a', 'b'));
    assert.equal(sharing.state().busy, true);
    scenarios[0]!.resolve(scenario);
    await settled();
    jobs[0]!.outcome.resolve({ ...answer, aloneRefused: 'first' });
    await settled();
    assert.deepEqual([sharing.state().busy, sharing.state().answer?.aloneRefused], [true, 'first']);
    jobs[1]!.outcome.resolve({ ...answer, aloneRefused: 'second' });
    await asked;
    assert.deepEqual([sharing.state().busy, sharing.state().answer?.aloneRefused], [false, 'second']);
    assert.deepEqual(
      jobs.map(({ about }) => about),
      ['a,b solo', 'a,b shared'],
    );
  });

  it('is answered once where programs are asked for, without a scenario', async () => {
    const { sharing, scenarios, jobs, programJobs } = service();
    const asked = sharing.ask({ ...question('a'), programs: ['p'] });
    const ofPrograms = { assumptions: ['taken'] } as unknown as ProgramShareAnswer;
    programJobs[0]!.outcome.resolve(ofPrograms);
    await asked;
    assert.deepEqual([sharing.state().ofPrograms, sharing.state().answer], [ofPrograms, null]);
    assert.deepEqual([scenarios.length, jobs.length, sharing.state().busy], [0, 0, false]);
  });

  it('ends at once when it is cancelled while the scenario is made, and starts no worker', async () => {
    const { sharing, scenarios, jobs, changed } = service();
    const asked = sharing.ask(question('a', 'b'));
    sharing.cancel();
    assert.equal(changed.told.at(-1)!.busy, false);
    scenarios[0]!.resolve(scenario);
    await asked;
    assert.deepEqual(jobs, []);
    assert.deepEqual([sharing.state().busy, sharing.state().error], [false, null]);
  });

  it('starts no worker after disposal', async () => {
    const { sharing, scenarios, jobs } = service();
    const asked = sharing.ask(question('a', 'b'));
    sharing.dispose();
    scenarios[0]!.resolve(scenario);
    await asked;
    assert.deepEqual(jobs, []);
  });

  it('ends its worker on disposal', async () => {
    const { sharing, scenarios, jobs } = service();
    const asked = sharing.ask(question('a', 'b'));
    scenarios[0]!.resolve(scenario);
    await settled();
    sharing.dispose();
    await asked;
    assert.deepEqual(
      jobs.map(({ isCancelled }) => isCancelled),
      [true],
    );
  });

  it('gives way to a newer one while its scenario is made', async () => {
    const { sharing, scenarios, jobs } = service();
    const older = sharing.ask(question('a', 'b'));
    void sharing.ask(question('c', 'd'));
    scenarios[0]!.resolve(scenario);
    await older;
    assert.deepEqual(jobs, []);
    scenarios[1]!.resolve(scenario);
    await settled();
    assert.deepEqual(
      jobs.map(({ about }) => about),
      ['c,d solo'],
    );
    assert.deepEqual([sharing.state().busy, sharing.state().request?.kernelIds], [true, ['c', 'd']]);
  });

  it('gives way to the same question asked again', async () => {
    const { sharing, scenarios, jobs } = service();
    const same = question('a', 'b');
    const older = sharing.ask(same);
    void sharing.ask(same);
    scenarios[0]!.reject(new Error('of the older'));
    await older;
    assert.deepEqual([sharing.state().busy, sharing.state().error], [true, null]);
    scenarios[1]!.resolve(scenario);
    await settled();
    assert.equal(jobs.length, 1);
  });

  it('says why there is no scenario, until the next question', async () => {
    const { sharing, scenarios } = service();
    const asked = sharing.ask(question('a', 'b'));
    scenarios[0]!.reject(new Error('kernel a has no launch'));
    await asked;
    assert.deepEqual(
      [sharing.state().busy, sharing.state().answer, sharing.state().error],
      [false, null, 'kernel a has no launch'],
    );
    void sharing.ask(question('a', 'b'));
    assert.deepEqual([sharing.state().busy, sharing.state().error], [true, null]);
  });

  it('is not answered, without an error, where the analysis behind it is cancelled', async () => {
    const { sharing, scenarios } = service();
    const asked = sharing.ask(question('a', 'b'));
    scenarios[0]!.reject(new CancelledError());
    await asked;
    assert.deepEqual([sharing.state().busy, sharing.state().error], [false, null]);
  });

  it('goes on where runs alone cannot tell', async () => {
    const { sharing, scenarios, jobs } = service();
    const asked = sharing.ask(question('a', 'b'));
    scenarios[0]!.resolve(scenario);
    await settled();
    jobs[0]!.outcome.reject(new Error('too large for runs alone'));
    await settled();
    jobs[1]!.outcome.resolve(answer);
    await asked;
    assert.equal(sharing.state().answer, answer);
  });

  it('keeps the first answer when the second fails or is cancelled', async () => {
    for (const end of ['fail', 'cancel']) {
      const { sharing, scenarios, jobs } = service();
      const asked = sharing.ask(question('a', 'b'));
      scenarios[0]!.resolve(scenario);
      await settled();
      jobs[0]!.outcome.resolve(answer);
      await settled();
      if (end === 'fail') jobs[1]!.outcome.reject(new Error('out of memory'));
      else sharing.cancel();
      await asked;
      const { busy, error } = sharing.state();
      assert.deepEqual([busy, error], [false, end === 'fail' ? 'out of memory' : null]);
      assert.equal(sharing.state().answer, answer);
      assert.equal(jobs[1]!.isCancelled, end === 'cancel');
    }
  });
});
