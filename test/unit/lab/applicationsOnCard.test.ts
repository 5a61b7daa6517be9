import assert from 'node:assert/strict';
import path from 'node:path';
import { errorsOf } from '../../../lab/hardware/applications/errors';
import { groupsRows } from '../../../lab/hardware/applications/groups';
import { measuredApplications, slowdownsOf } from '../../../lab/hardware/applications/measured';
import { countersOf, traceOf } from '../../../lab/hardware/applications/profiles';
import { predictedPairs, tracedSetting } from '../../../lab/hardware/applications/together';
import { replayedTurns } from '../../../lab/hardware/applications/turns';
import { measuredSuite } from '../../../lab/hardware/suite/measured';
import { blockRows } from '../../../lab/reportBlocks';
import { traceCoRun, USUAL_CO_RUN } from '../../../src/analysis/applications/traceCoRun';
import { CARD_CLASSES, noLessThanOnCard } from '../../../src/analysis/simulation/cardError';
import { requireGpu } from '../../../src/gpu/findGpu';
import { LATENCY_PREDICTORS } from '../../../src/predictors';
import { errorOfAdded } from '../../../src/sharing/compare/addedCosts';
import { createRandom } from '../../../src/stats/random';

const ROOT = process.env['CORUN_ROOT']!;
const PAGE = path.join(ROOT, 'docs/applications-on-card.md');
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

describe('applications measured on a card', () => {
  const measured = measuredApplications(ROOT);
  const gpu = requireGpu(measured.gpu);
  const settingOf = (id: string) => measured.settings.find((setting) => setting.id === id)!;

  it('cost each other in groups what the page and the answers say', () => {
    const rows = groupsRows(measured.settings);
    assert.deepEqual(
      blockRows(PAGE, 'groups').map(([setting, size, , error]) => [setting, size, error]),
      rows.map(({ setting, size, added }) => [setting, String(size), percent(added.mean)]),
    );
    for (const { setting, size, added, constant } of rows) {
      assert.ok(added.mean < 0.55 * constant.mean, `${setting} ${size}`);
      if (setting === 'kernels-mps')
        assert.ok(Math.abs(errorOfAdded(size, 0, [])! - added.mean) < 0.005, `${size}: ${added.mean}`);
    }
  });

  it('wait for each other in turns as replayed', () => {
    const setting = settingOf('kernels-turns');
    const random = createRandom(7);
    const drawn = slowdownsOf(setting, 2).filter(() => random.next() < 0.1);
    const { mean, slowdowns } = errorsOf(
      drawn.map(({ of, beside, slowdown }) => [replayedTurns(setting, gpu, of, beside[0]!), slowdown]),
    );
    assert.ok(slowdowns > 40);
    assert.ok(mean < 0.06, `${mean}`);
  });

  it('are predicted as far off as answers say', () => {
    const told = new Map(
      blockRows(PAGE, 'together').map(([setting, answer, , , error]) => [`${setting} ${answer}`, error]),
    );
    for (const { id, errors } of LATENCY_PREDICTORS) {
      assert.equal(told.get(`mps ${id}`), percent(errors.slowdowns.withCopies));
      assert.equal(told.get(`kernels-mps ${id}`), percent(errors.slowdowns.ofKernels));
    }
  });

  it('are simulated in pairs as far off as answers say', () => {
    const rows = blockRows(PAGE, 'simulated pairs by answer').filter(([, answer]) => answer === 'simulated');
    assert.equal(rows.length, CARD_CLASSES.length);
    for (const [at, { upTo }] of CARD_CLASSES.entries()) {
      const told = upTo ?? 4;
      const error = noLessThanOnCard(null, told, false);
      assert.ok(error.metric === 'errSD');
      assert.deepEqual([rows[at]![3], rows[at]![5]], [percent(error.mean), percent(error.worst)]);
    }
    const all = blockRows(PAGE, 'simulated pairs').filter(([group]) => group === 'all');
    const errorOf = (answer: string) => Number.parseInt(all.find(([, told]) => told === answer)![3]!, 10);
    for (const answer of ['from traces', 'nobody slows anybody', 'one answer for all'])
      assert.ok(errorOf(answer) > errorOf('simulated'), answer);
  });

  it('are simulated better than unchanged on a card and for programs that nothing was fitted to', () => {
    const rows = blockRows(PAGE, 'simulated elsewhere');
    for (const set of ['the same programs, H200', 'other programs, H200']) {
      const errorOf = (answer: string) =>
        Number.parseInt(rows.find(([name, told]) => name === set && told === answer)![3]!, 10);
      for (const answer of ['nobody slows anybody', 'one answer for all'])
        assert.ok(errorOf(answer) > errorOf('simulated'), `${set}: ${answer}`);
    }
  });

  it('are predicted from traces on another card as the page says', async () => {
    const elsewhere = measuredApplications(ROOT, 'h200');
    const setting = elsewhere.settings.find(({ id }) => id === 'kernels-mps-one')!;
    const random = createRandom(29);
    const groups = setting.groups.filter(() => random.next() < 0.05);
    const traced = await tracedSetting(ROOT, elsewhere, { ...setting, groups });
    const { pairs } = predictedPairs(traced, requireGpu(elsewhere.gpu), LATENCY_PREDICTORS[0]!, false);
    const told = Number.parseInt(blockRows(PAGE, 'together elsewhere')[0]![4]!, 10) / 100;
    assert.ok(pairs.length > 20, `${pairs.length}`);
    assert.ok(Math.abs(errorsOf(pairs).mean - told) < 0.08, `${errorsOf(pairs).mean} for ${told}`);
  });

  it('are told with what shortening costs, where that is more than a card is off', () => {
    const error = noLessThanOnCard(null, 1.2, false);
    assert.ok(error.metric === 'errSD');
    const shortened = { ...error, mean: 2 * error.mean };
    assert.equal(noLessThanOnCard(shortened, 1.2, false), shortened);
    const divided = noLessThanOnCard(null, 1.2, true);
    assert.ok(divided.metric === 'errSD' && divided.mean < error.mean);
  });

  it('are traces as users have them, with an iteration as long as a run', async () => {
    const setting = settingOf('mps');
    const suite = measuredSuite(ROOT);
    const traces = await Promise.all(['gmm', 'matrix-mul'].map((name) => traceOf(measured, name, setting)));
    for (const { status, warnings } of traces) assert.deepEqual([status, warnings], ['full', []]);
    const counters = ['gmm', 'matrix-mul'].map((name) => countersOf(suite, name));
    const { applications, assumptions } = traceCoRun(traces, counters, { ...USUAL_CO_RUN, gpu });
    for (const { name, iteration } of applications) {
      assert.ok(iteration!.count >= 5, name);
      assert.ok(Math.abs(iteration!.periodNs / 1000 / setting.alone[name]! - 1) < 0.01, name);
    }
    assert.ok(!assumptions.some((said) => JSON.stringify(said).includes('noBandwidth')));
  });
});
