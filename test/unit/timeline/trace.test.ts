import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { KernelProfile, TransferProfile } from '../../../src/kernel/profile';
import type { Application, CopyOperation, KernelOperation } from '../../../src/kernel/application';
import { parseKernelName } from '../../../src/profiles/names/kernelName';
import { joinWithSource } from '../../../src/timeline/trace/joinSource';
import { traceToApplication } from '../../../src/timeline/trace/traceToApplication';
import { isDeviceWork } from '../../../src/timeline/timeline';
import { replay } from '../../../src/timeline/replay';
import { application, copy, kernel, plainModels, testGpu } from './builders';
import { english } from '../../../src/words';

const gpu = testGpu();
let line = 0;

function launch(startNs: number, durationNs: number, changes: Partial<KernelProfile> = {}): KernelProfile {
  return {
    name: 'K',
    grid: [6, 1, 1],
    block: [256, 1, 1],
    registers: 16,
    staticSharedBytes: 100,
    dynamicSharedBytes: 28,
    startNs,
    durationNs,
    stream: '13',
    device: 'GPU (0)',
    calls: 1,
    metrics: {},
    location: { path: 't.csv', line: ++line },
    ...changes,
  };
}

function transfer(
  startNs: number,
  durationNs: number,
  changes: Partial<TransferProfile> = {},
): TransferProfile {
  return {
    direction: 'HtoD',
    bytes: durationNs,
    startNs,
    durationNs,
    pinned: true,
    stream: '13',
    device: 'GPU (0)',
    calls: 1,
    location: { path: 't.csv', line: ++line },
    ...changes,
  };
}

