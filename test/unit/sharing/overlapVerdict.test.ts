import assert from 'node:assert/strict';
import type { ErrorBound } from '../../../src/kernel/prediction';
import {
  overlapVerdict,
  startedVerdict,
  startedVerdictOnCard,
  type OverlapSide,
} from '../../../src/sharing/overlapVerdict';

const known = (mean: number): ErrorBound => ({ metric: 'errSD', mean, worst: 1, evidence: 'made up' });
const UNKNOWN: ErrorBound = { metric: null, evidence: 'made up' };
const side = (
  soloNs: number,
  slowdown: number,
  error: ErrorBound = known(0.02),
  origin: OverlapSide['answer']['origin'] = 'simulated',
): OverlapSide => ({ soloNs, answer: { slowdown, origin, error } });

describe('the verdict on two kernels', () => {
  it('lets what is left of the longer one run alone', () => {
    // At half pace the short one ends at 200; by then the long one has done 100 of its 300, and needs 200 more.
    const { togetherNs, serialNs } = overlapVerdict(side(100, 2), side(300, 2));
    assert.equal(togetherNs, 400);
    assert.equal(serialNs, 400);
    assert.deepEqual(overlapVerdict(side(100, 2), side(300, 2)).endsNs, [200, 400]);
    // Without slowdown the short one costs nothing.
    assert.equal(overlapVerdict(side(100, 1), side(300, 1)).togetherNs, 300);
  });

  it('is the same whichever kernel is named first', () => {
    const [a, b] = [side(70, 1.3), side(410, 1.7)];
    const { endsNs, ...turned } = overlapVerdict(b, a);
    assert.deepEqual(overlapVerdict(a, b), { ...turned, endsNs: endsNs.toReversed() });
  });

  it('says to overlap or not only beyond the error', () => {
    assert.equal(overlapVerdict(side(100, 1.2), side(100, 1.2)).word, 'overlap');
    assert.equal(overlapVerdict(side(100, 2.5), side(100, 2.5)).word, 'apart');
    assert.equal(overlapVerdict(side(100, 1.2, known(0.5)), side(100, 1.2)).word, 'unknown');
  });

  it('sees no difference only where difference and error are both small', () => {
    assert.equal(overlapVerdict(side(100, 2), side(100, 2)).word, 'same');
    assert.equal(overlapVerdict(side(100, 2, known(0.1)), side(100, 2)).word, 'unknown');
  });

  it('rests on no estimate whose error nobody knows', () => {
    const estimate = side(100, 1.1, UNKNOWN, 'predicted');
    assert.equal(overlapVerdict(estimate, estimate).word, 'unknown');
    const run = side(100, 1.1, UNKNOWN);
    assert.equal(overlapVerdict(run, run).word, 'overlap');
    // Runs have no error of their own, what is reckoned of them has.
    assert.equal(overlapVerdict(run, run).error, 0.044);
    const measured = side(100, 1.1, UNKNOWN, 'measured');
    assert.equal(overlapVerdict(measured, measured).error, null);
  });
});

describe('the verdict on two launches that were started together', () => {
  it('is that of the run where times alone are those simulated', () => {
    // Alone 100 and 300; together the short one ended at 150, the long one at 320: 80 of 100 are saved.
    const run = { saved: 0.8, ends: [150 / 320, 1], error: null } as const;
    const verdict = startedVerdict([100, 300], run);
    assert.deepEqual(verdict.endsNs, [150, 320]);
    assert.equal(verdict.word, 'overlap');
  });

  it('keeps the part of the shorter one that is saved where other times are known', () => {
    const run = { saved: 0.5, ends: [0.1, 1], error: 0.01 } as const;
    const { togetherNs, endsNs } = startedVerdict([200, 1000], run);
    assert.equal(togetherNs, 1100);
    // Nobody ends sooner than alone.
    assert.equal(endsNs[0], 200);
  });

  it('says not to overlap where time is lost, and nothing within its error', () => {
    const lost = { saved: -0.3, ends: [1, 0.9], error: null } as const;
    assert.equal(startedVerdict([100, 100], lost).word, 'apart');
    assert.equal(startedVerdict([100, 100], { ...lost, error: 0.2 }).word, 'unknown');
    assert.equal(startedVerdict([100, 100], { ...lost, saved: 0.04 }).word, 'same');
  });

  it('is told as unknown where a card may say otherwise', () => {
    const saving = (saved: number) => ({ saved, ends: [1, 1] as const, error: null });
    // Of two alike a card is off by 0.17 of one: 0.092 of 1.85, more than the 0.075 that are saved.
    assert.equal(startedVerdictOnCard([100, 100], saving(0.15)).word, 'unknown');
    assert.equal(startedVerdictOnCard([100, 100], saving(0.5)).word, 'overlap');
    // Beside a launch that is ten times as long there is not so much to be lost or gained.
    assert.equal(startedVerdictOnCard([100, 1000], saving(0.2)).word, 'same');
    assert.equal(startedVerdictOnCard([100, 100], { ...saving(0.5), error: 0.4 }).error, 0.4);
  });
});
