import assert from 'node:assert/strict';
import type { KernelOperation, Operation } from '../../../src/kernel/application';
import { kernelConflicts } from '../../../src/timeline/kernelConflicts';
import { meetingsOf, racesOf } from '../../../src/timeline/meetings';
import { kernel } from './builders';

/** `writer > user: buffer, kind` of each conflict. */
function conflicts(...operations: Operation[]): string[] {
  const application = { operations };
  return kernelConflicts(application, racesOf(application), meetingsOf(application)).map(
    ({ launches: [a, b], buffer, kind }) => `${a.kernel} > ${b.kernel}: ${buffer}, ${kind}`,
  );
}

interface Use {
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}

const launch = (stream: string, name: string, { reads = [], writes = [] }: Use): KernelOperation => ({
  ...kernel(stream, name, 1),
  reads,
  writes,
});

describe('kernels of one program', () => {
  const producer = { writes: ['d'] };
  const consumer = { reads: ['d'] };

  it('conflict where one writes what the other uses, the writer first', () => {
    assert.deepEqual(conflicts(launch('1', 'a', producer), launch('1', 'b', consumer)), [
      'a > b: d, ordered',
    ]);
    assert.deepEqual(conflicts(launch('1', 'b', consumer), launch('1', 'a', producer)), [
      'a > b: d, ordered',
    ]);
    assert.deepEqual(conflicts(launch('1', 'a', consumer), launch('1', 'b', consumer)), []);
  });

  it('that nothing orders are right for different parts, or race where that is proved', () => {
    const [a, b] = [launch('1', 'a', producer), launch('2', 'b', consumer)];
    assert.deepEqual(conflicts(a, b), ['a > b: d, parts']);
    const at = (operation: KernelOperation, line: number) => ({
      ...operation,
      location: { path: 'a.cu', line },
      certain: { stage: 0, reads: operation.reads ?? [], writes: operation.writes ?? [] },
    });
    assert.deepEqual(conflicts(at(a, 1), at(b, 2)), ['a > b: d, race']);
  });

  it('conflict with themselves where another launch uses what one writes', () => {
    assert.deepEqual(conflicts(launch('1', 'a', producer)), []);
    assert.deepEqual(conflicts(launch('1', 'a', producer), launch('1', 'a', { writes: ['e'] })), []);
    assert.deepEqual(conflicts(launch('1', 'a', producer), launch('1', 'a', producer)), [
      'a > a: d, ordered',
    ]);
  });

  it('are in an order that may be needed where the source does not tell what they use', () => {
    const untold = kernel('1', 'b', 1);
    assert.deepEqual(conflicts(launch('1', 'a', producer), untold), ['a > b: null, untold']);
    assert.deepEqual(conflicts(launch('2', 'a', producer), untold), []);
    assert.deepEqual(conflicts(untold), []);
  });
});