describe('traceToApplication', () => {
  it('orders by start, keeps streams, and replays to the same times when nothing contends', () => {
    const traced = traceToApplication(
      [launch(100, 50), launch(200, 40, { stream: '14' })],
      [
        transfer(0, 100),
        transfer(100, 100, { stream: '14' }),
        transfer(240, 10, { direction: 'DtoH', stream: '14' }),
      ],
      gpu,
      { name: 'app' },
    );
    const spans = (timeline: typeof traced.measured) =>
      timeline.operations.map(
        ({ label, stream, startNs, endNs }) => `${label} ${stream} ${startNs}-${endNs}`,
      );
    const expected = ['HtoD 13 0-100', 'K 13 100-150', 'HtoD 14 100-200', 'K 14 200-240', 'DtoH 14 240-250'];
    assert.deepEqual(spans(traced.measured), expected);
    assert.deepEqual(spans(replay([traced.application], gpu, plainModels(gpu))), expected);
    assert.equal((traced.application.operations[1] as KernelOperation).sharedBytes, 128);
    assert.deepEqual(traced.measured.operations[3]!.waitedFor, { reason: 'stream', operation: 2 });
  });

  it('turns long idle times into host work behind a synchronisation', () => {
    const traced = traceToApplication([launch(0, 10), launch(100_010, 10)], [], gpu, { name: 'app' });
    assert.deepEqual(
      traced.application.operations.map(({ kind }) => kind),
      ['kernel', 'synchronize', 'host', 'kernel'],
    );
    assert.equal(replay([traced.application], gpu, plainModels(gpu)).makespanNs, 100_020);
    const { operations } = traced.measured;
    assert.deepEqual(operations[3]!.waitedFor, { reason: 'host', operation: 2 });
  });

  it('reads the default stream under its profiler names', () => {
    const traced = traceToApplication([launch(0, 10, { stream: '7' })], [], gpu, { name: 'app' });
    assert.equal(traced.measured.operations[0]!.stream, 'default');
  });

  it('takes solo times from launches that ran alone and says where none did', () => {
    const traced = traceToApplication(
      [
        launch(0, 100),
        launch(50, 160, { stream: '14' }),
        launch(300, 90),
        launch(400, 70, { name: 'never alone' }),
        launch(400, 70, { stream: '14' }),
      ],
      [],
      gpu,
      { name: 'app' },
    );
    const solo = traced.application.operations.map((operation) =>
      operation.kind === 'kernel' ? operation.soloNs : operation.kind,
    );
    assert.deepEqual(solo, [90, 90, 90, 70, 90]);
    assert.equal(traced.assumptions.length, 1);
    assert.match(english(traced.assumptions[0]!.text), /never alone never runs alone/);
  });

  it('draws streams of two processes or contexts apart, though they have one number', () => {
    const rows = [
      launch(0, 10, { run: 0, context: '1' }),
      launch(5, 10, { run: 0, context: '2' }),
      launch(7, 10, { run: 1, context: '1' }),
      launch(20, 10, { run: 0, context: '1' }),
    ];
    const traced = traceToApplication(rows, [], gpu, { name: 'app' });
    assert.deepEqual(
      traced.application.operations
        .filter(isDeviceWork)
        .map((operation) => 'stream' in operation && operation.stream),
      ['13', '2:13', '3:13', '13'],
    );
  });

  it('takes one of two GPUs of the same name', () => {
    const rows = [
      launch(0, 10, { deviceIndex: 0 }),
      launch(0, 10, { deviceIndex: 1 }),
      launch(50, 10, { deviceIndex: 1 }),
    ];
    const traced = traceToApplication(rows, [], gpu, { name: 'app' });
    assert.deepEqual([traced.application.operations.filter(isDeviceWork).length, traced.ignored], [2, 1]);
  });

  it('takes one device and counts what it leaves out', () => {
    const traced = traceToApplication(
      [launch(0, 10), launch(20, 10), launch(0, 10, { device: 'other' }), launch(50, 10, { calls: 3 })],
      [transfer(60, 5, { direction: 'unified' })],
      gpu,
      { name: 'app' },
    );
    assert.equal(traced.application.operations.length, 2);
    assert.equal(traced.ignored, 3);
  });

  it('ends the host’s work at the call where the trace tells it, and leaves the latency of a launch to its model', () => {
    const call = (startNs: number) => ({ call: { startNs, durationNs: 5000 } });
    const work = (callNs: number) =>
      traceToApplication([launch(0, 1000), launch(101_000, 1000, call(callNs))], [], gpu, {
        name: 'app',
      }).application.operations.flatMap((operation) => (operation.kind === 'host' ? [operation.ns] : []));
    // Idle from 1 µs to 101 µs: the call comes at 71 µs, or before the device was idle at all.
    assert.deepEqual(work(71_000), [70_000]);
    assert.deepEqual(work(500), []);
  });

  it('assumes host memory by stream where the trace does not tell', () => {
    const traced = traceToApplication(
      [],
      [transfer(0, 5, { pinned: null, stream: '7' }), transfer(10, 5, { pinned: null })],
      gpu,
      { name: 'app' },
    );
    assert.deepEqual(
      traced.application.operations.map((operation) => (operation as CopyOperation).pinned),
      [false, true],
    );
    assert.match(english(traced.assumptions[0]!.text), /host memory of 2 copies/);
  });

  it('says that it assumes registers where the trace has none', () => {
    const traced = traceToApplication([launch(0, 10, { registers: null })], [], gpu, { name: 'app' });
    assert.equal((traced.application.operations[0] as KernelOperation).registers, 32);
    assert.match(english(traced.assumptions[0]!.text), /registers of all kernels/);
  });

  it('makes a replayable application of any rows', () => {
    const number = fc.option(fc.oneof(fc.double(), fc.integer({ min: -5, max: 1e6 })));
    const dim = fc.option(
      fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -1, max: 9 }), fc.constant(1)),
    );
    const kernels = fc.record({
      startNs: number,
      durationNs: number,
      grid: dim,
      block: dim,
      stream: fc.option(fc.string()),
    });
    const transfers = fc.record({
      startNs: number,
      durationNs: number,
      bytes: number,
      pinned: fc.option(fc.boolean()),
    });
    fc.assert(
      fc.property(fc.array(kernels), fc.array(transfers), (kernelRows, transferRows) => {
        const rows = kernelRows.map((row) => launch(0, 0, row));
        const copies = transferRows.map((row) => transfer(0, 0, row));
        const traced = traceToApplication(rows, copies, gpu, { name: 'app' });
        const kept = traced.measured.operations.filter((operation) => isDeviceWork(operation));
        assert.equal(kept.length + traced.ignored, rows.length + copies.length);
        const starts = kept.map(({ startNs }) => startNs);
        assert.deepEqual(
          starts,
          [...starts].sort((a, b) => a - b),
        );
        const replayed = replay([traced.application], gpu, plainModels(gpu));
        assert.equal(replayed.operations.length, traced.application.operations.length);
      }),
    );
  });

  it('gives an empty application for an empty trace', () => {
    const traced = traceToApplication([], [], gpu, { name: 'app' });
    assert.deepEqual(traced.application.operations, []);
    assert.equal(traced.measured.makespanNs, 0);
  });
});

