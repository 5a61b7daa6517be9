import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isMessage, type Message } from '../../../src/kernel/message';
import { bytesAccess, type ReadOptions } from '../../../src/profiles/source';
import { columnsOf } from '../../../src/profiles/sqlite/columns';
import { SqliteDatabase } from '../../../src/profiles/sqlite/database';
import { plainTable, writeSqlite, type Cell, type WrittenTable } from '../../../lab/profiles/sqliteWriter';

async function open(bytes: Uint8Array, options: ReadOptions = {}): Promise<SqliteDatabase> {
  const database = await SqliteDatabase.open('a.sqlite', bytesAccess(bytes), options);
  if (isMessage(database)) throw new Error(database.say);
  return database;
}

/** Rows of a table: its first column by every way of reading a cell, then the row number's alias. */
async function rowsOf(database: SqliteDatabase, name: string): Promise<unknown[][]> {
  const table = database.table(name)!;
  const rows: unknown[][] = [];
  await database.scan(table, (row, ordinal) => {
    const blob = row.blob(0);
    rows.push([ordinal, row.integer(0), row.text(0), blob && [...blob], row.int64(0)]);
  });
  return rows;
}

const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, 1n, -1n, 127n, -128n, 128n, 2n ** 47n, -(2n ** 47n), 2n ** 53n, 2n ** 63n - 1n),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ minLength: 1000, maxLength: 4000 }),
  fc.uint8Array({ maxLength: 900 }),
  fc.double({ noNaN: true }).map((double) => ({ double })),
);

const expected = (value: Cell, ordinal: number): unknown[] => {
  const whole = typeof value === 'bigint' ? value : null;
  const safe = whole !== null && whole >= -(2n ** 53n - 1n) && whole <= 2n ** 53n - 1n;
  return [
    ordinal,
    safe ? Number(whole) : null,
    typeof value === 'string' ? value : null,
    value instanceof Uint8Array ? [...value] : null,
    whole === null ? null : { high: Number(whole >> 32n), low: Number(whole & 0xffffffffn) },
  ];
};

