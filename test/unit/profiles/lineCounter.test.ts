import assert from 'node:assert/strict';
import { LineCounter } from '../../../src/profiles/json/lineCounter';
import { createRandom } from '../../../src/stats/random';

const NEWLINE = 0x0a;

describe('LineCounter', () => {
  it('counts the lines of pieces that begin anywhere in memory', () => {
    const { below } = createRandom(7);
    for (let round = 0; round < 200; round++) {
      const memory = new Uint8Array(64);
      // Neighbours of a newline, which must not be taken for one, and bytes whose upper bit is set.
      for (let i = 0; i < memory.length; i++) memory[i] = [NEWLINE, 0x0b, 0x09, 0x8a, 0x20, 0x00][below(6)]!;
      const from = below(8);
      const piece = memory.subarray(from, from + 1 + below(50));
      const lines = new LineCounter();
      lines.begin(piece);
      const first = below(piece.length);
      const second = first + below(piece.length - first + 1);
      const told = [lines.lineAt(first), lines.lineAt(second), lines.lineAt(second)];
      const counted = [first, second, second].map(
        (at) => 1 + piece.subarray(0, at).filter((byte) => byte === NEWLINE).length,
      );
      assert.deepEqual(told, counted);
    }
  });

  it('goes on with the next piece', () => {
    const lines = new LineCounter();
    lines.begin(Uint8Array.of(NEWLINE, 1, NEWLINE));
    lines.lineAt(3);
    lines.begin(Uint8Array.of(NEWLINE, 2));
    assert.equal(lines.lineAt(1), 4);
  });
});
