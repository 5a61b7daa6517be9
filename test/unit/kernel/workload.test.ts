import assert from 'node:assert/strict';
import { parseWorkload, variantsOf } from '../../../src/kernel/workload';
import { told } from '../../support/told';

const minimal = () => ({
  name: 'copy',
  title: 'Copy',
  stresses: 'DRAM',
  papers: { themis: { set: 'train', class: 'memory' }, moka: {} },
  kernels: [{ source: 'copy.cu', kernel: 'copy', launch: { grid: 60, block: 256 } }],
});

const rejects = (change: object, message: RegExp) =>
  assert.throws(() => parseWorkload({ ...minimal(), ...change }), told(message));

describe('workload descriptions', () => {
  it('takes what is needed and nothing more', () => {
    assert.equal(parseWorkload(minimal()).kernels[0]!.kernel, 'copy');
  });

  it('names unknown and missing fields', () => {
    rejects({ tittle: 'x' }, /^tittle: unknown field/);
    rejects({ title: undefined }, /^title/);
    rejects({ papers: { hsm: { klass: 'memory' } } }, /^papers\.hsm\.klass: unknown field/);
    rejects({ papers: { themis: { set: 'train' } } }, /^papers\.themis\.class/);
    rejects({ name: 'Copy It' }, /^name: expected lower-case/);
  });

  it('wants each launch to say once what runs, and how large', () => {
    const launch = { grid: 60, block: 256 };
    rejects({ kernels: [{ source: 'copy.cu', launch }] }, /^kernels\[0\]\.kernel: missing/);
    rejects({ kernels: [{ source: 'copy.cu', kernel: 'copy' }] }, /^kernels\[0\]\.launch: missing/);
    rejects({ kernels: [{ profile: 'a.csv', kernel: 'copy', launch }] }, /^kernels\[0\]\.profile/);
    rejects({ kernels: [] }, /^kernels: empty/);
  });

  it('makes every combination of a sweep, the last axis fastest', () => {
    const sweep = { rule: 'powers of two', axes: { stride: [1, 2], times: [3, 4, 5] } };
    const variants = variantsOf(parseWorkload({ ...minimal(), sweep }));
    assert.equal(variants.length, 6);
    assert.deepEqual(variants[4], { name: 'stride=2, times=4', arguments: { stride: 2, times: 4 } });
    assert.deepEqual(variantsOf(parseWorkload(minimal())), []);
    rejects({ sweep: { rule: 'none', axes: {} } }, /^sweep\.axes: empty/);
    rejects({ sweep: { rule: 'none', axes: { a: [] } } }, /^sweep\.axes\.a: empty/);
  });
});
