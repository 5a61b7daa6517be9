import assert from 'node:assert/strict';
import { sequenceOf } from '../../../src/kernel/operations';
import { parseWorkload } from '../../../src/kernel/workload';
import { told } from '../../support/told';

const launch = { grid: 60, block: 256 };
const described = (operations: unknown) =>
  parseWorkload({
    name: 'copy',
    title: 'Copy',
    stresses: 'DRAM',
    papers: {},
    kernels: [
      { source: 'copy.cu', kernel: 'first', launch, arguments: { n: 1, m: 2 } },
      { source: 'copy.cu', kernel: 'second', launch },
    ],
    operations,
  });

const up = { kind: 'copy', direction: 'HtoD', bytes: 8, pinned: true };
const down = { kind: 'copy', direction: 'DtoH', bytes: 4, pinned: false };
const gap = { kind: 'gap', ns: 50, why: 'sums on the host' };

describe('operations of a run', () => {
  it('become kernels in order, with copies and gaps at their places', () => {
    const { operations, kernels } = described([
      up,
      { kind: 'repeat', times: 2, operations: [up, gap, { kind: 'kernel', kernel: 1 }] },
      { kind: 'kernel', kernel: 0 },
      gap,
      down,
    ]);
    const sequence = sequenceOf(operations!, kernels);
    assert.deepEqual(
      sequence.kernels.map(({ kernel }) => kernel),
      ['second', 'second', 'first'],
    );
    assert.deepEqual(
      sequence.copies.map(({ direction, bytes, pinned, before }) => [direction, bytes, pinned, before]),
      [
        ['HtoD', 8, true, 0],
        ['HtoD', 8, true, 0],
        ['HtoD', 8, true, 1],
        ['DtoH', 4, false, 3],
      ],
    );
    assert.deepEqual(sequence.gaps, [
      { ns: 50, before: 0, afterCopies: 2 },
      { ns: 50, before: 1, afterCopies: 1 },
      { ns: 50, before: 3, afterCopies: 0 },
    ]);
  });

  it('may launch a kernel with another grid and other arguments, and leave the rest', () => {
    const { operations, kernels } = described([
      { kind: 'kernel', kernel: 0, grid: [4, 2], arguments: { n: 9 } },
      { kind: 'kernel', kernel: 0 },
    ]);
    const [small, whole] = sequenceOf(operations!, kernels).kernels;
    assert.deepEqual(
      [small!.launch, small!.arguments],
      [
        { grid: [4, 2], block: 256 },
        { n: 9, m: 2 },
      ],
    );
    assert.deepEqual([whole!.launch, whole!.arguments], [launch, { n: 1, m: 2 }]);
  });

  it('name kernels that are there, and at least one', () => {
    const refused = (operations: unknown, reason: RegExp) =>
      assert.throws(() => described(operations), told(reason));
    refused([up], /^operations: no kernel is launched/);
    refused([{ kind: 'kernel', kernel: 2 }], /^operations: kernel 2, but there are 2, counted from 0/);
    refused([{ kind: 'gap', ns: 3 }], /^operations\[0\]\.why: missing/);
    refused([{ kind: 'copy', direction: 'DtoD', bytes: 1, pinned: true }], /^operations\[0\]\.direction/);
    refused([{ kind: 'memset' }], /^operations\[0\]\.kind/);
  });
});
