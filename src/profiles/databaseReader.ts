import { isMessage, message } from '../kernel/message';
import type { ProfileBuilder } from './builder';
import { DLPROF, OTHER_DATABASE, PGI, isDlprofDatabase } from './foreign/sqlite';
import type { RecognizedFormat } from './foreign/recognizedFormat';
import { ROCPROF, isRocprofDatabase } from './foreign/rocprof';
import { readNsysDatabase } from './nsys/database';
import { readNvprofRecording } from './nvprof/recording';
import type { RandomAccess, ReadOptions } from './source';
import { SqliteDatabase } from './sqlite/database';

/**
 * Reads a database of a profiler; which one wrote it is told by the names of its tables.
 * @returns what the file is in case nothing could be read of it.
 */
export async function readDatabase(
  builder: ProfileBuilder,
  file: RandomAccess,
  options: ReadOptions,
): Promise<RecognizedFormat | null> {
  const database = await SqliteDatabase.open(builder.path, file, options);
  if (isMessage(database)) return { format: 'sqlite', status: 'refused', reason: database };
  const tables = new Set(database.tableNames);
  if (tables.has('profStringTable')) return PGI;
  if (isRocprofDatabase(tables)) return ROCPROF;
  if (isDlprofDatabase(tables)) return DLPROF;
  if (tables.has('StringIds')) await readNsysDatabase(database, builder);
  else if (tables.has('StringTable')) await readNvprofRecording(database, builder);
  else if (database.damaged === 0) return OTHER_DATABASE;
  if (database.damaged > 0) builder.markPartial(message('profiles.sqliteParts', { parts: database.damaged }));
  return tables.size === 0
    ? { format: 'sqlite', status: 'refused', reason: message('profiles.sqliteDamaged') }
    : null;
}
