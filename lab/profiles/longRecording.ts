import { writeFile } from 'node:fs/promises';
import { globalPid } from './recordings';
import { writeSqlite, type Cell } from './sqliteWriter';

/** Bytes that a launch and its call take together. */
const BYTES_A_LAUNCH = 118;
const PROCESS = globalPid(4242);
const NAMES = 40;
const FIRST_CALL = 70_000;

/** Columns of launches in the version of 2024, those that are not read among them. */
const KERNEL_COLUMNS = [
  ...['start', 'end', 'deviceId', 'contextId', 'greenContextId', 'streamId', 'correlationId', 'globalPid'],
  ...['demangledName', 'shortName', 'mangledName', 'launchType', 'cacheConfig', 'registersPerThread'],
  ...['gridX', 'gridY', 'gridZ', 'blockX', 'blockY', 'blockZ', 'staticSharedMemory', 'dynamicSharedMemory'],
  ...['localMemoryPerThread', 'localMemoryTotal', 'gridId', 'sharedMemoryExecuted', 'graphNodeId'],
];
const CALL_COLUMNS = [
  ...['start', 'end', 'eventClass', 'globalTid', 'correlationId', 'nameId', 'returnValue', 'callchainId'],
];

const startOf = (launch: number): number => 1_000_000_000 + launch * 9500;

function* launches(count: number): Generator<readonly Cell[]> {
  for (let i = 0; i < count; i++) {
    const [start, name] = [startOf(i), 1 + (i % NAMES)];
    yield [
      ...[start, start + 3000 + (i % 977) * 7, 0, 1, null, 7 + (i % 3), i + FIRST_CALL, PROCESS],
      ...[name, name, name, 1, 0, 32 + (i % 8) * 8, 64 + (i % 16), 1, 1, 256, 1, 1, 0, (i % 4) * 1024],
      ...[0, 60_000_000, i + 5, 32_768, null],
    ];
  }
}

function* calls(count: number): Generator<readonly Cell[]> {
  for (let i = 0; i < count; i++) {
    const start = startOf(i) - 6000;
    yield [start, start + 2400 + (i % 97), 0, PROCESS + 4242, i + FIRST_CALL, 100, 0, null];
  }
}

/** Writes an export of Nsight Systems of about `bytes`: launches of forty kernels, each with the call that issued it. */
export async function writeLongRecording(file: string, bytes: number): Promise<void> {
  const count = Math.ceil(bytes / BYTES_A_LAUNCH);
  const table = (name: string, columns: readonly string[], rows: Iterable<readonly Cell[]>) => ({
    name,
    sql: `CREATE TABLE ${name} (${columns.join(', ')})`,
    rows,
  });
  const texts = Array.from({ length: NAMES }, (_, i): readonly Cell[] => [
    i + 1,
    `void gemm${i}<float>(float*)`,
  ]);
  const written = writeSqlite(
    [
      table('StringIds', ['id', 'value'], [...texts, [100, 'cudaLaunchKernel_v7000']]),
      table('CUPTI_ACTIVITY_KIND_KERNEL', KERNEL_COLUMNS, launches(count)),
      table('CUPTI_ACTIVITY_KIND_RUNTIME', CALL_COLUMNS, calls(count)),
    ],
    { pageSize: 4096, fanOut: 200 },
  );
  await writeFile(file, written);
}
