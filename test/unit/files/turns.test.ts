import assert from 'node:assert/strict';
import { Turns } from '../../../src/files/turns';

describe('files in turns', () => {
  it('are read in their order, never more than the most at a time, also behind one that fails', async () => {
    const turns = new Turns(3);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        turns.take(async () => {
          begun.push(n);
          most = Math.max(most, ++running);
          await new Promise((resolve) => setImmediate(resolve));
          running--;
          if (n % 4 === 0) throw new Error(`no file ${n}`);
          return n;
        }),
      ),
    );
    assert.equal(most, 3);
    assert.deepEqual(begun, [...Array(20).keys()]);
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 5);
  });
});
