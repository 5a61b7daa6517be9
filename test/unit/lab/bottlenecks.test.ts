import assert from 'node:assert/strict';
import fs from 'node:fs';
import { answered, ERROR_SD, OURS, summaries, type Answers } from '../../../lab/bottlenecks/judged';
import { judgedPairs } from '../../../lab/bottlenecks/judgedPairs';
import { coverage, marginsOf, withoutItsGpu } from '../../../lab/bottlenecks/margins';
import { nelderMead } from '../../../lab/bottlenecks/nelderMead';
import type { PairRow } from '../../../lab/bottlenecks/pairRows';
import { readRows } from '../../../lab/recordedRows';
import { blockRows } from '../../../lab/reportBlocks';

const GPU = 'a100-sxm4-40gb';

/** A row whose truth is a factor from what is told. */
const row = (gpu: string, factor: number): Answers => ({
  gpu,
  set: '',
  simulator: 1,
  sms: 1,
  truth: factor,
  stretches: [],
  rivals: {},
  answers: { [OURS]: 1 },
  bottleneck: 'dram',
});

describe('The bottleneck model on co-runs that it was not fitted to', () => {
  it('is off on the A100 by what the page says', () => {
    assert.ok(fs.existsSync('docs/bottlenecks.md'));
    const pairs = readRows<PairRow>('docs/bottleneck-pairs.ndjson').filter(({ gpu }) => gpu === GPU);
    const { slowdowns, mean, worst } = summaries(judgedPairs(pairs, () => null).map(answered), ERROR_SD).get(
      OURS,
    )!;
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    const [, , number, told, , most] = blockRows('docs/bottlenecks.md', 'errors').find(
      ([name, answer]) => name === `${GPU}, unseen pairs` && answer === OURS,
    )!;
    assert.deepEqual([number, told, most], [String(slowdowns), percent(mean), percent(worst)]);
  });

  it('has margins that cover nine tenths, every GPU alike', () => {
    const rows = [
      ...Array.from({ length: 100 }, (_, at) => row('one', 1 + at / 100)),
      ...Array.from({ length: 10 }, () => row('other', 1)),
    ];
    // Of the one GPU four fifths are within, of the other all.
    assert.ok(Math.abs(marginsOf(rows).dram - 1.79) < 1e-9);
    // Without the one, the other's margin is 1; without the other, 1.89.
    const leftOut = withoutItsGpu(rows);
    assert.equal(coverage(leftOut.filter(({ row: { gpu } }) => gpu === 'one')), 0.01);
    assert.equal(coverage(leftOut.filter(({ row: { gpu } }) => gpu === 'other')), 1);
  });
});

describe('Nelder and Mead', () => {
  it('find the bottom of a valley', () => {
    const found = nelderMead([3, 1], ([x, y]) => (x! - 1) ** 2 + 10 * (y! - x! ** 2) ** 2, 200);
    assert.ok(
      found.every((value) => Math.abs(value - 1) < 1e-3),
      String(found),
    );
  });
});
