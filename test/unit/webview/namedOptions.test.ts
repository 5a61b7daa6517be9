import assert from 'node:assert/strict';
import { namedOptions } from '../../../webview/model/namedOptions';

const labels = (...places: readonly string[]): readonly string[] =>
  namedOptions(
    places.map((place, at) => {
      const [name, path, line] = place.split(' ');
      return { value: `${at}`, name: name!, path: path!, line: Number(line) };
    }),
  ).map(({ label }) => label);

describe('options of a drop-down', () => {
  it('are called by their names, and by as much of their place as tells those of one name apart', () => {
    assert.deepEqual(labels('scan src/scan.cu 3', 'sum src/sum.cu 4'), ['scan', 'sum']);
    assert.deepEqual(labels('main a/one.cu 3', 'main a/two.cu 3', 'other a/one.cu 9'), [
      'main (one.cu:3)',
      'main (two.cu:3)',
      'other',
    ]);
    assert.deepEqual(
      labels('reduce r0/src/reduce.cu 18', 'reduce r1/src/reduce.cu 18', 'reduce r1/src/reduce.cu 40'),
      ['reduce (r0/src/reduce.cu:18)', 'reduce (r1/src/reduce.cu:18)', 'reduce (reduce.cu:40)'],
    );
    assert.deepEqual(labels('k a.cu 1', 'k a.cu 1'), ['k (a.cu:1)', 'k (a.cu:1)']);
  });
});
