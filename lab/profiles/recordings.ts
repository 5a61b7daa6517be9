import { plainTable, type Cell, type WrittenTable } from './sqliteWriter';

type Cells = Readonly<Record<string, Cell>>;

const KERNEL_COLUMNS = [
  ...['start', 'end', 'deviceId', 'contextId', 'streamId', 'correlationId', 'registersPerThread'],
  ...['gridX', 'gridY', 'gridZ', 'blockX', 'blockY', 'blockZ', 'staticSharedMemory', 'dynamicSharedMemory'],
];

const KERNEL: Cells = {
  ...{ deviceId: 0, contextId: 1, streamId: 7, registersPerThread: 24 },
  ...{ gridX: 40, gridY: 2, gridZ: 1, blockX: 128, blockY: 1, blockZ: 1 },
  ...{ staticSharedMemory: 512, dynamicSharedMemory: 0, demangledName: 1, name: 1 },
};

const COPY: Cells = { deviceId: 0, contextId: 1, streamId: 7, bytes: 4096, copyKind: 1 };

/** A global number of a process, as Nsight Systems makes it. */
export const globalPid = (pid: number): number => 2 ** 48 + pid * 2 ** 24;

/** Nsight Systems' table of launches: rows with what differs from a launch of `saxpy` on device 0. */
export function nsysKernels(rows: readonly Cells[], more: readonly string[] = []): WrittenTable {
  const columns = [...KERNEL_COLUMNS, 'globalPid', 'demangledName', 'shortName', ...more];
  const full = rows.map((row) => ({ ...KERNEL, globalPid: globalPid(77), ...row }));
  return plainTable('CUPTI_ACTIVITY_KIND_KERNEL', columns, full);
}

/** Nsight Systems' table of copies. */
export function nsysCopies(rows: readonly Cells[]): WrittenTable {
  const columns = ['start', 'end', 'deviceId', 'contextId', 'streamId', 'globalPid', 'bytes', 'copyKind'];
  const full = rows.map((row) => ({ ...COPY, globalPid: globalPid(77), srcKind: 0, dstKind: 2, ...row }));
  return plainTable('CUPTI_ACTIVITY_KIND_MEMCPY', [...columns, 'srcKind', 'dstKind'], full);
}

/** Nsight Systems' table of texts; 1 is `saxpy`. */
export function nsysStrings(texts: Readonly<Record<number, string>> = {}): WrittenTable {
  const all = Object.entries({ 1: 'saxpy(int, float *)', ...texts });
  return plainTable(
    'StringIds',
    ['id', 'value'],
    all.map(([id, value]) => ({ id: Number(id), value })),
  );
}

/** Nsight Systems' table of GPUs. */
export function nsysGpus(rows: readonly Cells[]): WrittenTable {
  const full = rows.map((row) => ({ computeMajor: 8, computeMinor: 0, ...row }));
  return {
    ...plainTable('TARGET_INFO_GPU', ['number', 'cuDevice', 'name', 'computeMajor', 'computeMinor'], full),
    sql: 'CREATE TABLE TARGET_INFO_GPU (id INTEGER, cuDevice, name TEXT, computeMajor, computeMinor)',
  };
}

/** The time at which recordings of nvprof below begin, ns since 1970: beyond what a double holds. */
const NVPROF_EPOCH = 1495043514249824995n;

const nvprofRow = (defaults: Cells, row: Cells): Cells => {
  const at = (key: 'start' | 'end'): bigint => NVPROF_EPOCH + BigInt(Number(row[key] ?? 0));
  return { ...defaults, ...row, start: at('start'), end: at('end') };
};

/** nvprof's table of launches, with times since `NVPROF_EPOCH`. */
export function nvprofKernels(
  rows: readonly Cells[],
  table = 'CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL',
): WrittenTable {
  return plainTable(
    table,
    ['_id_', 'cacheConfig', ...KERNEL_COLUMNS, 'name'],
    rows.map((row, i) => nvprofRow({ ...KERNEL, _id_: i + 1, cacheConfig: new Uint8Array([16]) }, row)),
  );
}

/** nvprof's table of copies, with times since `NVPROF_EPOCH`. */
export function nvprofCopies(rows: readonly Cells[]): WrittenTable {
  const columns = [
    '_id_',
    'copyKind',
    'srcKind',
    'dstKind',
    'bytes',
    'start',
    'end',
    'deviceId',
    'contextId',
  ];
  return plainTable(
    'CUPTI_ACTIVITY_KIND_MEMCPY',
    [...columns, 'streamId'],
    rows.map((row, i) => nvprofRow({ ...COPY, _id_: i + 1, srcKind: 1, dstKind: 3 }, row)),
  );
}

/** nvprof's table of texts; 1 is `saxpy`, mangled, 2 a GPU. */
export const NVPROF_STRINGS = plainTable(
  'StringTable',
  ['_id_', 'value'],
  [
    { _id_: 1, value: '_Z5saxpyiPf' },
    { _id_: 2, value: 'Tesla K40t' },
  ],
);

/** nvprof's table of devices: one K40. */
export const NVPROF_DEVICES = plainTable(
  'CUPTI_ACTIVITY_KIND_DEVICE',
  ['_id_', 'id', 'name', 'computeCapabilityMajor', 'computeCapabilityMinor'],
  [{ _id_: 1, id: 0, name: 2, computeCapabilityMajor: 3, computeCapabilityMinor: 5 }],
);
