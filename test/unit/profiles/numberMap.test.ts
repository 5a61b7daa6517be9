import assert from 'node:assert/strict';
import { NumberMap } from '../../../src/profiles/numberMap';
import { createRandom } from '../../../src/stats/random';

/** Keys as recordings have them, and as none should. */
const KEYS: Readonly<Record<string, (i: number, random: () => number) => number>> = {
  'that follow each other': (i) => i,
  'that come backwards': (i) => 40_000 - i,
  'of every fifth call': (i) => 5 * i,
  'of two processes': (i) => (i % 2) * 2 ** 32 + i,
  'a power of two apart': (i) => 4096 * i,
  'far apart': (i) => (2 ** 32 + 256) * i,
  'at random': (_, random) => Math.floor(random() * 2 ** 45),
};

describe('numbers by numbers', () => {
  for (const [name, keyOf] of Object.entries(KEYS))
    it(`are found under keys ${name}`, () => {
      const random = createRandom(7);
      const map = new NumberMap();
      const expected = new Map<number, number>();
      for (let i = 0; i < 20_000; i++) {
        const key = keyOf(i, () => random.next());
        map.set(key, i);
        expected.set(key, i);
      }
      map.set(Number.NaN, 1);
      assert.equal(map.size, expected.size);
      for (const [key, value] of expected) assert.equal(map.get(key), value);
      for (const key of [-1, 0.5, 2 ** 52, Number.NaN]) assert.equal(map.get(key), -1);
    });
});
