import assert from 'node:assert/strict';
import type { WhatIfState } from '../../../src/analysis/protocol';
import type { ScenarioTask, TaskOutcome } from '../../../src/analysis/simulation/task';
import type { KernelFactor, WhatIfRequest, WhatIfResult } from '../../../src/analysis/results/whatIfResult';
import { WhatIfs } from '../../../src/editor/whatIf/whatIfs';
import { InputError } from '../../../src/kernel/result';
import { FakeEmitter } from './fakes';

const request = (pinned: boolean): WhatIfRequest => ({
  application: 'a',
  moves: [],
  issued: [],
  blocks: [],
  pinned,
  machine: { gpu: null, mpsPercentage: null },
});
const result = (writtenNs: number): WhatIfResult => ({
  timeline: { title: '', origin: 'predicted', bars: [], makespanNs: 1, smBusy: [] },
  writtenNs,
  events: [],
});

const NOWHERE_ELSE = { kernelsElsewhere: () => Promise.resolve([]) };
const NO_TRIALS = { run: () => Promise.resolve(new Map<string, never>()), dispose: () => undefined };

describe('changes that are tried', () => {
  const made = () => {
    const answers: ((answer: WhatIfResult) => void)[] = [];
    let changed: (results: unknown) => void = () => undefined;
    const whatIfs = new WhatIfs(
      new FakeEmitter<WhatIfState>(),
      {
        questions: {
          ...NOWHERE_ELSE,
          whatIf: () => new Promise((resolve) => answers.push(resolve)),
        },
        onDidChangeResults: (listener) => {
          changed = listener;
          return { dispose: () => undefined };
        },
      },
      NO_TRIALS,
    );
    return { whatIfs, answers, newResults: () => changed(null) };
  };

  it('keep the last answer until the next is there, and drop one that was overtaken', async () => {
    const { whatIfs, answers } = made();
    const first = whatIfs.ask(request(false));
    const second = whatIfs.ask(request(true));
    answers[0]!(result(1));
    await first;
    assert.equal(whatIfs.state().result, null);
    answers[1]!(result(2));
    await second;
    assert.deepEqual([whatIfs.state().request, whatIfs.state().result?.writtenNs], [request(true), 2]);
    const third = whatIfs.ask(request(false));
    assert.equal(whatIfs.state().result?.writtenNs, 2);
    answers[2]!(result(3));
    await third;
    assert.equal(whatIfs.state().result?.writtenNs, 3);
  });

  it('go back to the last answer where one cannot be, and are given up where an answered one cannot be any more', async () => {
    const [good, bad] = [request(false), request(true)];
    let isGone = false;
    const whatIfs = new WhatIfs(
      new FakeEmitter<WhatIfState>(),
      {
        questions: {
          ...NOWHERE_ELSE,
          whatIf: (asked) =>
            asked === bad || isGone ? Promise.reject(new InputError('no')) : Promise.resolve(result(1)),
        },
        onDidChangeResults: () => ({ dispose: () => undefined }),
      },
      NO_TRIALS,
    );
    await whatIfs.ask(good);
    await whatIfs.ask(bad);
    assert.deepEqual(whatIfs.state(), { request: good, busy: false, result: result(1), error: 'no' });
    isGone = true;
    await whatIfs.ask(good);
    assert.deepEqual(whatIfs.state(), { request: null, busy: false, result: null, error: 'no' });
  });

  it('are simulated alone here and there before they are replayed on another machine', async () => {
    const task = (key: string) => ({ key }) as ScenarioTask;
    const elsewhere = [{ kernel: 'k', here: task('here'), there: task('there') }];
    const measured = (launchMs: number) => ({ kind: 'measured', launchMs }) as TaskOutcome;
    const outcomes = new Map([
      ['here', measured(2)],
      ['there', measured(3)],
    ]);
    let given: readonly KernelFactor[] = [];
    const whatIfs = new WhatIfs(
      new FakeEmitter<WhatIfState>(),
      {
        questions: {
          whatIf: (_, factors) => {
            given = factors;
            return Promise.resolve(result(1));
          },
          kernelsElsewhere: () => Promise.resolve(elsewhere),
        },
        onDidChangeResults: () => ({ dispose: () => undefined }),
      },
      { run: () => Promise.resolve(outcomes), dispose: () => undefined },
    );
    const asked = { ...request(false), machine: { gpu: 'h100-sxm', mpsPercentage: null } };
    const answered = whatIfs.ask(asked);
    assert.equal(whatIfs.state().busy, true);
    await answered;
    assert.deepEqual([whatIfs.state().busy, given], [false, [{ kernel: 'k', timeFactor: 1.5 }]]);
    outcomes.set('there', { kind: 'failed', reason: 'too long' });
    await whatIfs.ask({ ...asked, pinned: true });
    assert.match(whatIfs.state().error!, /how long k takes there is not known: too long/);
  });

  it('are replayed anew with new results, and forgotten on request', async () => {
    const { whatIfs, answers, newResults } = made();
    newResults();
    assert.equal(answers.length, 0, 'nothing is tried');
    void whatIfs.ask(request(true));
    newResults();
    assert.equal(answers.length, 2);
    await whatIfs.ask(null);
    answers[1]!(result(1));
    await Promise.resolve();
    assert.deepEqual(whatIfs.state(), { request: null, busy: false, result: null, error: null });
  });
});
