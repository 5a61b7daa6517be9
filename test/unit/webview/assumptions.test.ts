import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  assumptionTable,
  effectOf,
  effectText,
  filterAssumptions,
  parseValue,
} from '../../../webview/model/assumptions';
import { sampleResults } from '../../webview/samples/results';

const results = sampleResults({ kernels: 10 });

describe('assumed values', () => {
  it('know which kernels, predictions and timelines rest on them', () => {
    const kernel = results.files[0]!.kernels[0]!;
    const key = kernel.assumptions[0]!.key;
    const effect = effectOf(results, key);
    assert.deepEqual(effect.kernels, [kernel.name]);
    const row = results.matrix.cells[results.matrix.kernelIds.indexOf(kernel.id)]!;
    assert.equal(effect.predictions, row.filter((cell) => cell !== null).length);
    assert.deepEqual(effectOf(results, 'src/vmp.cu:bytes').applications, ['vmp']);
    assert.equal(effectText(effectOf(results, 'nobody')), 'nothing that is shown');
    assert.match(effectText(effect), /^vectorAdd, \d co-run predictions$/);
  });

  it('take numbers as programmers write them', () => {
    const number = (text: string) => {
      const typed = parseValue(text, 1);
      return typed.ok ? typed.value : typed.reason;
    };
    assert.equal(number('1_048_576'), 1048576);
    assert.equal(number('1,048,576'), 1048576);
    assert.equal(number('1e6'), 1e6);
    assert.equal(number('0x100'), 256);
    assert.equal(number('1 << 20'), 1048576);
    assert.equal(number('-3.5'), -3.5);
    assert.match(String(number('lots')), /“lots” is not a number/);
    assert.match(String(number('  ')), /needed/);
    assert.match(String(number('Infinity')), /not a number/);
  });

  it('keep text as text', () => {
    assert.deepEqual(parseValue(' data.bin ', 'x'), { ok: true, value: 'data.bin' });
    assert.deepEqual(parseValue('12', 'x'), { ok: true, value: '12' });
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.double({ noNaN: true }), fc.string()), (text, current) => {
        const typed = parseValue(text, current);
        if (typed.ok) assert.equal(typeof typed.value, typeof current);
      }),
    );
  });

  it('are found by any words of key, reason and file', () => {
    const found = filterAssumptions(results.assumptions, 'graph elements');
    assert.ok(found.length > 0 && found.every((one) => one.location!.path.includes('graph')));
    assert.equal(filterAssumptions(results.assumptions, 'argv').length, 1);
  });

  it('are copied with what they change', () => {
    const table = assumptionTable(results, results.assumptions);
    assert.equal(table.rows.length, results.assumptions.length);
    assert.equal(table.rows.at(-1)![5], 'timeline of vmp');
  });
});
