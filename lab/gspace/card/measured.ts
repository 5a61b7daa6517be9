import { readData } from '../../data/tables';

/** How the first kernel runs beside the second: `maps.cu` says what each is. */
export type CardMode = 'alone' | 'plain' | 'plain-urgent' | 'stays' | 'stays-urgent' | 'pair' | 'array';

/** Medians at one point: µs of the second, tasks of the first in a ms meanwhile, µs of its grid, runs, and runs in which the grid ended first. */
export type CardPoint = readonly [
  mode: CardMode,
  sms: number,
  blocks: number,
  us: number,
  tasksPerMs: number,
  gridUs: number,
  runs: number,
  outlived: number,
];

/** Kernels that yield and others that arrive while they run, measured (`lab/data/h100_yielding.json`, whose `about` says how). */
export interface YieldingOnCard {
  readonly about: string;
  readonly gpu: string;
  /** Role, name, blocks of the grid, threads of a block, places of the yielding kernel on an SM. */
  readonly programs: readonly (readonly ['best' | 'critical', string, number, number, number])[];
  /** µs of a grid as it is and in both variants. */
  readonly alone: readonly (readonly [string, 'plain' | 'pair' | 'array', number])[];
  /** The same of earlier forms: variants that take every task by itself, and a first one that takes several at a time. */
  readonly before: readonly (readonly [string, 'plain' | 'pair' | 'array' | 'fast', number])[];
  readonly pairs: readonly {
    readonly yielding: string;
    readonly critical: string;
    readonly points: readonly CardPoint[];
  }[];
  /** One pair at every number of SMs and places. */
  readonly whole: readonly CardPoint[];
  /** Kernel, form, SMs that are asked for, µs of asking, until the first block of another kernel, and until it has all these SMs. */
  readonly starts: readonly (readonly [string, string, number, number, number, number])[];
  /**
   * Kernel, tasks, threads; words that the original writes, and that differ when it runs again; words that differ after
   * each variant, undisturbed and after its blocks left and came back; registers, places on an SM and µs of the original
   * and both variants (-1 where one does not fit).
   */
  readonly kernels: readonly (readonly [string, ...number[]])[];
}

export const yieldingOnCard = (root: string): YieldingOnCard => readData(root, 'h100_yielding');

/** µs of a form of a kernel alone. */
export const aloneUs = ({ alone }: YieldingOnCard, name: string, form: string): number =>
  usOf(alone, name, form);

export const usOf = (times: YieldingOnCard['before'], name: string, form: string): number =>
  times.find(([kernel, of]) => kernel === name && of === form)![2];

/** Tasks, and places on an SM, of a kernel that yields. */
export function taskCounts(
  { programs }: YieldingOnCard,
  name: string,
): { readonly tasks: number; readonly places: number } {
  const [, , tasks, , places] = programs.find(([role, of]) => role === 'best' && of === name)!;
  return { tasks, places };
}
