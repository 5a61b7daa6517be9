import assert from 'node:assert/strict';
import { simulateDramStream } from '../../../../src/simulator/dram/dramStream';
import { dramStreams, streamText } from '../../../support/dramStreams';
import { oracleFolder, ORACLE_MEMORIES, ORACLE_VARIANTS, readOracle } from '../../../support/ramulator';

const root = process.env['CORUN_ROOT']!;

/** `npm run study:dram` compares all streams in all variants; here the plain variants take fewer. */
const MIXED = /^(stream_bank|random|rbh080|runs08|rbh050_w020|rbh080_w050|stream_bank_w040|rbh080_b2)$/;

describe('the DRAM model beside Ramulator 2.1', function () {
  this.timeout(60000);
  const folder = oracleFolder(root);
  const streams = new Map(dramStreams().map((stream) => [stream.name, stream]));

  for (const memory of ORACLE_MEMORIES)
    for (const [variant, options] of Object.entries(ORACLE_VARIANTS))
      it(`takes the same cycles and hits the same rows: ${memory}, ${variant}`, function () {
        if (folder === undefined) this.skip(); // the oracle's results are not beside this checkout
        const all = variant === 'FRFCFS-RowHit__ref';
        const rows = readOracle(folder, memory, variant).filter(({ stream }) => all || MIXED.test(stream));
        assert.equal(rows.length, all ? 58 : 8);
        for (const { stream, cycles, rowHits, rowMisses, rowConflicts } of rows) {
          const ours = simulateDramStream(memory, streamText(streams.get(stream)!), options);
          assert.deepEqual(
            [stream, ours.cycles, ours.rowHits, ours.rowMisses, ours.rowConflicts],
            [stream, cycles, rowHits, rowMisses, rowConflicts],
          );
        }
      });
});
