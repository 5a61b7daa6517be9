import type { ProfileBuilder } from '../builder';
import type { RecordingClock } from '../recording/clock';
import type { SqliteDatabase } from '../sqlite/database';

/** Counters of bytes migrated, by CUPTI's CUpti_ActivityUnifiedMemoryCounterKind; the others count faults. */
const MIGRATIONS: ReadonlySet<number | null> = new Set([1, 2, 8]);

/** Migrations of unified memory in a recording of nvprof, as transfers. */
export async function readUnifiedCounters(
  database: SqliteDatabase,
  builder: ProfileBuilder,
  clock: RecordingClock,
  run: { run?: number },
): Promise<void> {
  const table = database.table('CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER');
  if (table === null) return;
  let group: number | null = null;
  const [kind, value, start, end] = ['counterKind', 'value', 'start', 'end'].map(table.at);
  await database.scan(table, (row, ordinal) => {
    if (!MIGRATIONS.has(row.integer(kind ?? -1))) return;
    clock.read(row, start ?? -1, end ?? -1);
    group ??= builder.copies.addGroup({
      direction: 'unified',
      pinned: null,
      stream: null,
      device: null,
      ...run,
    });
    builder.copies.store.push(group, clock.startNs, clock.durationNs, row.number(value ?? -1), ordinal);
  });
}
