import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ProfileFile } from '../../../src/kernel/profile';
import { readProfileBytes } from '../../../src/profiles/readProfile';
import { createRandom } from '../../../src/stats/random';
import { english } from '../../../src/words';
import { codes, only, readBytes } from './helpers';
import { globalPid, nsysCopies, nsysGpus, nsysKernels, nsysStrings } from '../../../lab/profiles/recordings';
import { plainTable, writeSqlite, type WrittenTable } from '../../../lab/profiles/sqliteWriter';

const readTables = (...tables: readonly WrittenTable[]): Promise<ProfileFile> =>
  readProfileBytes('test.sqlite', writeSqlite(tables));

describe('SQLite exports of Nsight Systems', () => {
  it('give launches with their facts, copies and memsets', async () => {
    const file = await readTables(
      nsysStrings(),
      nsysGpus([{ number: 0, cuDevice: 0, name: 'NVIDIA A100' }]),
      nsysKernels([
        { start: 1000, end: 1700 },
        { start: 2000, end: 2500, streamId: 13 },
      ]),
      nsysCopies([
        { start: 100, end: 400, copyKind: 1 },
        { start: 500, end: 600, copyKind: 2, srcKind: 2, dstKind: 1 },
      ]),
      plainTable(
        'CUPTI_ACTIVITY_KIND_MEMSET',
        ['start', 'end', 'deviceId', 'contextId', 'streamId', 'globalPid', 'bytes'],
        [{ start: 10, end: 12, deviceId: 0, contextId: 1, streamId: 7, globalPid: globalPid(77), bytes: 64 }],
      ),
    );
    assert.deepEqual([file.status, file.format, file.device], ['full', 'nsys-sqlite', 'NVIDIA A100']);
    assert.deepEqual(file.kernels[0], {
      name: 'saxpy(int, float *)',
      grid: [40, 2, 1],
      block: [128, 1, 1],
      registers: 24,
      staticSharedBytes: 512,
      dynamicSharedBytes: 0,
      device: 'NVIDIA A100',
      deviceIndex: 0,
      computeCapability: '8.0',
      run: 0,
      context: '1',
      stream: '7',
      metrics: {},
      startNs: 1000,
      durationNs: 700,
      calls: 1,
      location: { path: 'test.sqlite', line: 1 },
    });
    assert.deepEqual(
      file.kernels.map(({ stream, durationNs }) => [stream, durationNs]),
      [
        ['7', 700],
        ['13', 500],
      ],
    );
    assert.deepEqual(
      file.transfers.map(({ direction, bytes, durationNs, pinned }) => [
        direction,
        bytes,
        durationNs,
        pinned,
      ]),
      [
        ['HtoD', 4096, 300, false],
        ['memset', 64, 2, null],
        ['DtoH', 4096, 100, true],
      ],
    );
    assert.deepEqual(file.runs, [{ pid: '77', command: null }]);
  });

  it('are read the same from a stream, packed or not', async () => {
    const bytes = writeSqlite([nsysStrings(), nsysKernels([{ start: 5, end: 9 }])]);
    for (const given of [bytes, gzipSync(bytes)]) {
      const file = await readBytes(given, {}, 700);
      assert.deepEqual([file.status, only(file.kernels).durationNs], ['full', 4]);
    }
  });

  it('keep processes, devices, contexts and green contexts apart', async () => {
    const file = await readTables(
      nsysStrings(),
      nsysKernels(
        [
          { start: 0, end: 9 },
          { start: 0, end: 9, globalPid: globalPid(78) },
          { start: 0, end: 9, contextId: 2 },
          { start: 0, end: 9, deviceId: 1 },
          { start: 0, end: 9, greenContextId: 5 },
        ],
        ['greenContextId'],
      ),
      plainTable(
        'TARGET_INFO_CUDA_CONTEXT_INFO',
        ['contextId', 'processId', 'isGreenContext', 'numMultiprocessors'],
        [{ contextId: 5, processId: 77, isGreenContext: 1, numMultiprocessors: 16 }],
      ),
    );
    assert.deepEqual(
      file.kernels.map(({ run, deviceIndex, context, greenContext }) => [
        run,
        deviceIndex,
        context,
        greenContext,
      ]),
      [
        [0, 0, '1', undefined],
        [1, 0, '1', undefined],
        [0, 0, '2', undefined],
        [0, 1, '1', undefined],
        [0, 0, '1', { id: '5', sms: 16 }],
      ],
    );
    assert.deepEqual(
      file.runs?.map(({ pid }) => pid),
      ['77', '78'],
    );
  });

  it('name a device only where its number is sure', async () => {
    const gpus = nsysGpus([
      { number: 0, cuDevice: 1, name: 'NVIDIA A100' },
      { number: 1, cuDevice: 0, name: 'NVIDIA T4' },
    ]);
    const kernels = nsysKernels([{ start: 0, end: 9, deviceId: 1 }]);
    const unsure = await readTables(nsysStrings(), gpus, kernels);
    assert.deepEqual([only(unsure.kernels).device, only(unsure.kernels).deviceIndex], [null, 1]);
    assert.ok(codes(unsure).includes('unsure-device'));
    const mapping = plainTable(
      'TARGET_INFO_CUDA_DEVICE',
      ['gpuId', 'cudaId', 'pid'],
      [{ gpuId: 0, cudaId: 1, pid: 77 }],
    );
    const sure = await readTables(nsysStrings(), gpus, kernels, mapping);
    assert.deepEqual([only(sure.kernels).device, codes(sure)], ['NVIDIA A100', []]);
  });

  it('of older and newer versions lack or add columns', async () => {
    const old = plainTable(
      'CUPTI_ACTIVITY_KIND_KERNEL',
      ['start', 'end', 'shortName'],
      [{ start: 3, end: 8, shortName: 1 }],
    );
    const { grid, registers, stream, durationNs } = only((await readTables(nsysStrings(), old)).kernels);
    assert.deepEqual([grid, registers, stream, durationNs], [null, null, null, 5]);
    const clusters = nsysKernels(
      [{ start: 0, end: 1, clusterX: 2, clusterY: 1, clusterZ: 1 }],
      ['clusterX', 'clusterY', 'clusterZ'],
    );
    assert.deepEqual(only((await readTables(nsysStrings(), clusters)).kernels).cluster, [2, 1, 1]);
  });

  it('say what is missing: kernels, whole graphs, names, times, kinds of copies', async () => {
    const graph = plainTable(
      'CUPTI_ACTIVITY_KIND_GRAPH_TRACE',
      ['start', 'end', 'graphId'],
      [{ start: 0, end: 5, graphId: 1 }],
    );
    const reason = (file: ProfileFile): string => `${file.status}: ${english(file.reason ?? '')}`;
    assert.match(reason(await readTables(nsysStrings())), /^empty: it holds no kernels/);
    assert.match(
      reason(await readTables(nsysStrings(), graph, nsysKernels([{ start: 0, end: 5 }]))),
      /^partial: 1 launches of whole CUDA graphs.*cuda-graph-trace=node/,
    );
    const faulty = await readTables(
      nsysStrings(),
      nsysKernels([
        { start: 9, end: 5 },
        { start: 0, end: 0 },
        { start: 1, end: 2, demangledName: 4 },
      ]),
      nsysCopies([{ start: 1, end: 2, copyKind: 99 }]),
    );
    assert.equal(faulty.status, 'partial');
    assert.deepEqual(
      faulty.kernels.map(({ name, startNs, durationNs }) => [name, startNs, durationNs]),
      [
        ['saxpy(int, float *)', 9, null],
        ['saxpy(int, float *)', null, null],
        ['#4', 1, 1],
      ],
    );
    assert.deepEqual(faulty.transfers, []);
    assert.deepEqual(codes(faulty).sort(), ['no-name', 'unknown-copy', 'untrusted-time', 'untrusted-time']);
  });

  it('with launches that no GPU can do are told, not believed', async () => {
    const file = await readTables(
      nsysStrings(),
      nsysKernels([{ start: 0, end: 1, blockX: 4096, registersPerThread: 900 }]),
    );
    const { block, registers } = only(file.kernels);
    assert.deepEqual(
      [block, registers, codes(file)],
      [null, null, ['impossible-launch', 'impossible-launch']],
    );
  });

  it('never show the environment that stands beside the names', async () => {
    const file = await readTables(
      nsysStrings({ 2: 'AWS_SECRET=hunter2' }),
      nsysKernels([{ start: 0, end: 5 }]),
      plainTable('TARGET_INFO_SYSTEM_ENV', ['name', 'value'], [{ name: 'user', value: 'hunter2' }]),
    );
    assert.ok(!JSON.stringify(file).includes('hunter2'));
  });

  const CALLS = ['start', 'end', 'globalTid', 'correlationId', 'nameId'];
  const nvtx = (rows: readonly Record<string, number | string | null>[]): WrittenTable =>
    plainTable(
      'NVTX_EVENTS',
      ['start', 'end', 'eventType', 'text', 'globalTid', 'textId', 'domainId'],
      rows.map((row) => ({
        end: null,
        text: null,
        textId: null,
        domainId: 0,
        globalTid: globalPid(77) + 5,
        ...row,
      })),
    );

  it('give launches and copies the calls that issued them, of their own process', async () => {
    const call = (pid: number, correlationId: number, start: number): Record<string, number> => ({
      ...{ start, end: start + 30, globalTid: globalPid(pid) + 5, correlationId, nameId: 2 },
    });
    const file = await readTables(
      nsysStrings({ 2: 'cudaLaunchKernel_v7000' }),
      nsysKernels([
        { start: 1000, end: 1700, correlationId: 9 },
        { start: 2000, end: 2500, correlationId: 9, globalPid: globalPid(78) },
        { start: 3000, end: 3500, correlationId: 10 },
      ]),
      nsysCopies([{ start: 100, end: 400, correlationId: 4 }]),
      plainTable('CUPTI_ACTIVITY_KIND_RUNTIME', CALLS, [
        call(77, 9, 950),
        call(78, 9, 1900),
        call(77, 4, 50),
      ]),
    );
    assert.deepEqual(
      file.kernels.map(({ startNs, call: issuing }) => [startNs, issuing]),
      [
        [1000, { startNs: 950, durationNs: 30 }],
        [2000, { startNs: 1900, durationNs: 30 }],
        [3000, undefined],
      ],
    );
    // The table of copies of this version has no column of calls.
    assert.equal(only(file.transfers).call, undefined);
    assert.equal(file.api.length, 3);
  });

  it('with rows of few kinds in any order give each row its own values, whatever the bytes that rows share', async () => {
    const random = createRandom(5);
    const pick = (most: number): number => Math.floor(random.next() * most);
    const rows = Array.from({ length: 600 }, (_, i) => {
      const start = 1 + i * (i < 300 ? 900 : 2 ** 31);
      return {
        ...{ start, end: pick(40) === 0 ? start - 1 : start + pick(300), streamId: 7 + pick(2) },
        ...{ gridX: [1, 64, 300][pick(3)]!, dynamicSharedMemory: 1024 * pick(2), correlationId: i + 1 },
        ...{ graphNodeId: [null, 0, 5, 70_000 + i][pick(4)]!, globalPid: globalPid(70 + pick(2)) },
      };
    });
    const calls = rows.map(({ correlationId, globalPid: pid, start }) => ({
      ...{ start: start - 1, end: start, globalTid: pid + 3, correlationId, nameId: 1 },
    }));
    const columns = ['start', 'end', 'globalTid', 'correlationId', 'nameId'];
    const file = await readTables(
      nsysStrings(),
      nsysKernels(rows, ['graphNodeId']),
      plainTable('CUPTI_ACTIVITY_KIND_RUNTIME', columns, calls.slice(1)),
    );
    assert.deepEqual(
      file.kernels.map(({ run, stream, grid, dynamicSharedBytes, graph, startNs, durationNs, call }) => [
        ...[file.runs![run!]!.pid, stream, grid?.[0], dynamicSharedBytes, graph, startNs, durationNs],
        call?.startNs,
      ]),
      rows.map(({ globalPid: pid, streamId, gridX, dynamicSharedMemory, graphNodeId, start, end }, i) => [
        ...[pid === globalPid(70) ? '70' : '71', String(streamId), gridX, dynamicSharedMemory],
        ...[graphNodeId ? '?' : undefined, start, end < start ? null : end - start],
        i === 0 ? undefined : start - 1,
      ]),
    );
  });

  it('give ranges of NVTX by thread, with their domains', async () => {
    const file = await readTables(
      nsysStrings({ 8: 'backward', 9: 'NCCL' }),
      nsysKernels([{ start: 1000, end: 1700 }]),
      nvtx([
        { start: 0, eventType: 75, domainId: 3, textId: 9 },
        { start: 10, end: 90, eventType: 59, text: 'step 1' },
        { start: 20, end: 50, eventType: 59, textId: 8 },
        { start: 30, end: 60, eventType: 60, text: 'allReduce', domainId: 3 },
        { start: 40, eventType: 34, text: 'a mark' },
        { start: 95, eventType: 59, text: 'still open' },
      ]),
    );
    assert.deepEqual(
      file.ranges?.map(({ name, side, thread, domain, startNs, durationNs, run }) => [
        ...[name, side, thread, domain, startNs, durationNs, run],
      ]),
      [
        ['step 1', 'host', '5', undefined, 10, 80, 0],
        ['backward', 'host', '5', undefined, 20, 30, 0],
        ['allReduce', 'host', undefined, 'NCCL', 30, 30, 0],
        ['still open', 'host', '5', undefined, 95, null, 0],
      ],
    );
  });

  it('tell launches of CUDA graphs, and whole graphs as ranges', async () => {
    const file = await readTables(
      nsysStrings(),
      nsysKernels(
        [
          { start: 1000, end: 1700, graphId: 4, graphNodeId: 17179869185 },
          { start: 2000, end: 2500, graphId: null, graphNodeId: 17179869186 },
          { start: 3000, end: 3500, graphId: null, graphNodeId: 17179869187 },
          { start: 4000, end: 4500, graphId: null, graphNodeId: null },
        ],
        ['graphId', 'graphNodeId'],
      ),
      plainTable(
        'CUPTI_ACTIVITY_KIND_GRAPH_TRACE',
        ['start', 'end', 'deviceId', 'contextId', 'streamId', 'globalPid', 'graphId'],
        [
          {
            start: 5000,
            end: 9000,
            deviceId: 0,
            contextId: 1,
            streamId: 13,
            globalPid: globalPid(77),
            graphId: 6,
          },
        ],
      ),
    );
    assert.deepEqual(
      file.kernels.map(({ graph }) => graph),
      ['4', '?', '?', undefined],
    );
    const { name, side, stream, startNs, durationNs } = only(file.ranges);
    assert.deepEqual([name, side, stream, startNs, durationNs], ['CUDA graph 6', 'gpu', '13', 5000, 4000]);
    assert.equal(file.status, 'partial');
  });
});
