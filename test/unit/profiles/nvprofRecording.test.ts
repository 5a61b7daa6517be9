import assert from 'node:assert/strict';
import type { ProfileFile } from '../../../src/kernel/profile';
import { readProfileBytes } from '../../../src/profiles/readProfile';
import { english } from '../../../src/words';
import { codes, only } from './helpers';
import {
  NVPROF_DEVICES,
  NVPROF_STRINGS,
  nvprofCopies,
  nvprofKernels,
} from '../../../lab/profiles/recordings';
import { plainTable, writeSqlite, type WrittenTable } from '../../../lab/profiles/sqliteWriter';

const readTables = (...tables: readonly WrittenTable[]): Promise<ProfileFile> =>
  readProfileBytes('run.nvvp', writeSqlite([NVPROF_STRINGS, NVPROF_DEVICES, ...tables]));

describe('recordings of nvprof', () => {
  it('count times from the earliest record, to the nanosecond', async () => {
    const file = await readTables(
      nvprofKernels([{ start: 9_000_000_001, end: 9_000_000_004 }]),
      nvprofCopies([{ start: 5, end: 305 }]),
    );
    assert.deepEqual([file.status, file.format, file.device], ['full', 'nvprof-sqlite', 'Tesla K40t']);
    const { name, startNs, durationNs, computeCapability, context, stream } = only(file.kernels);
    assert.deepEqual(
      [name, startNs, durationNs, computeCapability, context, stream],
      ['_Z5saxpyiPf', 8_999_999_996, 3, '3.5', '1', '7'],
    );
    const copy = only(file.transfers);
    assert.deepEqual([copy.startNs, copy.durationNs, copy.bytes], [0, 300, 4096]);
  });

  it('number host memory as CUPTI does, one more than Nsight Systems', async () => {
    const file = await readTables(
      nvprofCopies([
        { start: 0, end: 1, srcKind: 1 },
        { start: 2, end: 3, srcKind: 2 },
        { start: 4, end: 5, srcKind: 4 },
        { start: 6, end: 7, copyKind: 2, srcKind: 3, dstKind: 2 },
      ]),
    );
    assert.deepEqual(
      file.transfers.map(({ direction, pinned }) => [direction, pinned]),
      [
        ['HtoD', false],
        ['HtoD', true],
        ['HtoD', null],
        ['DtoH', true],
      ],
    );
    assert.match(english(file.reason ?? ''), /holds no kernels.*cudaDeviceReset/);
  });

  it('have kernels in two tables, of which one may be empty', async () => {
    const both = await readTables(
      nvprofKernels([{ start: 0, end: 2 }]),
      nvprofKernels([{ start: 10, end: 15, streamId: 8 }], 'CUPTI_ACTIVITY_KIND_KERNEL'),
    );
    assert.deepEqual(
      both.kernels.map(({ stream, startNs, durationNs }) => [stream, startNs, durationNs]),
      [
        ['7', 0, 2],
        ['8', 10, 5],
      ],
    );
  });

  it('tell metrics by number, and how to get their names', async () => {
    const metrics = plainTable(
      'CUPTI_ACTIVITY_KIND_METRIC',
      ['_id_', 'id', 'value', 'correlationId'],
      [{ _id_: 1, id: 0x1300022, value: new Uint8Array(8), correlationId: 4 }],
    );
    const file = await readTables(nvprofKernels([{ start: 0, end: 2 }]), metrics);
    assert.equal(file.status, 'partial');
    assert.match(english(file.reason ?? ''), /nvprof -i "run\.nvvp" --csv --print-gpu-trace/);
    assert.deepEqual([codes(file), only(file.kernels).metrics], [['metric-numbers'], {}]);
    assert.match(english(file.warnings[0]?.message ?? ''), /0x1300022/);
  });

  it('have metrics by name on a GPU whose numbers are known, with their means', async () => {
    const double = (value: number): Uint8Array => new Uint8Array(Float64Array.of(value).buffer);
    const whole = (value: number): Uint8Array => new Uint8Array(BigInt64Array.of(BigInt(value)).buffer);
    const metric = (_id_: number, id: number, value: Uint8Array, correlationId: number) => ({
      _id_,
      id,
      value,
      correlationId,
    });
    const columns = ['_id_', 'id', 'value', 'correlationId'];
    const rows = [
      metric(1, 0x1300076, double(0.5), 4),
      metric(2, 0x1300076, double(0.7), 5),
      metric(3, 0x1300022, whole(3e9), 4),
      metric(4, 0x1300022, whole(5e9), 5),
      metric(5, 0x130003d, whole(7), 4),
      // More than all of it, of no launch, and a number that nobody knows.
      metric(6, 0x130001f, double(1e9), 4),
      metric(7, 0x1300022, whole(1), 99),
      metric(8, 0x1ffffff, whole(1), 4),
    ];
    const parts = [{ _id_: 1, id: 0x1300022, value: whole(1), correlationId: 4, instance: 0 }];
    const device = { _id_: 1, id: 0, name: 2, computeCapabilityMajor: 6, computeCapabilityMinor: 0 };
    const file = await readProfileBytes(
      'run.nvvp',
      writeSqlite([
        NVPROF_STRINGS,
        plainTable('CUPTI_ACTIVITY_KIND_DEVICE', Object.keys(device), [device]),
        nvprofKernels([
          { start: 0, end: 2, correlationId: 4 },
          { start: 5, end: 9, correlationId: 5 },
        ]),
        plainTable('CUPTI_ACTIVITY_KIND_METRIC', columns, rows),
        plainTable('CUPTI_ACTIVITY_KIND_METRIC_INSTANCE', [...columns, 'instance'], parts),
      ]),
    );
    const measured = only(file.kernels.filter(({ metrics }) => Object.keys(metrics).length > 0));
    assert.deepEqual(
      [measured.name, measured.calls, measured.startNs, measured.computeCapability],
      ['_Z5saxpyiPf', 2, null, '6.0'],
    );
    assert.deepEqual(measured.metrics, {
      achieved_occupancy: 0.6,
      dram_read_throughput: 4e9,
      dram_utilization: 7,
    });
    assert.deepEqual(measured.metricRanges?.['dram_read_throughput'], { min: 3e9, max: 5e9 });
    assert.deepEqual(codes(file), ['untrusted-number', 'metric-numbers']);
    assert.match(english(file.reason ?? ''), /^2 values of metrics/);
  });

  it('name the process whose calls they hold, and migrations of unified memory', async () => {
    const file = await readTables(
      nvprofKernels([{ start: 0, end: 2 }]),
      plainTable(
        'CUPTI_ACTIVITY_KIND_RUNTIME',
        ['_id_', 'cbid', 'processId'],
        [{ _id_: 1, cbid: 20, processId: 60282 }],
      ),
      plainTable(
        'CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER',
        ['_id_', 'counterKind', 'value', 'start', 'end'],
        [
          { _id_: 1, counterKind: 1, value: 65536, start: 1495043514249825000n, end: 1495043514249825100n },
          { _id_: 2, counterKind: 3, value: 7, start: 1495043514249825000n, end: 1495043514249825100n },
        ],
      ),
    );
    const { direction, bytes, startNs, durationNs } = only(file.transfers);
    assert.deepEqual([direction, bytes, startNs, durationNs], ['unified', 65536, 5, 100]);
    assert.deepEqual([file.runs, only(file.kernels).run], [[{ pid: '60282', command: null }], 0]);
  });
});
