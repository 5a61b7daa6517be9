import assert from 'node:assert/strict';
import path from 'node:path';
import { studyParser } from '../../../lab/cuda/instructionMix/compare';
import { CO_RUN_POINTS, CoRuns } from '../../../lab/hardware/coRuns/coRuns';
import { coRunRow, rowName } from '../../../lab/hardware/coRuns/table';
import { blockRows } from '../../../lab/reportBlocks';

const ROOT = process.env['CORUN_ROOT']!;
/** Pairs that take a second or less. */
const SAMPLE = ['one resource each|fp64|fp64', 'one pipeline|fp64 product|fp64 product'];

describe('kernels beside each other as measured on a card', () => {
  const rows = new Map(
    blockRows(path.join(ROOT, 'docs/hardware.md'), 'co-runs').map((row) => [row.slice(0, 3).join('|'), row]),
  );

  it('all have their row', () => {
    for (const point of CO_RUN_POINTS)
      assert.equal(rows.get(rowName(point))?.[4], point.slowdown.toFixed(2), rowName(point));
  });

  it('come out as the page says', async () => {
    const coRuns = new CoRuns(await studyParser(ROOT), ROOT);
    for (const point of CO_RUN_POINTS.filter((one) => SAMPLE.includes(rowName(one))))
      assert.deepEqual(rows.get(rowName(point)), coRunRow(point, coRuns.slowdown(point)));
  });
});
