import assert from 'node:assert/strict';
import type { Operation } from '../../../src/kernel/application';
import { meetingsOf } from '../../../src/timeline/meetings';
import { copy, kernel } from './builders';

const pairs = (...operations: Operation[]): string[] =>
  meetingsOf({ operations }).map(({ launches }) => launches.map((one) => one.kernel).join(' '));

const sync = (stream: string | null): Operation => ({ kind: 'synchronize', stream });
const event = (kind: 'record' | 'wait', stream: string): Operation => ({ kind, stream, event: 'e' });

describe('kernels that can run together', () => {
  it('are in different streams', () => {
    assert.deepEqual(pairs(kernel('1', 'a', 1), kernel('2', 'b', 1)), ['a b']);
    assert.deepEqual(pairs(kernel('1', 'a', 1), kernel('1', 'b', 1)), []);
  });

  it('are no two of which the later one waits for an event after the earlier one', () => {
    const [a, b] = [kernel('1', 'a', 1), kernel('2', 'b', 1)];
    assert.deepEqual(pairs(a, event('record', '1'), event('wait', '2'), b), []);
    // What comes after the record may still run beside what waited for it.
    const after = kernel('1', 'c', 1);
    assert.deepEqual(pairs(a, event('record', '1'), after, event('wait', '2'), b), ['c b']);
  });

  it('are ordered through a third stream, too', () => {
    const chain = [
      kernel('1', 'a', 1),
      { kind: 'record', stream: '1', event: 'x' },
      { kind: 'wait', stream: '2', event: 'x' },
      { kind: 'record', stream: '2', event: 'y' },
      { kind: 'wait', stream: '3', event: 'y' },
      kernel('3', 'b', 1),
    ] as const;
    assert.deepEqual(pairs(...chain), []);
  });

  it('are parted by the legacy default stream', () => {
    assert.deepEqual(pairs(kernel('1', 'a', 1), kernel('default', 'd', 1), kernel('2', 'b', 1)), []);
  });

  it('are in a stream that does not wait for the default stream, beside what that runs', () => {
    const operations = [kernel('1', 'a', 1), kernel('default', 'd', 1), kernel('2', 'b', 1)];
    const met = meetingsOf({ operations, nonBlocking: ['2'] });
    assert.deepEqual(
      met.map(({ launches }) => launches.map((one) => one.kernel).join(' ')),
      ['a b', 'd b'],
    );
  });

  it('are none in a stream that may be that of the other one', () => {
    const operations = [kernel('1', 'a', 1), kernel('this.s', 'b', 1), kernel('2', 'c', 1)];
    const met = meetingsOf({ operations, unknownStreams: ['this.s'] });
    assert.deepEqual(
      met.map(({ launches }) => launches.map((one) => one.kernel).join(' ')),
      ['a c'],
    );
  });

  it('are no two whose places were proved to race in another round', () => {
    const at = (stream: string, name: string, line: number, isProved: boolean) => ({
      ...kernel(stream, name, 1),
      location: { path: 'a.cu', line },
      ...(isProved ? { certain: { stage: 0, reads: [], writes: ['d'] } } : {}),
    });
    const first = [at('1', 'a', 3, true), at('2', 'b', 4, true)];
    assert.deepEqual(pairs(...first, at('1', 'a', 3, false), at('2', 'b', 4, false)), []);
    assert.deepEqual(pairs(at('1', 'a', 3, false), at('2', 'b', 4, false)), ['a b']);
  });

  it('are parted by a host that waits for the device or for their stream', () => {
    const [a, b] = [kernel('1', 'a', 1), kernel('2', 'b', 1)];
    assert.deepEqual(pairs(a, sync(null), b), []);
    assert.deepEqual(pairs(a, sync('1'), b), []);
    assert.deepEqual(pairs(a, sync('2'), b), ['a b']);
    assert.deepEqual(pairs(a, copy('1', 'DtoH', 8, { blocking: true }), b), []);
    assert.deepEqual(pairs(a, copy('1', 'DtoH', 8), b), ['a b']);
  });

  it('are told once, and with themselves where several launches of one can', () => {
    const loop = Array.from({ length: 5 }, () => [kernel('1', 'a', 1), kernel('2', 'a', 1)]).flat();
    assert.deepEqual(pairs(...loop), ['a a']);
  });
});
