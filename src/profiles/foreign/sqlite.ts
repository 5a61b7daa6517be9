import { READABLE_NOW, quoted, withEnding, type RecognizedFormat } from './recognizedFormat';

/** Tests whether a file begins like an SQLite database. */
export const isSqlite = (head: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(head.subarray(0, 16)) === 'SQLite format 3\u0000';

/** Names of tables that tell who wrote a database, the deciding ones first. */
const TABLES = ['profStringTable', 'StringIds', 'StringTable'] as const;
const LONGEST = Math.max(...TABLES.map((name) => name.length));

/** The schema stands near the beginning in every recording seen; a foreign database may be huge. */
const MAX_SCANNED_BYTES = 1 << 26;

/**
 * Finds which profiler wrote a database, by the names of its tables alone: these files hold the
 * environment of the profiled process, so nothing of their content is kept or shown.
 */
export async function recognizeSqlite(
  path: string,
  source: AsyncIterable<Uint8Array>,
): Promise<RecognizedFormat> {
  const decoder = new TextDecoder('latin1');
  const found = new Set<string>();
  let scanned = 0;
  let before = '';
  for await (const chunk of source) {
    const text = before + decoder.decode(chunk);
    for (const name of TABLES) if (text.includes(name)) found.add(name);
    before = text.slice(-LONGEST);
    scanned += chunk.length;
    if (found.has('profStringTable') || found.has('StringIds') || scanned > MAX_SCANNED_BYTES) break;
  }
  return verdictOf(path, TABLES.find((name) => found.has(name)) ?? null);
}

function verdictOf(path: string, table: (typeof TABLES)[number] | null): RecognizedFormat {
  switch (table) {
    case 'profStringTable':
      return {
        format: 'pgi-sqlite',
        status: 'refused',
        reason:
          'a recording of the PGI profiler (pgprof), which nothing else reads; profile again with: nvprof --csv --print-gpu-trace --log-file trace.csv ./app',
      };
    case 'StringIds':
      return {
        format: 'nsys-sqlite',
        status: 'reader-to-come',
        reason: `an Nsight Systems database; the reader for it is still to come; ${READABLE_NOW}`,
      };
    case 'StringTable':
      return {
        format: 'nvprof-sqlite',
        status: 'reader-to-come',
        reason: `an nvprof recording; the reader for it is still to come; until then export it with: nvprof -i ${quoted(path)} --csv --print-gpu-trace --log-file ${withEnding(path, '.csv')}`,
      };
    case null:
      return { format: 'sqlite', status: 'refused', reason: 'an SQLite database that no GPU profiler wrote' };
  }
}
