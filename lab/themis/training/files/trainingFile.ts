import { createHash } from 'node:crypto';
import { AppendFile } from '../../../../src/files/appendFile';
import { lock, type Lock } from '../../../../src/files/lock';
import {
  parseTrainingData,
  rowKey,
  type TrainingData,
  type TrainingHeader,
  type TrainingRow,
} from '../../collection/trainingData';
import { readText } from '../../../../src/files/readText';
import { writeWhole } from '../../../../src/files/writeFile';
import { InputError } from '../../../../src/kernel/result';

/** Far beyond what one GPU's training set weighs. */
const MAX_DATA_BYTES = 1_000_000_000;

/** A file of training data that grows row by row, so that an interrupted collection loses at most one row. */
export class TrainingFile {
  private readonly known = new Map<string, TrainingRow>();
  private readonly file: AppendFile;

  private constructor(
    readonly path: string,
    readonly header: TrainingHeader,
    rows: readonly TrainingRow[],
    private readonly held: Lock,
  ) {
    rows.forEach((row) => this.known.set(rowKey(row), row));
    this.file = new AppendFile(path);
  }

  /**
   * Opens or begins a file; it belongs to this process until it is closed. Rows of applications whose programs have
   * changed since are dropped.
   *
   * @param programs hash of the programs of each application
   * @throws InputError when the file was collected under other conditions, or another process collects into it
   */
  static async open(
    file: string,
    header: TrainingHeader,
    programs: ReadonlyMap<string, string>,
  ): Promise<TrainingFile> {
    const held = lock(file);
    try {
      const kept = await readRows(file, header, programs);
      const lines = [header, ...kept].map((value) => `${JSON.stringify(value)}\n`);
      await writeWhole(file, lines.join(''));
      return new TrainingFile(file, header, kept, held);
    } catch (error) {
      held.release();
      throw error;
    }
  }

  get keys(): string[] {
    return [...this.known.keys()];
  }

  get data(): TrainingData {
    return { header: this.header, rows: [...this.known.values()] };
  }

  append(row: TrainingRow): void {
    const key = rowKey(row);
    if (this.known.has(key)) return;
    this.file.append(JSON.stringify(row));
    this.known.set(key, row);
  }

  close(): void {
    this.file.close();
    this.held.release();
  }
}

/**
 * The data of a file; null where there is none.
 *
 * @throws InputError when it is no training data
 */
export async function readTrainingData(file: string): Promise<TrainingData | null> {
  const text = await readText(file, { maxBytes: MAX_DATA_BYTES }).catch((error: unknown) => {
    if (error instanceof InputError && error.code === 'no-such-file') return null;
    throw error;
  });
  return text === null || text === '' ? null : parseTrainingData(file, text);
}

async function readRows(
  file: string,
  header: TrainingHeader,
  programs: ReadonlyMap<string, string>,
): Promise<readonly TrainingRow[]> {
  const data = await readTrainingData(file);
  if (data === null) return [];
  requireConditions(file, data.header, header);
  const stale = new Set(
    data.rows.flatMap((row) =>
      row.kind === 'solo' && programs.has(row.app) && programs.get(row.app) !== row.programs ? [row.app] : [],
    ),
  );
  return data.rows.filter((row) => row.kind === 'producer' || !stale.has(row.app));
}

/** @throws InputError when data of a file was collected otherwise than it is to be now */
export function requireConditions(file: string, there: TrainingHeader, asked: TrainingHeader): void {
  const other = differences(there, asked);
  if (other.length > 0)
    throw new InputError(
      `was collected with ${other.join(', ')}; name another file with --data`,
      'other-data',
      file,
      1,
    );
}

/** What differs between two headers, with the values of both. */
function differences(there: TrainingHeader, asked: TrainingHeader): string[] {
  const keys = [...new Set([...Object.keys(there), ...Object.keys(asked)])] as (keyof TrainingHeader)[];
  const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
  return keys
    .map((key) => [key, shown(there[key]), shown(asked[key])] as const)
    .filter(([, before, now]) => before !== now)
    .map(([key, before, now]) => `${key} ${before} instead of ${now}`);
}

/** SHA-256 of the header and the sorted rows: the same whatever order workers finished in. */
export function dataHash({ header, rows }: TrainingData): string {
  const lines = rows.map((row) => JSON.stringify(row)).sort();
  return createHash('sha256')
    .update([JSON.stringify(header), ...lines].join('\n'))
    .digest('hex');
}
