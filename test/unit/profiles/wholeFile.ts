/** A file as a tool leaves it, with what stands around its results, and what is in it. */
export interface WholeFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly status: string;
  readonly format: string;
  /** The total of `FILE_TOTALS` for its folder, from the numbers that the file was made of; null where it is not read. */
  readonly total: number | null;
}

const COUNT = 40;

/** Whole numbers without a pattern, the same in every run. */
export const numbers = (seed: number, count = COUNT): readonly number[] =>
  Array.from({ length: count }, (_, at) => 1000 + ((at * 7919 + seed * 104729) % 90001));

/** The sum. */
export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** A file that is read, with its total. */
export const read = (
  name: string,
  format: string,
  total: number,
  content: string | Uint8Array,
  status = 'full',
): WholeFile => ({ name, format, total, content, status });

/** A file that is recognised but has no total. */
export const unread = (
  name: string,
  format: string,
  content: string | Uint8Array,
  status = 'refused',
): WholeFile => ({ name, format, content, status, total: null });