describe('joinWithSource', () => {
  const baseName = (name: string) => parseKernelName(name).base;
  const at = (lineNumber: number) => ({ location: { path: 'a.cu', line: lineNumber } });
  const source: Application = {
    ...application([
      { ...(copy('s', 'HtoD', 0) as CopyOperation), pinned: false, writes: ['d_in'], ...at(1) },
      { ...(kernel('s', 'ns::scale', 0) as KernelOperation), reads: ['d_in'], writes: ['d_out'], ...at(2) },
      { ...(copy('s', 'DtoH', 0) as CopyOperation), reads: ['d_out'], ...at(3) },
    ]),
    footprintBytes: 1000,
  };

  it('matches calls in order, over and over where a loop repeats them', () => {
    const once = [
      copy('13', 'HtoD', 64),
      kernel('13', 'void ns::scale<float>(float*, int)', 50),
      copy('13', 'DtoH', 32),
    ];
    const {
      application: joined,
      matched,
      total,
    } = joinWithSource(application([...once, ...once]), source, baseName);
    assert.deepEqual([matched, total], [6, 6]);
    const lines = joined.operations.map((operation) => operation.location?.line);
    assert.deepEqual(lines, [1, 2, 3, 1, 2, 3]);
    const first = joined.operations[0] as CopyOperation;
    assert.deepEqual([first.bytes, first.pinned, first.writes], [64, false, ['d_in']]);
    assert.equal((joined.operations[4] as KernelOperation).soloNs, 50);
    assert.equal(joined.footprintBytes, 1000);
  });

  it('leaves alone what the source does not have', () => {
    const {
      application: joined,
      matched,
      total,
    } = joinWithSource(application([kernel('13', 'other', 5)]), source, baseName);
    assert.deepEqual([matched, total], [0, 1]);
    assert.equal(joined.operations[0]!.location, undefined);
  });

  it('matches streams that do the same calls by their sizes, and takes over their names', () => {
    const call = (stream: string, bytes: number, line: number) => [
      { ...(copy(stream, 'HtoD', bytes) as CopyOperation), ...at(line) },
      { ...(kernel(stream, 'scale', 0) as KernelOperation), ...at(line + 1) },
    ];
    const written = application([...call('first', 10, 1), ...call('second', 20, 3)]);
    const trace = application([
      copy('14', 'HtoD', 20),
      copy('13', 'HtoD', 10),
      kernel('14', 'scale', 5),
      kernel('13', 'scale', 5),
    ]);
    const { application: joined, streamNames } = joinWithSource(trace, written, baseName);
    assert.deepEqual(
      [...streamNames],
      [
        ['14', 'second'],
        ['13', 'first'],
      ],
    );
    const lines = joined.operations.map((operation) => operation.location?.line);
    assert.deepEqual(lines, [3, 1, 4, 2]);
    assert.deepEqual(
      new Set(joined.operations.map((o) => 'stream' in o && o.stream)),
      new Set(['first', 'second']),
    );
  });

  it('gives no names where two streams of the trace do the work of one', () => {
    const trace = application([copy('13', 'HtoD', 64), kernel('14', 'scale', 5)]);
    const { streamNames, matched } = joinWithSource(trace, source, baseName);
    assert.deepEqual([streamNames.size, matched], [0, 2]);
  });
});
