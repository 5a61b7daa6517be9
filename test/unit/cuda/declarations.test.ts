import assert from 'node:assert/strict';
import { declarationsOf } from '../../../src/cuda/host/declarations';

const found = (text: string, name = 'layer') => [...declarationsOf(text, name)];

describe('declarations of a name', () => {
  it('have their type, and what a template holds', () => {
    assert.deepEqual(found('Gelu layer;'), [{ type: 'Gelu', inner: null }]);
    assert.deepEqual(found('nn::Gelu **layer = make();'), [{ type: 'nn::Gelu', inner: null }]);
    assert.deepEqual(found('std::vector < std::unique_ptr<Gelu> > layer{};'), [
      { type: 'std::vector', inner: ' std::unique_ptr<Gelu> ' },
    ]);
    assert.deepEqual(found('Gelu layer[4]; Relu &layer;').length, 2);
  });

  it('are none in uses, longer names and comparisons', () => {
    assert.deepEqual(found('layer = 1; layers;'), []);
    assert.deepEqual(found('Gelu layered; Gelu mylayer;'), []);
    assert.deepEqual(found('run(x > layer); f(Gelu layer)'), []);
    assert.deepEqual(found('if (a < b && c > layer;'), []);
  });

  it('take no longer for texts that look like many', () => {
    const blanks = ' '.repeat(300_000);
    assert.deepEqual(found(`x${blanks}y${blanks}layer`), []);
    assert.deepEqual(found(`Gelu${blanks}layer;`), [{ type: 'Gelu', inner: null }]);
    assert.equal(found(`${'a<'.repeat(100_000)}${'> layer;'.repeat(1000)}`).length, 1);
  });
});
