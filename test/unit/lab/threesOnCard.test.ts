import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { threesRows } from '../../../lab/hardware/card/threes';
import { blockRows } from '../../../lab/reportBlocks';
import { parseCoRunData } from '../../../src/gpu/measuredCoRuns/coRunData';
import { errorOfAdded } from '../../../src/sharing/compare/addedCosts';

const ROOT = process.env['CORUN_ROOT']!;

describe('three kernels on a card, from what two cost each other', () => {
  const text = readFileSync(path.join(ROOT, 'lab/data/h100_coruns.json'), 'utf8');
  const rows = threesRows(parseCoRunData(JSON.parse(text)));

  it('are as far off as the page says, and as answers are told to be', () => {
    const told = blockRows(path.join(ROOT, 'docs/hardware.md'), 'threes');
    assert.deepEqual(
      told.map(([mode, , deviation]) => [mode, deviation]),
      rows.map(({ mode, mean }) => [mode, `${(100 * mean).toFixed(0)} %`]),
    );
    const worst = Math.max(...rows.map(({ mean }) => mean));
    assert.ok(Math.abs(errorOfAdded(3, 0, [])! - worst) < 0.005, `${worst}`);
  });

  it('are nearer than one answer for all where they run at the same time', () => {
    for (const { mode, mean, constant, slowdowns } of rows) {
      assert.equal(slowdowns, 60);
      if (mode !== 'time-slice') assert.ok(mean < constant / 3, mode);
    }
  });
});
