import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import { RecordingClock } from '../recording/clock';
import { EventRows } from '../recording/eventRows';
import type { EventValues } from '../recording/eventValues';
import { IssuedOperations } from '../recording/issued';
import { OperationTables, PLACE, type OperationPlace, type RecordingKind } from '../recording/operations';
import { Processes } from '../recording/processes';
import { readStrings } from '../recording/strings';
import type { SqliteDatabase } from '../sqlite/database';
import { Devices } from './devices';
import { readGreenContexts } from './greenContexts';
import { readNvtxRanges } from './nvtx';

/** ENUM_CUDA_MEM_KIND of the export: one less than CUPTI's numbers. */
const MEMORY = { pageable: 0, pinned: 1 } as const;
const PID_SHIFT = 2 ** 24;

/** The process in a global number of a process or thread: bits 24 to 47. */
const pidOf = (globalId: number | null): number | null =>
  globalId === null ? null : Math.floor(globalId / PID_SHIFT) % PID_SHIFT;

/**
 * Reads the SQLite export of Nsight Systems. Its tables are lazy and its columns change from version to
 * version, so all are looked up by name (NVIDIA, Nsight Systems User Guide, "SQLite Schema Reference").
 * Tables with environment, users and hosts are never read.
 */
export async function readNsysDatabase(database: SqliteDatabase, builder: ProfileBuilder): Promise<void> {
  builder.addFormat('nsys-sqlite');
  const devices = await Devices.read(database, builder);
  const greenSms = await readGreenContexts(database);
  const processes = new Processes(builder);
  const strings = (wanted: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> =>
    readStrings(database, 'StringIds', 'id', wanted);
  const issued = new IssuedOperations();
  const kind: RecordingKind = {
    clock: new RecordingClock(false),
    issued,
    memory: MEMORY,
    strings,
    place: (value): OperationPlace => {
      const pid = pidOf(value('globalPid'));
      const green = value('greenContextId');
      return {
        ...devices.of(pid, value('deviceId')),
        ...processes.of(pid),
        ...(value('contextId') !== null && { context: String(value('contextId')) }),
        ...(green !== null &&
          green !== 0 && {
            greenContext: { id: String(green), sms: greenSms.get(`${pid} ${green}`) ?? null },
          }),
        stream: value('streamId') === null ? null : String(value('streamId')),
      };
    },
  };
  const tables = new OperationTables(builder, database, kind);
  const hasKernels = await tables.launches('CUPTI_ACTIVITY_KIND_KERNEL');
  await tables.copies('CUPTI_ACTIVITY_KIND_MEMCPY');
  await tables.memsets('CUPTI_ACTIVITY_KIND_MEMSET');
  await readApiCalls(database, builder, kind, processes);
  if (issued.left > 0)
    builder.warnings.add('calls-not-joined', message('profiles.nsys.callsNotJoined', { rows: issued.left }));
  await readNvtxRanges(database, builder, kind, (globalId) => processes.of(pidOf(globalId)));
  const graphs = await readWholeGraphs(database, builder, kind);
  if (graphs > 0) builder.markPartial(message('profiles.wholeGraphs', { graphs }));
  else if (!hasKernels) builder.markPartial(message('profiles.noKernelsTraced'));
}

async function readApiCalls(
  database: SqliteDatabase,
  builder: ProfileBuilder,
  { clock, strings, issued }: RecordingKind,
  processes: Processes,
): Promise<void> {
  const table = database.table('CUPTI_ACTIVITY_KIND_RUNTIME');
  if (table === null) return;
  const target = { store: builder.calls.store, groupsBefore: 0 };
  const join = issued && ((values: EventValues): void => issued.join(values));
  const rows = new EventRows(builder, target, clock, table, ['nameId', 'globalTid'], join);
  await database.scan(table, rows.visit, { known: rows.known });
  const wanted = new Set<number>();
  rows.forEachGroup((value) => wanted.add(value('nameId') ?? -1));
  const names = await strings(wanted);
  rows.forEachGroup((value) =>
    builder.calls.addGroup({
      name: names.get(value('nameId') ?? -1) ?? `#${value('nameId') ?? '?'}`,
      ...processes.of(pidOf(value('globalTid'))),
    }),
  );
}

/** Launches of whole CUDA graphs, whose kernels were not recorded: as ranges on the GPU. */
async function readWholeGraphs(
  database: SqliteDatabase,
  builder: ProfileBuilder,
  { clock, place }: RecordingKind,
): Promise<number> {
  const table = database.table('CUPTI_ACTIVITY_KIND_GRAPH_TRACE');
  if (table === null) return 0;
  const { ranges } = builder;
  const target = { store: ranges.store, groupsBefore: ranges.groups.length };
  const before = ranges.store.length;
  const rows = new EventRows(builder, target, clock, table, [...PLACE, 'graphId'] as const);
  await database.scan(table, rows.visit, { known: rows.known });
  rows.forEachGroup((value) => {
    const { stream, deviceIndex, run } = place(value);
    ranges.addGroup({
      name: `CUDA graph ${value('graphId') ?? '?'}`,
      side: 'gpu',
      ...(stream !== null && { stream }),
      ...(deviceIndex !== undefined && { deviceIndex }),
      ...(run !== undefined && { run }),
    });
  });
  return ranges.store.length - before;
}
