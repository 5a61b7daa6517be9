import { told } from '../../support/told';
import assert from 'node:assert/strict';
import { InputError } from '../../../src/kernel/result';
import { copyEngineModel } from '../../../src/timeline/copyEngines';
import { fluidTaskModel } from '../../../src/timeline/fluidTasks';
import { replay } from '../../../src/timeline/replay';
import type { Timeline } from '../../../src/timeline/timeline';
import { application, copy, kernel, plainModels, testGpu } from './builders';

/** `label start-end` of what the device ran. */
function bars(timeline: Timeline): string[] {
  return timeline.operations
    .filter((operation) => operation.resource !== '' && operation.resource !== 'host')
    .map(({ label, startNs, endNs }) => `${label} ${startNs}-${endNs}`);
}

describe('replay', () => {
  const gpu = testGpu();
  const models = plainModels(gpu);

  it('overlaps a copy in each direction with a kernel (figure 2.5 c)', () => {
    const piece = (stream: string) => [
      copy(stream, 'HtoD', 10),
      kernel(stream, 'K', 10),
      copy(stream, 'DtoH', 10),
    ];
    const timeline = replay([application([...piece('1'), ...piece('2'), ...piece('3')])], gpu, models);
    assert.deepEqual(bars(timeline), [
      ...['HtoD 0-10', 'K 10-20', 'DtoH 20-30'],
      ...['HtoD 10-20', 'K 20-30', 'DtoH 30-40'],
      ...['HtoD 20-30', 'K 30-40', 'DtoH 40-50'],
    ]);
    assert.equal(timeline.makespanNs, 50);
  });

  describe('with one copy engine (figure 2.8)', () => {
    const single = testGpu({ copyEngines: 1 });
    const operation = {
      h2d: (stream: string) => copy(stream, 'HtoD', 10),
      k: (stream: string) => kernel(stream, 'K', 5),
      d2h: (stream: string) => copy(stream, 'DtoH', 10),
    };

    it('interleaved calls make the second stream wait for the copy back of the first (a)', () => {
      const { h2d, k, d2h } = operation;
      const timeline = replay(
        [application([h2d('0'), k('0'), d2h('0'), h2d('1'), k('1'), d2h('1')])],
        single,
        models,
      );
      assert.equal(timeline.operations[3]!.startNs, 25);
      assert.deepEqual(timeline.operations[3]!.waitedFor, { reason: 'resource', operation: 2 });
      assert.equal(timeline.makespanNs, 50);
    });

    it('batched calls overlap the kernel with the next copy (b)', () => {
      const { h2d, k, d2h } = operation;
      const timeline = replay(
        [application([h2d('0'), h2d('1'), k('0'), k('1'), d2h('0'), d2h('1')])],
        single,
        models,
      );
      assert.equal(timeline.operations[1]!.startNs, 10);
      assert.equal(timeline.makespanNs, 40);
    });
  });

  describe('hardware queues (figure 2.3)', () => {
    const calls = [kernel('0', 'A', 10), kernel('0', 'B', 10), kernel('0', 'C', 10), kernel('1', 'X', 10)];

    it('one queue holds an independent kernel back behind the kernels issued before it', () => {
      const fermi = testGpu({ hardwareQueues: 1 });
      const timeline = replay([application(calls)], fermi, models);
      const x = timeline.operations[3]!;
      assert.equal(x.startNs, 20);
      assert.deepEqual(x.waitedFor, { reason: 'hardware-queue', operation: 2 });
      assert.equal(timeline.operations[0]!.waitedFor.reason, 'none');
    });

    it('Hyper-Q starts it at once', () => {
      assert.equal(replay([application(calls)], gpu, models).operations[3]!.startNs, 0);
    });

    it('streams beyond the number of queues share one', () => {
      const two = testGpu({ hardwareQueues: 2 });
      const timeline = replay(
        [
          application([
            kernel('0', 'A', 10),
            kernel('0', 'B', 10),
            kernel('1', 'X', 10),
            kernel('2', 'Y', 10),
          ]),
        ],
        two,
        models,
      );
      assert.equal(timeline.operations[2]!.startNs, 0);
      assert.equal(timeline.operations[3]!.startNs, 10);
    });
  });

  it('makes the legacy default stream a barrier in both directions', () => {
    const timeline = replay(
      [application([kernel('1', 'A', 10), kernel('default', 'B', 10), kernel('2', 'C', 10)])],
      gpu,
      models,
    );
    assert.deepEqual(bars(timeline), ['A 0-10', 'B 10-20', 'C 20-30']);
    assert.deepEqual(timeline.operations[2]!.waitedFor, { reason: 'default-stream', operation: 1 });
  });

  it('holds up no stream by the default stream that is made not to wait for it, and the other way round', () => {
    const operations = [kernel('1', 'A', 10), kernel('default', 'B', 10), kernel('1', 'C', 10)];
    const reasons = (nonBlocking: readonly string[]) =>
      replay([{ ...application(operations), nonBlocking }], gpu, models).operations.map(
        ({ waitedFor }) => waitedFor?.reason,
      );
    assert.ok(reasons([]).includes('default-stream'));
    assert.ok(!reasons(['1']).includes('default-stream'));
  });

  it('lets a stream wait for the latest record of an event, and ignores one never recorded', () => {
    const timeline = replay(
      [
        application([
          kernel('1', 'A', 10),
          { kind: 'record', stream: '1', event: 'e' },
          kernel('1', 'B', 30),
          { kind: 'wait', stream: '2', event: 'e' },
          kernel('2', 'C', 10),
          { kind: 'wait', stream: '3', event: 'never' },
          kernel('3', 'D', 10),
        ]),
      ],
      gpu,
      models,
    );
    assert.deepEqual(bars(timeline), ['A 0-10', 'B 10-40', 'C 10-20', 'D 0-10']);
  });

  it('holds the host at a synchronisation, in host work and in a pageable copy back', () => {
    const timeline = replay(
      [
        application([
          kernel('1', 'A', 10),
          { kind: 'synchronize', stream: '1' },
          { kind: 'host', ns: 7 },
          copy('2', 'DtoH', 20, { pinned: false }),
          kernel('3', 'B', 10),
        ]),
      ],
      gpu,
      models,
    );
    assert.deepEqual(bars(timeline), ['A 0-10', 'DtoH 17-37', 'B 37-47']);
    assert.deepEqual(timeline.operations[4]!.waitedFor, { reason: 'host', operation: 3 });
  });

  it('charges the host for each call and delays what depends on another engine', () => {
    const timeline = replay(
      [application([copy('1', 'HtoD', 10), kernel('1', 'A', 10), kernel('2', 'B', 1)])],
      gpu,
      {
        ...models,
        launch: {
          name: 'test',
          issueNs: () => 3,
          latencyNs: (_operation, cause) => (cause === 'host' ? 1 : 5),
        },
      },
    );
    assert.deepEqual(bars(timeline), ['HtoD 4-14', 'A 19-29', 'B 10-11']);
  });

  it('keeps a gap between copies of an engine and shares the link above the overlap threshold', () => {
    const engines = { name: 'test', durationNs: (operation: { bytes: number }) => operation.bytes, gapNs: 2 };
    const copies = application([copy('1', 'HtoD', 100), copy('2', 'HtoD', 100)]);
    const apart = replay([copies], gpu, {
      ...models,
      copies: copyEngineModel({ ...engines, overlapThresholdBytes: 100 }),
    });
    assert.deepEqual(bars(apart), ['HtoD 0-100', 'HtoD 102-202']);
    const shared = replay([copies], gpu, {
      ...models,
      copies: copyEngineModel({ ...engines, overlapThresholdBytes: 40 }),
    });
    // 40 alone, 120 at half speed for the rest of the first, 40 alone for the rest of the second.
    assert.deepEqual(bars(shared), ['HtoD 0-160', 'HtoD 40-200']);
  });

  it('lets slowdowns of several applications plug in as rates', () => {
    const timeline = replay(
      [application([kernel('1', 'A', 10)], 'a'), application([kernel('1', 'B', 20)], 'b')],
      gpu,
      {
        ...models,
        kernels: fluidTaskModel({
          name: 'half speed in company',
          resource: 'SMs',
          soloNs: (task) => (task.operation.kind === 'kernel' ? task.operation.soloNs! : 0),
          rates: (running) => running.map(() => 1 / running.length),
        }),
      },
    );
    assert.deepEqual(bars(timeline), ['A 0-20', 'B 0-30']);
    assert.deepEqual(timeline.applications, ['a', 'b']);
  });

  it('names the operation and the line of an impossible size', () => {
    const broken = { ...copy('1', 'HtoD', -1), location: { path: 'a.cu', line: 7 } };
    assert.throws(
      () => replay([application([broken])], gpu, models),
      (error: unknown) =>
        error instanceof InputError && told(/^a\.cu:7: app, operation 1: -1 is no number of bytes/)(error),
    );
  });

  it('refuses a model that never ends an operation', () => {
    const stuck = fluidTaskModel({
      name: 'stuck',
      resource: 'SMs',
      soloNs: () => Infinity,
      rates: (all) => all.map(() => 1),
    });
    assert.throws(
      () => replay([application([kernel('1', 'A', 1)])], gpu, { ...models, kernels: stuck }),
      told(/the replay stalls: A never ends/),
    );
  });

  it('returns an empty timeline for an application that does nothing', () => {
    const timeline = replay([application([])], gpu, models);
    assert.equal(timeline.makespanNs, 0);
    assert.deepEqual(timeline.operations, []);
  });
});
