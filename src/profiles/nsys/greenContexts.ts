import { integerColumn, type SqliteDatabase } from '../sqlite/database';

/** SMs of each green context by `pid contextId`, where the recording tells (2024.6 and newer). */
export async function readGreenContexts(database: SqliteDatabase): Promise<ReadonlyMap<string, number>> {
  const sms = new Map<string, number>();
  const table = database.table('TARGET_INFO_CUDA_CONTEXT_INFO');
  if (table === null) return sms;
  const isGreen = integerColumn(table, 'isGreenContext');
  const pid = integerColumn(table, 'processId');
  const context = integerColumn(table, 'contextId');
  const count = integerColumn(table, 'numMultiprocessors');
  await database.scan(table, (row) => {
    const told = count(row) ?? 0;
    if (isGreen(row) === 1 && told > 0) sms.set(`${pid(row)} ${context(row)}`, told);
  });
  return sms;
}
