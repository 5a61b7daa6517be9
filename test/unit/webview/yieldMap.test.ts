import assert from 'node:assert/strict';
import type { YieldSearchAnswer } from '../../../src/analysis/results/yieldResult';
import {
  axisTicks,
  borderPath,
  trialTable,
  YIELD_PLOT,
  yieldCells,
  yieldMarks,
  type YieldCell,
} from '../../../webview/model/yieldMap';
import { sampleYields } from '../../webview/samples/yields';

const trial = (sms: number, blocks: number, latency: number | null, throughput: number) => ({
  places: { sms, blocks },
  latency,
  throughput,
});
/** Three SMs of two blocks; two of either keep the target of two. */
const answer: YieldSearchAnswer = {
  ...sampleYields(false).answer!,
  most: { sms: 3, blocks: 2 },
  trials: [trial(3, 2, 1, 0.1), trial(2, 1, null, 0.8), trial(2, 2, 2, 0.4)],
  best: trial(2, 2, 2, 0.4),
};
const standings = (cells: readonly YieldCell[]): string[] => cells.map(({ standing }) => standing);

describe('the map of what a kernel yields', () => {
  it('takes of the trials what follows where more places are never slower', () => {
    // By SMs, then blocks: less than (2, 1) misses, what lies between is open.
    assert.deepEqual(standings(yieldCells(answer)), ['missed', 'open', 'missed', 'kept', 'open', 'kept']);
    assert.ok(yieldCells(answer).every(({ pace }) => pace === null));
  });

  it('takes similar kernels at their word where there are maps of them', () => {
    const expected = {
      latency: [
        [9, 4],
        [4, 2],
        [3, 1],
      ],
      throughput: [
        [0.9, 0.8],
        [0.7, 0.5],
        [0.4, 0.1],
      ],
    };
    const cells = yieldCells({ ...answer, expected });
    assert.deepEqual(standings(cells), ['missed', 'missed', 'missed', 'kept', 'missed', 'kept']);
    assert.deepEqual(
      cells.map(({ pace }) => pace),
      [0.9, 0.8, 0.7, 0.5, 0.4, 0.1],
    );
    // One SM to the left of two blocks, two blocks above one: three edges.
    assert.equal(borderPath({ ...answer, expected }).match(/M/g)!.length, 3);
  });

  it('numbers the trials in their order, inside of the plot, and rings the best', () => {
    const marks = yieldMarks(answer);
    assert.deepEqual(
      marks.map(({ number, isKept, isBest }) => [number, isKept, isBest]),
      [
        [1, true, false],
        [2, false, false],
        [3, true, true],
      ],
    );
    const { left, right, top, bottom } = YIELD_PLOT;
    for (const { x, y } of marks) assert.ok(x > left && x < right && y > top && y < bottom);
    assert.ok(marks[0]!.x > marks[1]!.x && marks[0]!.y < marks[1]!.y, 'more SMs to the right, blocks above');
    assert.match(marks[1]!.title, /given up/);
  });

  it('tells the same as a table, a trial that was given up without a time', () => {
    assert.deepEqual(trialTable(answer).rows[1], [2, 2, 1, null, 0.8, 'no']);
  });

  it('writes as many numbers at an axis as there is room for', () => {
    assert.deepEqual(axisTicks(3, 10), [1, 2, 3]);
    assert.deepEqual(axisTicks(32, 10), [5, 10, 15, 20, 25, 30]);
    assert.ok(axisTicks(132, 16).length <= 16);
  });
});
