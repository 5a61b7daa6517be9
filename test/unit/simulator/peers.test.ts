import assert from 'node:assert/strict';
import path from 'node:path';
import { blockRows } from '../../../lab/reportBlocks';
import { ownCounts } from '../../../lab/simulator/validatePeers';
import { hash2 } from '../../../src/simulator/core/bits';
import { hashText } from '../../../src/simulator/program/hashText';

const SEED = 7;

const ours = (cell: string): string => cell.split(' / ')[1]!;
const draw = ([configuration, run]: readonly string[]): number =>
  hash2(hashText(`${configuration} ${run}`), SEED);

/** `npm run study -- peers peers --write` writes the table anew after a change of the model that is meant. */
describe("the table of the peers' kernels", () => {
  const rows = blockRows(path.join(process.env['CORUN_ROOT']!, 'docs/simulator-validation.md'), 'peers');
  // Each kernel in one of the configurations.
  const sample = [...new Set(rows.map(([, run]) => run))].map(
    (run) => rows.filter((row) => row[1] === run).toSorted((a, b) => draw(a) - draw(b))[0]!,
  );

  it('has every kernel in every configuration', () => {
    assert.equal(rows.length, 18);
    assert.equal(new Set(rows.map(([configuration, run]) => `${configuration} ${run}`)).size, 18);
  });

  it('has as many warp instructions as the peers', () => {
    for (const [, , instructions] of rows) {
      const [theirs, own] = instructions!.split(' / ');
      assert.equal(own, theirs);
    }
  });

  for (const [configuration = '', run = '', ...cells] of sample)
    it(`is what the simulator gives now: ${run} on ${configuration}`, () => {
      const own = ownCounts(configuration, run)!;
      const [instructions, cycles, , l1, l2, dram, rowHits] = cells as [string, string, string, ...string[]];
      assert.deepEqual(
        [own.warpInstructions, own.cycles, own.l1Sectors, own.l2Sectors, own.dramSectors].map(String),
        [instructions, cycles, l1!, l2!, dram!].map(ours),
      );
      assert.equal(own.rowHitRate.toFixed(3), ours(rowHits!));
    });
});
