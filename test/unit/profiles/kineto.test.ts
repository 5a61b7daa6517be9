import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import {
  KINETO_H100,
  KINETO_STEP,
  kinetoCall,
  kinetoCopy,
  kinetoKernel,
  kinetoOperator,
  kinetoRange,
  kinetoTrace,
} from '../../../lab/profiles/kinetoText';
import { english } from '../../../src/words';
import { codes, only, read, readBytes } from './helpers';

describe('traces of the PyTorch profiler', () => {
  it('give launches with their facts, their call and their operator', async () => {
    const file = await read(KINETO_STEP);
    assert.deepEqual([file.status, file.format, file.device], ['full', 'kineto-json', 'NVIDIA H100']);
    assert.deepEqual(only(file.kernels), {
      name: 'void saxpy<4, float>(int, float*)',
      grid: [66, 2, 1],
      block: [128, 1, 1],
      registers: 32,
      staticSharedBytes: null,
      dynamicSharedBytes: null,
      sharedBytes: 1040,
      device: 'NVIDIA H100',
      deviceIndex: 0,
      computeCapability: '9.0',
      context: '1',
      stream: '7',
      run: 0,
      metrics: {},
      operator: 'aten::addmm',
      // Counted from the annotation at 1000 µs.
      startNs: 20_500,
      durationNs: 3250,
      call: { startNs: 6125, durationNs: 4000 },
      calls: 1,
      location: { path: 'test.prof', line: 21 },
    });
    assert.equal(KINETO_STEP.split('\n')[20]?.includes('saxpy'), true);
    assert.deepEqual(file.runs, [{ pid: '900', command: null }]);
    // 1,719,792,000 s + 1000 µs
    assert.equal(file.epochUs, 1_719_792_000_001_000);
  });

  it('give copies with the memory that they came from, calls, and annotations on both sides', async () => {
    const file = await read(KINETO_STEP);
    const { direction, bytes, pinned, startNs, durationNs, call } = only(file.transfers);
    assert.deepEqual([direction, bytes, pinned, startNs, durationNs], ['HtoD', 4096, false, 10_000, 1500]);
    assert.deepEqual(call, { startNs: 8000, durationNs: 4000 });
    assert.deepEqual(
      file.api.map(({ name, startNs }) => [name, startNs]),
      [
        ['cudaLaunchKernel', 6125],
        ['cudaMemcpyAsync', 8000],
      ],
    );
    assert.deepEqual(
      file.ranges?.map(({ name, side, thread, stream, deviceIndex, startNs, durationNs }) => [
        ...[name, side, thread, stream, deviceIndex, startNs, durationNs],
      ]),
      [
        ['ProfilerStep#3', 'host', '900', undefined, undefined, 0, 60_000],
        ['ProfilerStep#3', 'gpu', undefined, '7', 0, 10_000, 13_750],
      ],
    );
    const kinds = await read(
      kinetoTrace([
        kinetoCopy({ name: 'Memcpy DtoH (Device -> Pinned)' }),
        kinetoCopy({ name: 'Memcpy DtoD (Device -> Device)' }),
        kinetoCopy({ cat: 'gpu_memset', name: 'Memset (Device)' }),
        kinetoCopy({ name: 'Memcpy Unknown (Unknown -> Unknown)' }),
      ]),
    );
    assert.deepEqual(
      kinds.transfers.map(({ direction, pinned }) => [direction, pinned]),
      [
        ['DtoH', true],
        ['DtoD', null],
        ['memset', null],
      ],
    );
    assert.deepEqual([kinds.status, codes(kinds)], ['partial', ['unknown-copy']]);
  });

  it('are read the same in pieces of any size, packed, as a bare array, in UTF-16, and with keys in another order', async () => {
    const whole = await read(KINETO_STEP);
    const measured = (file: typeof whole): unknown => [file.kernels, file.transfers, file.api, file.ranges];
    for (const size of [1, 7, 64, 1000])
      assert.deepEqual(measured(await read(KINETO_STEP, {}, size)), measured(whole), `pieces of ${size}`);
    assert.deepEqual(measured(await readBytes(gzipSync(KINETO_STEP))), measured(whole));
    const marked = new Uint8Array(Buffer.from(`\uFEFF${KINETO_STEP}`, 'utf16le'));
    assert.deepEqual(measured(await readBytes(marked)), measured(whole));
    const { traceEvents, ...others } = JSON.parse(KINETO_STEP) as { traceEvents: object[] };
    const last = await read(JSON.stringify({ traceEvents, ...others }));
    assert.deepEqual(
      last.kernels.map(({ device, startNs }) => [device, startNs]),
      [['NVIDIA H100', 20_500]],
    );
    const turned = traceEvents.map((event) => Object.fromEntries(Object.entries(event).reverse()));
    assert.equal(only((await read(JSON.stringify(turned))).kernels).operator, 'aten::addmm');
  });

  it('keep nanoseconds of times since 1970, which a double does not', async () => {
    const text = kinetoTrace([
      kinetoKernel({ ts: 'FIRST', dur: 1.001 }),
      kinetoKernel({ ts: 'SECOND', dur: 0.25 }),
    ])
      .replace('"FIRST"', '1712195495505583.123')
      .replace('"SECOND"', '1712195495505584.124');
    const file = await read(text);
    assert.deepEqual(
      file.kernels.map(({ startNs, durationNs }) => [startNs, durationNs]),
      [
        [123, 1001],
        [1124, 250],
      ],
    );
    assert.equal(file.epochUs, 1712195495505583);
    assert.deepEqual(codes(file), []);
  });

  it('of older versions are sure to 1 µs only, and a duration of 0 is none', async () => {
    const old = { cat: 'Kernel', tid: 'stream 7' };
    const file = await read(
      kinetoTrace(
        [
          kinetoKernel(
            { ...old, ts: 1661938466265032, dur: 5 },
            { 'External id': undefined, 'external id': 9 },
          ),
          kinetoKernel({ ...old, ts: 1661938466265040, dur: 0 }),
          kinetoCopy({ cat: 'Memcpy', tid: 'stream 7', ts: 1661938466265050, dur: 2 }),
          kinetoCall(1661938466265030, 71, { cat: 'Runtime', tid: '900', dur: 1 }),
          kinetoOperator('aten::mul', 9, 1661938466265029, 3, { cat: 'Operator', tid: '900' }),
        ],
        { computeProperties: [{ id: 0, name: 'Tesla V100', major: 7, minor: 0 }] },
      ),
    );
    assert.deepEqual([file.status, file.device], ['full', 'Tesla V100']);
    assert.deepEqual(
      file.kernels.map(({ durationNs, stream, operator }) => [durationNs, stream, operator]),
      [
        [5000, '7', 'aten::mul'],
        [null, '7', 'aten::mul'],
      ],
    );
    assert.deepEqual(codes(file).sort(), ['coarse-times', 'no-duration']);
    assert.equal(only(file.transfers).durationNs, 2000);
  });

  it('have no duration for what ends before it starts, and say that it is not known', async () => {
    const file = await read(
      kinetoTrace([kinetoKernel({ ts: 10.25, dur: -5 }), kinetoKernel({ ts: 20.25, dur: 5.5 })]),
    );
    assert.equal(file.status, 'partial');
    assert.deepEqual(
      file.kernels.map(({ durationNs }) => durationNs),
      [null, 5500],
    );
    assert.deepEqual(
      file.warnings.filter(({ code }) => code !== 'unnamed-device').map(({ message: said }) => english(said)),
      ['the time of this row is not known; left out'],
    );
  });

  it('never show what Kineto computes of a launch as measured', async () => {
    const file = await read(kinetoTrace([kinetoKernel({}, { 'est. achieved occupancy %': 87 })]));
    assert.ok(!JSON.stringify(file).includes('87'));
    assert.deepEqual([only(file.kernels).metrics, only(file.kernels).originals], [{}, undefined]);
  });

  it('name an operator only where the launch lies within it', async () => {
    // Some versions write the number of the launch in place of the operator's, which may be another one's.
    const chance = await read(
      kinetoTrace([
        kinetoOperator('aten::far', 71, 2000, 10),
        kinetoOperator('aten::outer', 1, 1000, 30),
        kinetoOperator('aten::inner', 2, 1004, 6),
        kinetoCall(1006, 71),
        kinetoCall(1020, 73),
        kinetoCall(1050, 74),
        kinetoKernel({}, { 'External id': 71 }),
        kinetoKernel({ ts: 1022 }, { 'External id': 73, correlation: 73 }),
        kinetoKernel({ ts: 1052 }, { 'External id': 74, correlation: 74 }),
      ]),
    );
    assert.deepEqual(
      chance.kernels.map(({ operator }) => operator),
      ['aten::inner', 'aten::outer', undefined],
    );
    const otherThread = await read(
      kinetoTrace([
        kinetoOperator('aten::x', 1, 1000, 30, { tid: 901 }),
        kinetoCall(1006, 71),
        kinetoKernel(),
      ]),
    );
    assert.equal(only(otherThread.kernels).operator, undefined);
  });

  it('tell the rank, and join nothing where calls of several processes may have the same numbers', async () => {
    const ranked = await read(
      kinetoTrace([kinetoKernel(), kinetoCall(1000, 71)], {
        distributedInfo: { backend: 'nccl', rank: 3, world_size: 8 },
      }),
    );
    assert.deepEqual(ranked.runs, [{ pid: '900', command: null, rank: 3, worldSize: 8 }]);
    assert.equal(only(ranked.kernels).device, null);
    assert.ok(codes(ranked).includes('unnamed-device'));
    const merged = await read(
      kinetoTrace([
        kinetoKernel(),
        kinetoOperator('aten::x', 5, 1000, 30),
        kinetoCall(1006, 71),
        kinetoCall(1006, 71, { pid: 901 }),
      ]),
    );
    assert.deepEqual([only(merged.kernels).call, only(merged.kernels).operator], [undefined, undefined]);
    assert.ok(codes(merged).includes('several-processes'));
  });

  it('of AMD are named, and their launches not taken for those of NVIDIA', async () => {
    const device = {
      deviceProperties: [{ id: 0, name: 'AMD Instinct MI300X', computeMajor: 9, computeMinor: 4 }],
    };
    for (const [header, call] of [
      [device, 'cudaLaunchKernel'],
      [{}, 'hipLaunchKernel'],
    ] as const) {
      const file = await read(kinetoTrace([kinetoKernel(), kinetoCall(1006, 71, { name: call })], header));
      const { grid, block, registers, computeCapability, sharedBytes, durationNs } = only(file.kernels);
      assert.deepEqual(
        [grid, block, registers, computeCapability, sharedBytes, durationNs],
        [null, null, null, undefined, undefined, 3250],
      );
      assert.match(file.warnings.map((warning) => english(warning.message)).join(), /a trace of AMD/);
    }
  });

  it('that are cut are read as far as they go', async () => {
    const text = kinetoTrace([kinetoKernel(), kinetoKernel({ ts: 1030 }), kinetoKernel({ ts: 1040 })]);
    const cut = await read(text.slice(0, text.lastIndexOf('"correlation"')));
    assert.deepEqual([cut.status, cut.kernels.length], ['partial', 2]);
    assert.match(english(cut.reason ?? ''), /ends before its end/);
    const many = Array.from({ length: 3000 }, (_, i) =>
      kinetoKernel({ ts: 1000 + i, dur: Math.sqrt(i + 1) }),
    );
    const packed = gzipSync(kinetoTrace(many));
    const half = await readBytes(packed.subarray(0, packed.length / 2));
    assert.equal(half.status, 'partial');
    assert.ok(half.kernels.length > 1000 && half.kernels.length < 2000, String(half.kernels.length));
    assert.match(english(half.reason ?? ''), /gzip stream is cut/);
  });

  it('with a damaged event keep the others', async () => {
    const text = kinetoTrace([kinetoKernel(), kinetoKernel({ ts: 1030 }), kinetoKernel({ ts: 1040 })]);
    const starts = async (broken: string): Promise<unknown> => {
      const file = await read(broken);
      assert.equal(file.status, 'partial');
      return file.kernels.map(({ startNs }) => startNs);
    };
    // A quote, a colon and a brace less.
    assert.deepEqual(
      await starts(text.replace('float*)","pid":0,"tid":7,"ts":1030', 'float*),"pid":0,"tid":7,"ts":1030')),
      [500, 20_000],
    );
    assert.deepEqual(await starts(text.replace('"ts":1030', '"ts"1030')), [500, 20_000]);
    assert.deepEqual(await starts(text.replace('"ts":1030', '"ts":1030"')), [500, 20_000]);
    const long = 'x'.repeat(5_000_000);
    assert.deepEqual(await starts(text.replace('"ts":1030', `"ts":1030,"y":"${long}"`)), [500, 20_000]);
  });

  it('with not-a-number and infinities are read', async () => {
    const text = kinetoTrace([kinetoKernel({}, { 'blocks per SM': 'A', 'shared memory': 'B' })])
      .replace('"A"', 'Infinity')
      .replace('"B"', 'NaN');
    const file = await read(text);
    assert.deepEqual([file.status, only(file.kernels).sharedBytes], ['full', undefined]);
    const header = kinetoTrace([kinetoKernel()]).replace('"numSms":132', '"numSms":NaN');
    assert.equal((await read(header)).device, 'NVIDIA H100');
  });

  it('leave out what no GPU can launch', async () => {
    const file = await read(
      kinetoTrace([
        kinetoKernel({}, { grid: [-1, 1, 1], 'registers per thread': 999, 'shared memory': 1e9 }),
      ]),
    );
    const { grid, registers, sharedBytes, block } = only(file.kernels);
    assert.deepEqual([grid, registers, sharedBytes, block], [null, null, undefined, [128, 1, 1]]);
    assert.deepEqual(codes(file), ['impossible-launch', 'impossible-launch', 'impossible-launch']);
  });

  it('tell launches of CUDA graphs, and counters that are not read', async () => {
    const file = await read(
      kinetoTrace([
        kinetoKernel({}, { 'graph id': 6 }),
        { ph: 'X', cat: 'cuda_profiler_range', name: 'k', pid: 0, tid: 0, ts: 1, dur: 1, args: { x: 1 } },
      ]),
    );
    assert.equal(only(file.kernels).graph, '6');
    assert.deepEqual(
      [file.status, /1 ranges of counters/.test(english(file.reason ?? ''))],
      ['partial', true],
    );
  });

  it('that are long are grouped, with the call of each launch in a column', async () => {
    const launches = Array.from({ length: 6 }, (_, i) => [
      kinetoOperator(`aten::op${i % 2}`, 100 + i, 1000 + 10 * i, 8),
      kinetoCall(1001 + 10 * i, 200 + i),
      kinetoKernel({ ts: 1005 + 10 * i }, { 'External id': 100 + i, correlation: 200 + i }),
    ]).flat();
    const file = await read(kinetoTrace(launches, KINETO_H100), { maxListed: 5 });
    assert.deepEqual(
      file.kernels.map(({ operator, calls, call }) => [operator, calls, call]),
      [
        ['aten::op0', 3, undefined],
        ['aten::op1', 3, undefined],
      ],
    );
    const block = file.kernelEvents?.blocks[0];
    assert.deepEqual([...(block?.group.slice(0, 6) ?? [])], [0, 1, 0, 1, 0, 1]);
    assert.deepEqual([...(block?.startNs.slice(0, 2) ?? [])], [5000, 15_000]);
    assert.deepEqual([...(block?.callStartNs?.slice(0, 2) ?? [])], [1000, 11_000]);
  });

  it('stop when they are cancelled', async () => {
    const events = Array.from({ length: 30_000 }, (_, i) => kinetoKernel({ ts: 1000 + i }));
    const signal = { aborted: false };
    let yields = 0;
    const reading = readBytes(new TextEncoder().encode(kinetoTrace(events)), {
      signal,
      yieldToTasks: () => {
        signal.aborted = ++yields === 1;
        return Promise.resolve();
      },
    });
    await assert.rejects(reading, /cancelled/);
    assert.equal(yields, 1);
  });

  it('are told from other traces and other JSON', async () => {
    const host = await read(kinetoTrace([kinetoRange('step', 1, 2), kinetoOperator('aten::add', 1, 1, 2)]));
    assert.deepEqual([host.status, host.format, host.ranges], ['refused', 'chrome-trace', undefined]);
    const calls = await read(kinetoTrace([kinetoCall(1, 2)]));
    assert.deepEqual([calls.status, calls.format, calls.api.length], ['partial', 'kineto-json', 1]);
    assert.equal((await read('{"traceEvents": []}')).format, 'unknown');
  });
});
