import assert from 'node:assert/strict';
import type { CopyOperation, KernelOperation, Operation } from '../../../src/kernel/application';
import { rearranged } from '../../../src/timeline/rearrange';

const copy = (stream: string, writes: string, blocking = false): CopyOperation => ({
  kind: 'copy',
  stream,
  direction: 'HtoD',
  bytes: 1e6,
  pinned: true,
  blocking,
  reads: ['host'],
  writes: [writes],
});

const kernel = (stream: string, name: string, reads?: string[], writes?: string[]): KernelOperation => ({
  kind: 'kernel',
  stream,
  kernel: name,
  grid: [1, 1, 1],
  block: [32, 1, 1],
  registers: 16,
  sharedBytes: 0,
  soloNs: 1000,
  ...(reads === undefined ? {} : { reads }),
  ...(writes === undefined ? {} : { writes }),
});

const application = (...operations: Operation[]) => ({ name: 'a', operations, footprintBytes: null });

/** The calls in short: `k s`, `record s e`, `wait s e`. */
const calls = ({ operations }: { operations: readonly Operation[] }): string[] =>
  operations.map((operation) => {
    if (operation.kind === 'record' || operation.kind === 'wait')
      return `${operation.kind} ${operation.stream} ${operation.event}`;
    if (operation.kind === 'kernel') return `${operation.kernel} ${operation.stream}`;
    return 'stream' in operation ? `${operation.kind} ${operation.stream}` : operation.kind;
  });

describe('operations moved to another stream', () => {
  it('wait by an event for what they need, and are waited for by what needs them', () => {
    const {
      application: after,
      waits,
      places,
    } = rearranged(
      application(
        copy('s', 'x'),
        kernel('s', 'free', ['p'], ['q']),
        kernel('s', 'uses', ['x'], ['y']),
        kernel('s', 'last', ['y'], ['z']),
      ),
      [{ index: 2, stream: 't' }],
    );
    assert.deepEqual(calls(after), [
      'copy s',
      'record s after operation 0',
      'free s',
      'wait t after operation 0',
      'uses t',
      'record t after operation 2',
      'wait s after operation 2',
      'last s',
    ]);
    assert.deepEqual(waits, [
      { after: 0, before: 2 },
      { after: 2, before: 3 },
    ]);
    assert.deepEqual(places, [0, null, 1, null, 2, null, null, 3]);
  });

  it('need no event where nothing depends on them', () => {
    const { application: after, waits } = rearranged(
      application(kernel('s', 'a', ['x'], ['y']), kernel('s', 'b', ['x'], ['z'])),
      [{ index: 1, stream: 't' }],
    );
    assert.deepEqual([calls(after), waits], [['a s', 'b t'], []]);
  });

  it('keep the order of their stream where the source does not tell what they touch', () => {
    const { waits } = rearranged(application(kernel('s', 'a'), kernel('s', 'b', [], []), kernel('u', 'c')), [
      { index: 1, stream: 't' },
    ]);
    assert.deepEqual(waits, [{ after: 0, before: 1 }]);
  });

  it('are still awaited by the host and by events of the stream that they leave', () => {
    const synchronized = rearranged(
      application(kernel('s', 'a', [], ['y']), { kind: 'synchronize', stream: 's' }),
      [{ index: 0, stream: 't' }],
    );
    assert.deepEqual(calls(synchronized.application), [
      'a t',
      'record t after operation 0',
      'wait s after operation 0',
      'synchronize s',
    ]);
    const recorded = rearranged(
      application(kernel('s', 'a', [], ['y']), { kind: 'record', stream: 's', event: 'e' }),
      [{ index: 0, stream: 't' }],
    );
    assert.deepEqual(recorded.waits, [{ after: 0, before: 1 }]);
  });

  it('do not wait again for what the host has waited for', () => {
    const { waits } = rearranged(application(copy('s', 'x', true), kernel('s', 'a', ['x'], ['y'])), [
      { index: 1, stream: 't' },
    ]);
    assert.deepEqual(waits, []);
  });

  it('wait once for the last of a stream, which stands for those before it', () => {
    const { waits } = rearranged(
      application(
        copy('s', 'x'),
        copy('s', 'y'),
        kernel('s', 'a', ['x', 'y'], ['z']),
        kernel('s', 'b', ['x'], ['w']),
      ),
      [
        { index: 2, stream: 't' },
        { index: 3, stream: 't' },
      ],
    );
    assert.deepEqual(waits, [{ after: 1, before: 2 }]);
  });

  it('leave the program as it is where nothing moves', () => {
    const written = application(copy('s', 'x'), kernel('t', 'a'));
    assert.deepEqual(rearranged(written, []).application, written);
  });
});
