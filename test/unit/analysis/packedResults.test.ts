import assert from 'node:assert/strict';
import fc from 'fast-check';
import { packResults, unpackResults } from '../../../src/analysis/results/packedResults';
import { sampleResults } from '../../webview/samples/results';

/** As a message to the dashboard or a stored file goes: through JSON. */
const travelled = (results: ReturnType<typeof sampleResults>) =>
  unpackResults(JSON.parse(JSON.stringify(packResults(results))) as ReturnType<typeof packResults>);

describe('packed results', () => {
  it('come out as they went in', () => {
    const results = sampleResults({ kernels: 6, ownSms: true });
    assert.deepEqual(travelled(results), JSON.parse(JSON.stringify(results)));
  });

  it('tell texts from lists and numbers, whatever is in a name', () => {
    const results = sampleResults({ kernels: 1 });
    const texts = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom('-1', '-1,0', '\0', '0', 'null', '["a"]', '__proto__', 'toString'),
      ),
    );
    fc.assert(
      fc.property(texts, (names) => {
        const named = { ...results, matrix: { ...results.matrix, names } };
        assert.deepEqual(travelled(named).matrix.names, names);
      }),
    );
  });

  it('keep fields of any name', () => {
    const results = sampleResults({ kernels: 1 });
    const cell = results.matrix.cells[0]![0]!;
    const parts = Object.fromEntries([
      ['__proto__', 2],
      ['a,b', 1],
      ['a', 3],
    ]);
    const cells = [[{ ...cell, parts }]];
    const shown = travelled({ ...results, matrix: { ...results.matrix, cells } }).matrix.cells[0]![0]!;
    assert.deepEqual(Object.entries(shown.parts), Object.entries(parts));
  });

  it('hold equal parts once: predictions of pairs repeat what they rest on', () => {
    const results = sampleResults({ kernels: 30 });
    const { cells } = travelled(results).matrix;
    assert.equal(cells[3]![4]!.error, cells[5]![6]!.error);
    const packed = JSON.stringify(packResults(results)).length;
    assert.ok(packed < JSON.stringify(results).length / 3, `${packed} characters`);
  });
});
