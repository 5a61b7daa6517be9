import type { SqliteDatabase } from '../sqlite/database';

/**
 * The texts of a string table by number. Only those that are wanted are read: the table of Nsight Systems also
 * holds the environment of the profiled process.
 */
export async function readStrings(
  database: SqliteDatabase,
  name: string,
  idColumn: string,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  const table = wanted.size > 0 ? database.table(name) : null;
  if (table === null) return texts;
  const id = table.at(idColumn);
  const value = table.at('value');
  const byRow = table.rowid === id;
  await database.scan(
    table,
    (row) => {
      const number = row.integer(id);
      const text = number !== null && wanted.has(number) ? row.text(value) : null;
      if (number !== null && text !== null && text !== '') texts.set(number, text);
    },
    { wanted: (rowid) => !byRow || wanted.has(rowid) },
  );
  return texts;
}
