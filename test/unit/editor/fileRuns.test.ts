import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ScenarioState } from '../../../src/analysis/protocol';
import type { ScenarioReport } from '../../../src/analysis/results/scenarioResult';
import { FileRuns } from '../../../src/editor/fileRuns/fileRuns';
import { Deferred, FakeEmitter, FakeJob, settled } from './fakes';

const uri = { path: '/work/pair.json' } as vscode.Uri;
const report = {} as ScenarioReport;

/** Simulations of files that the test hands over by hand. */
function service() {
  const files: Deferred<string>[] = [];
  const jobs: FakeJob<ScenarioReport>[] = [];
  const read = (): Promise<string> => {
    const file = new Deferred<string>();
    files.push(file);
    return file.promise;
  };
  const fileOf = ({ path }: vscode.Uri) => ({ path, place: { folder: '/work', within: null }, read });
  const runs = new FileRuns(new FakeEmitter<ScenarioState>(), fileOf, () => {
    const job = new FakeJob<ScenarioReport>();
    jobs.push(job);
    return job;
  });
  return { runs, files, jobs };
}

describe('the simulation of a scenario file', () => {
  it('gives way to another one of the same file, whatever it waits for', async () => {
    const { runs, files, jobs } = service();
    const first = runs.run(uri);
    const second = runs.run(uri);
    for (const file of files) file.resolve('{}');
    await first;
    await settled();
    assert.equal(jobs.length, 1);
    const third = runs.run(uri);
    await second;
    assert.deepEqual([jobs[0]!.isCancelled, runs.state().busy, runs.state().error], [true, true, null]);
    files[2]!.resolve('{}');
    await settled();
    jobs[1]!.outcome.resolve(report);
    await third;
    assert.deepEqual([runs.state().busy, runs.state().report], [false, report]);
  });

  it('starts no worker when it is cancelled or disposed of while the file is read', async () => {
    for (const end of ['cancel', 'dispose'] as const) {
      const { runs, files, jobs } = service();
      const run = runs.run(uri);
      runs[end]();
      if (end === 'cancel') assert.deepEqual([runs.state().busy, runs.state().error], [false, null]);
      files[0]!.resolve('{}');
      await run;
      assert.deepEqual(jobs, []);
    }
  });

  it('says what is wrong with a file, until the next one', async () => {
    const { runs, files } = service();
    const run = runs.run(uri);
    files[0]!.resolve('{"apps": }');
    await run;
    assert.match(runs.state().error!, /JSON/);
    assert.deepEqual([runs.state().busy, runs.state().path], [false, uri.path]);
    void runs.run(uri);
    assert.deepEqual([runs.state().busy, runs.state().error], [true, null]);
  });
});
