import assert from 'node:assert/strict';
import { parseDramStream, playStream, type DramStream } from '../../../../src/simulator/dram/dramStream';
import { requireDramTiming } from '../../../../src/simulator/dram/timings';
import { dramStreams, streamText } from '../../../../lab/simulator/dram/streams';
import { ORACLE_MEMORIES, ORACLE_VARIANTS, readOracle } from '../../../../lab/simulator/dram/oracle';

const root = process.env['CORUN_ROOT']!;

/** `npm run study -- dram` compares all streams in all variants; here the plain variants take fewer. */
const MIXED = /^(stream_bank|random|rbh080|runs08|rbh050_w020|rbh080_w050|stream_bank_w040|rbh080_b2)$/;

describe('the DRAM model beside Ramulator 2.1', () => {
  const made = new Map<string, DramStream>();
  const streamOf = (name: string): DramStream => {
    const definition = dramStreams().find((stream) => stream.name === name)!;
    const stream = made.get(name) ?? parseDramStream(streamText(definition), 16);
    made.set(name, stream);
    return stream;
  };

  for (const memory of ORACLE_MEMORIES)
    for (const [variant, options] of Object.entries(ORACLE_VARIANTS))
      it(`takes the same cycles and hits the same rows: ${memory}, ${variant}`, () => {
        const all = variant === 'FRFCFS-RowHit__ref';
        const rows = readOracle(root, memory, variant).filter(({ stream }) => all || MIXED.test(stream));
        assert.equal(rows.length, all ? 58 : 8);
        for (const { stream, cycles, rowHits, rowMisses, rowConflicts } of rows) {
          const ours = playStream(requireDramTiming(memory), streamOf(stream), options);
          assert.deepEqual(
            [stream, ours.cycles, ours.rowHits, ours.rowMisses, ours.rowConflicts],
            [stream, cycles, rowHits, rowMisses, rowConflicts],
          );
        }
      });
});
