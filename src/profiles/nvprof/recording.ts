import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import { RecordingClock } from '../recording/clock';
import { IssuedOperations } from '../recording/issued';
import { OperationTables, type OperationPlace } from '../recording/operations';
import { Processes } from '../recording/processes';
import { readStrings } from '../recording/strings';
import { integerColumn, type SqliteDatabase } from '../sqlite/database';
import { hasRecordedMetrics, readRecordedMetrics } from './recordedMetrics';
import { readUnifiedCounters } from './unifiedCounters';

/** CUPTI's CUpti_ActivityMemoryKind. */
const MEMORY = { pageable: 1, pinned: 2 } as const;
/** Kernels that overlap are in the first table, kernels that were run one by one (for metrics) in the other. */
const KERNEL_TABLES = ['CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL', 'CUPTI_ACTIVITY_KIND_KERNEL'] as const;

/**
 * Reads a recording of nvprof (`-o`) or the Visual Profiler: CUPTI's activity records as SQLite tables, kernel
 * names mangled. API calls are there by number only and are left out.
 */
export async function readNvprofRecording(database: SqliteDatabase, builder: ProfileBuilder): Promise<void> {
  builder.addFormat('nvprof-sqlite');
  const clock = new RecordingClock(true);
  const strings = (wanted: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> =>
    readStrings(database, 'StringTable', '_id_', wanted);
  const devices = await readDevices(database, strings);
  const run = new Processes(builder).of(await onlyProcess(database));
  const place = (value: (column: 'deviceId' | 'contextId' | 'streamId') => number | null): OperationPlace => {
    const [device, context, stream] = [value('deviceId'), value('contextId'), value('streamId')];
    const named = device === null ? undefined : devices.get(device);
    builder.noteDevice(named?.name ?? null);
    return {
      device: named?.name ?? null,
      ...(device !== null && { deviceIndex: device }),
      ...(named?.computeCapability && { computeCapability: named.computeCapability }),
      ...(context !== null && { context: String(context) }),
      stream: stream === null ? null : String(stream),
      ...run,
    };
  };
  // Noting operations takes memory for each, which only metrics have a use for.
  const issued = (await hasRecordedMetrics(database)) ? new IssuedOperations() : null;
  const tables = new OperationTables(builder, database, {
    ...{ clock, memory: MEMORY, strings, place },
    ...(issued !== null && { issued }),
  });
  for (const table of KERNEL_TABLES) await tables.launches(table);
  await tables.copies('CUPTI_ACTIVITY_KIND_MEMCPY');
  await tables.memsets('CUPTI_ACTIVITY_KIND_MEMSET');
  await readUnifiedCounters(database, builder, clock, run);
  for (const { store } of [builder.launches, builder.copies]) store.shiftStarts(0, -clock.earliestNs);
  if (issued !== null) await readRecordedMetrics(database, builder, issued);
  if (builder.launches.store.length === 0) builder.markPartial(message('profiles.nvprof.noKernels'));
}

interface RecordedDevice {
  readonly name: string;
  readonly computeCapability: string | null;
}

async function readDevices(
  database: SqliteDatabase,
  strings: (wanted: ReadonlySet<number>) => Promise<ReadonlyMap<number, string>>,
): Promise<Map<number, RecordedDevice>> {
  const found: { id: number; name: number; computeCapability: string | null }[] = [];
  const table = database.table('CUPTI_ACTIVITY_KIND_DEVICE');
  if (table === null) return new Map();
  const idOf = integerColumn(table, 'id');
  const nameOf = integerColumn(table, 'name');
  const major = integerColumn(table, 'computeCapabilityMajor');
  const minor = integerColumn(table, 'computeCapabilityMinor');
  await database.scan(table, (row) => {
    const [id, name, x, y] = [idOf(row), nameOf(row), major(row), minor(row)];
    if (id === null || name === null) return;
    found.push({ id, name, computeCapability: x === null || y === null ? null : `${x}.${y}` });
  });
  const names = await strings(new Set(found.map(({ name }) => name)));
  return new Map(
    found.flatMap(({ id, name, computeCapability }): [number, RecordedDevice][] => {
      const text = names.get(name);
      return text === undefined ? [] : [[id, { name: text, computeCapability }]];
    }),
  );
}

/** The process whose calls were recorded, when it is one. */
async function onlyProcess(database: SqliteDatabase): Promise<number | null> {
  const pids = new Set<number>();
  const table = database.table('CUPTI_ACTIVITY_KIND_RUNTIME');
  if (table === null) return null;
  const column = table.at('processId');
  await database.scan(table, (row) => {
    const pid = row.integer(column);
    if (pid !== null) pids.add(pid);
  });
  const [pid, ...others] = pids;
  return others.length === 0 ? (pid ?? null) : null;
}