describe('SQLite files', () => {
  it('give every cell of every row in order, over leaves, levels and overflow pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { maxLength: 120 }),
        fc.constantFrom(512, 1024, 4096, 65536),
        fc.constantFrom(0, 12),
        async (cells, pageSize, reserved) => {
          const table = { name: 'T', sql: 'CREATE TABLE T (value)', rows: cells.map((value) => [value]) };
          const database = await open(writeSqlite([table], { pageSize, reserved }));
          assert.deepEqual(
            await rowsOf(database, 'T'),
            cells.map((value, i) => expected(value, i + 1)),
          );
          assert.equal(database.damaged, 0);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('take the row number for the column that is its alias, and leave unwanted rows unread', async () => {
    const rows = [3, 7, 500].map((id) => ({ id, value: `text ${id}` }));
    const database = await open(writeSqlite([plainTable('S', ['id', 'value'], rows)]));
    const table = database.table('S')!;
    const found: unknown[] = [];
    await database.scan(
      table,
      (row, ordinal) => found.push([ordinal, row.integer(table.at('id')), row.text(table.at('value'))]),
      { wanted: (rowid) => rowid !== 7 },
    );
    assert.deepEqual(found, [
      [1, 3, 'text 3'],
      [3, 500, 'text 500'],
    ]);
  });

  it('measure times from a base exactly where doubles cannot hold them', async () => {
    const start = 1495043514249824995n;
    const rows = [
      { start, end: start + 503203n },
      { start: start - 7n, end: 0n },
    ];
    const database = await open(writeSqlite([plainTable('K', ['start', 'end'], rows)]));
    const table = database.table('K')!;
    const found: (number | null)[] = [];
    const base = { high: Number(start >> 32n), low: Number(start & 0xffffffffn) };
    await database.scan(table, (row) => found.push(row.since(0, base), row.since(1, base)));
    // −start is beyond 2^53: it is no distance that can be told.
    assert.deepEqual(found, [0, 503203, -7, Number.NaN]);
  });

  it('have cells that rows of an older schema lack as absent', async () => {
    const table: WrittenTable = { name: 'T', sql: 'CREATE TABLE T (a, b)', rows: [[5]] };
    const database = await open(writeSqlite([table]));
    const found: unknown[] = [];
    await database.scan(database.table('T')!, (row) =>
      found.push(row.integer(0), row.integer(1), row.integer(-1)),
    );
    assert.deepEqual(found, [5, null, null]);
  });

  it('hold a schema that is longer than a page', async () => {
    const tables = Array.from({ length: 40 }, (_, i) => plainTable(`TABLE_${i}`, ['a', 'b'], [{ a: i }]));
    const database = await open(writeSqlite(tables, { pageSize: 512 }));
    assert.equal(database.tableNames.length, 40);
    assert.deepEqual((await rowsOf(database, 'TABLE_39'))[0]?.[1], 39);
  });

  it('that may miss changes, or are no text of ours, are refused with the reason', async () => {
    const bytes = writeSqlite([plainTable('T', ['a'], [])]);
    const refused = async (at: number, value: number): Promise<unknown> => {
      const changed = bytes.slice();
      changed[at] = value;
      const opened = await SqliteDatabase.open('a.sqlite', bytesAccess(changed), {});
      return (opened as Message).say;
    };
    assert.equal(await refused(18, 2), 'profiles.sqliteWal');
    assert.equal(await refused(59, 2), 'profiles.sqliteEncoding');
    assert.equal(await refused(17, 7), 'profiles.sqliteDamaged');
    const cut = await SqliteDatabase.open('a.sqlite', bytesAccess(bytes.subarray(0, 60)), {});
    assert.equal((cut as Message).say, 'profiles.sqliteCut');
  });

  it('whose pages lead in a circle, out of the file or nowhere end, and say what is lost', async () => {
    const rows = Array.from({ length: 300 }, (_, a) => ({ a }));
    const bytes = writeSqlite([plainTable('T', ['a'], rows)], { pageSize: 512 });
    const whole = await rowsOf(await open(bytes), 'T');
    assert.equal(whole.length, 300);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.nat(bytes.length),
        async (flips, cut) => {
          const broken = bytes.slice();
          for (const [at, value] of flips) broken[at] = value;
          const opened = await SqliteDatabase.open('a', bytesAccess(broken.subarray(0, cut)), {});
          if (isMessage(opened)) return;
          for (const name of opened.tableNames) {
            const found = await rowsOf(opened, name);
            assert.ok(found.length <= bytes.length / 4);
          }
        },
      ),
      { numRuns: 600 },
    );
    const circle = bytes.slice();
    // The right-most child of the table's root becomes the root itself.
    const view = new DataView(circle.buffer);
    const root = 1 + circle.length / 512 - 1;
    view.setUint32((root - 1) * 512 + 8, root);
    const database = await open(circle);
    const found = await rowsOf(database, 'T');
    assert.ok(found.length > 0 && found.length < 300 && database.damaged > 0, `${found.length}`);
  });

  it('can be cancelled between pages', async () => {
    const rows = Array.from({ length: 2000 }, (_, a) => ({ a, text: 'x'.repeat(900) }));
    const bytes = writeSqlite([plainTable('T', ['a', 'text'], rows)]);
    const signal = { aborted: false };
    const database = await open(bytes, { signal });
    let seen = 0;
    await assert.rejects(
      database.scan(database.table('T')!, () => {
        seen++;
        signal.aborted = true;
      }),
      (error) => (error as { code?: string }).code === 'cancelled',
    );
    // The pieces between two looks are a mebibyte.
    assert.ok(seen < 1400, `${seen} rows after the cancel`);
  });
});

describe('columns of a table', () => {
  it('are found under comments with commas, types, quotes and constraints', () => {
    const sql = `CREATE TABLE T (
      -- Event start, in ns, counted (since) session start.
      start INTEGER NOT NULL,
      "odd, name" TEXT DEFAULT (lower('a,b')), /* , */
      [id] INTEGER PRIMARY KEY AUTOINCREMENT,
      size NUMERIC(10, 2),
      PRIMARY_ text,
      CONSTRAINT c UNIQUE (start, size),
      PRIMARY KEY (start)
    )`;
    assert.deepEqual(columnsOf(sql), { names: ['start', 'odd, name', 'id', 'size', 'PRIMARY_'], rowid: 2 });
  });

  it('are row numbers only as INTEGER PRIMARY KEY', () => {
    assert.equal(columnsOf('CREATE TABLE T (a INT PRIMARY KEY)').rowid, -1);
    assert.equal(columnsOf('CREATE TABLE T (a INTEGER NOT NULL PRIMARY KEY)').rowid, 0);
    assert.equal(columnsOf('CREATE TABLE T (a INTEGER, b TEXT PRIMARY KEY)').rowid, -1);
    assert.deepEqual(columnsOf('nonsense'), { names: [], rowid: -1 });
  });
});
