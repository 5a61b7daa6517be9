import assert from 'node:assert/strict';
import { unknownNumbers } from '../../../src/cli/unknownNumbers';
import { words } from '../../../src/words';

describe('numbers set for the whole project', () => {
  const sources = new Map([['a.cu', '__global__ void k(float* a, int width) {} // rows']]);
  const said = (...names: string[]) => unknownNumbers(names, sources, ['a', 'width']).map(words);

  it('are told where no source has their name, with the parameter that may be meant', () => {
    assert.deepEqual(said('width', 'rows', 'a.cu:k:trips_j'), []);
    assert.deepEqual(said('witdh', 'columns'), [
      'witdh is set, but no kernel has a parameter of that name; did you mean width?',
      'columns is set, but nothing in the sources has that name',
    ]);
  });
});
