import { readData } from '../../data/tables';

/** A job of a queue that was run on GPUs: program, GPU by number, seconds of its start and end. */
export type MeasuredJobRun = readonly [program: number, gpu: number, start: number, end: number];

/** A queue as the author's scheduler ran it. */
export interface MeasuredQueue {
  readonly gpus: readonly string[];
  readonly policy: string;
  readonly maxCoRun: number;
  readonly sequence: number;
  /** In the order in which they started. */
  readonly runs: readonly MeasuredJobRun[];
}

/** Programs alone and in pairs on a GPU, in seconds; null where nothing was kept. */
interface MeasuredGpu {
  readonly alone: readonly (number | null)[];
  /** `together[of][beside]`: of the first, while the second runs once. */
  readonly together: readonly (readonly (number | null)[] | null)[];
}

export interface MeasuredSet {
  readonly programs: readonly string[];
  readonly gpus: Readonly<Record<string, MeasuredGpu>>;
  readonly aloneInQueues: Readonly<Record<string, readonly number[]>>;
  readonly binaryBytes: readonly (number | null)[];
  readonly queues: readonly MeasuredQueue[];
}

/** What the dissertation's author measured of his programs, alone, in pairs and in queues. */
export const measuredSet = (root: string): MeasuredSet => readData<MeasuredSet>(root, 'magic_gpus');

/** Slowdowns as they are printed, or while both run. */
export type SlowdownKind = 'ratios' | 'slowdowns';

/** Slowdowns of programs beside each other on one GPU. */
export interface MeasuredMatrix {
  readonly gpu: string;
  readonly programs: readonly string[];
  readonly seconds: readonly number[];
  readonly binaryBytes: readonly (number | null)[];
  /** Time with one run of the other beside it over time alone: what the text calls slowdown, plus one. */
  readonly ratios: readonly (readonly (number | null)[])[];
  /** While both run. */
  readonly slowdowns: readonly (readonly (number | null)[])[];
}

/** The programs of a GPU that were timed alone, with each other. */
export function matrixOf(set: MeasuredSet, gpu: string): MeasuredMatrix {
  const { alone, together } = set.gpus[gpu]!;
  const known = alone.flatMap((seconds, at) => (seconds === null || together[at] === null ? [] : [at]));
  const time = (of: number, beside: number): number | null => together[of]![beside] ?? null;
  return {
    gpu,
    programs: known.map((at) => set.programs[at]!),
    seconds: known.map((at) => alone[at]!),
    binaryBytes: known.map((at) => set.binaryBytes[at]!),
    ratios: known.map((of) =>
      known.map((beside) => {
        const seconds = time(of, beside);
        return seconds === null ? null : seconds / alone[of]!;
      }),
    ),
    slowdowns: known.map((of) =>
      known.map((beside) => {
        const [own, other] = [time(of, beside), time(beside, of)];
        return own === null || other === null ? null : slowdownTogether(alone[of]!, own, other);
      }),
    ),
  };
}

/** Between what slowdowns of a pair are believed: times of long programs beside short ones differ by less than they scatter. */
const [LEAST, MOST] = [0.9, 10];

/**
 * Slowdown while two run together, where the time of the first tells of the other only for as long as that took: what the
 * first had done by then is what it did not do in its time alone afterwards.
 *
 * @param alone seconds of the first alone; `own` and `other` those of both together
 */
export function slowdownTogether(alone: number, own: number, other: number): number {
  const shared = Math.min(own, other);
  const done = alone - (own - shared);
  return done <= 0 ? MOST : Math.min(MOST, Math.max(LEAST, shared / done));
}

/** Slowdowns of a matrix as a queue gives them, of some programs. */
export const slowdownRows = (
  matrix: MeasuredMatrix,
  kind: SlowdownKind,
  names: ReadonlySet<string> = new Set(matrix.programs),
) =>
  matrix[kind].flatMap((row, at) =>
    row.flatMap((slowdown, other) => {
      const [of, beside] = [matrix.programs[at]!, matrix.programs[other]!];
      return slowdown === null || !names.has(of) || !names.has(beside)
        ? []
        : [{ gpu: matrix.gpu, of, beside, slowdown }];
    }),
  );
