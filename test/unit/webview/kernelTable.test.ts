import assert from 'node:assert/strict';
import { filterKernels, kernelCsv, sortKernels } from '../../../webview/model/kernelTable';
import { toCsv } from '../../../webview/model/table';
import { sampleKernels } from '../../webview/samples/kernels';

const kernels = sampleKernels(40);
const names = (list: readonly { readonly name: string }[]): string[] => list.map((kernel) => kernel.name);

describe('kernel table', () => {
  it('finds kernels that contain every word, in any order and case', () => {
    const found = filterKernels(kernels, 'GRAPH dynproc');
    assert.ok(found.length > 0 && found.length < kernels.length);
    assert.ok(found.every((kernel) => kernel.name.includes('dynproc') && kernel.path.includes('graph')));
    assert.equal(filterKernels(kernels, '  ').length, kernels.length);
    assert.ok(filterKernels(kernels, 'memory-bound').every((k) => k.kernelClass?.kind === 'memory-bound'));
    assert.ok(filterKernels(kernels, 'refused').every((kernel) => kernel.refused !== null));
  });

  it('puts what is not known last in both directions of every column', () => {
    for (const column of ['class', 'occupancy', 'time'] as const)
      for (const descending of [true, false]) {
        const sorted = sortKernels(kernels, column, descending);
        const firstRefused = sorted.findIndex((kernel) => kernel.refused !== null);
        assert.ok(
          sorted.slice(firstRefused).every((kernel) => kernel.refused !== null),
          `${column} ${descending}`,
        );
        assert.equal(sorted.length, kernels.length);
      }
  });

  it('compares times across units', () => {
    const [first, second] = kernels;
    const time = (value: number, unit: string) => ({ value, unit, origin: 'measured' as const, from: '' });
    const mixed = [
      { ...first!, name: 'slow', time: time(2, 'ms') },
      { ...second!, name: 'fast', time: time(900, 'us') },
    ];
    assert.deepEqual(names(sortKernels(mixed, 'time', true)), ['slow', 'fast']);
    assert.deepEqual(names(sortKernels(mixed, 'time', false)), ['fast', 'slow']);
  });

  it('ranks block advice by what it saves, above kernels that are fine already', () => {
    const withGain = (name: string, gain: number | null, advised: number) => ({
      ...kernels[0]!,
      name,
      block: {
        ...kernels[0]!.block!,
        current: 128,
        advised,
        expectedGain:
          gain === null ? null : { value: gain, unit: '', origin: 'simulated' as const, from: '' },
      },
    });
    const list = [withGain('fine', null, 128), withGain('small', -0.05, 256), withGain('large', -0.2, 256)];
    assert.deepEqual(names(sortKernels(list, 'block', true)), ['large', 'small', 'fine']);
  });

  it('sorts names as people count', () => {
    const list = ['k10', 'k2', 'k1'].map((qualifiedName) => ({
      ...kernels[0]!,
      name: qualifiedName,
      qualifiedName,
    }));
    assert.deepEqual(names(sortKernels(list, 'name', false)), ['k1', 'k2', 'k10']);
  });

  it('copies every shown kernel with its reason where it was refused', () => {
    const csv = toCsv(kernelCsv(kernels)).split('\r\n');
    assert.equal(csv.length, kernels.length + 2);
    const refused = kernels.findIndex((kernel) => kernel.refused !== null);
    assert.match(csv[refused + 1]!, /not lowered: inline PTX/);
  });
});
