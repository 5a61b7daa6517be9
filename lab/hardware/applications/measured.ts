import { readData } from '../../data/tables';

/** How applications shared the card in a run of the conductor. */
export interface Setting {
  readonly id: string;
  /** False where copies and waits were left out, so that a round is `times` runs of the kernels and one wait. */
  readonly copies: boolean;
  /** Of the SMs, under MPS; absent where processes had the GPU in turns. */
  readonly sharePercent?: number;
  readonly times?: Readonly<Record<string, number>>;
  /** µs of a run of each by itself. */
  readonly alone: Readonly<Record<string, number>>;
  /** Applications that ran together, each with µs of a run. */
  readonly groups: readonly (readonly (readonly [name: string, us: number])[])[];
}

/** A row of a trace: start and duration in µs, then what it is; see `about` of the data. */
export type TraceRow = readonly [start: number, duration: number, ...what: (string | number)[]];

type KernelShape = readonly [
  grid: string,
  block: string,
  registers: number,
  staticBytes: number,
  dynamicBytes: number,
  name: string,
];

type ServiceRow = readonly [
  service: string,
  beside: string,
  instances: number,
  queries: number,
  mean: number,
  median: number,
  p95: number,
  pause: number,
];

interface ApplicationsData {
  readonly gpu: string;
  readonly settings: readonly Setting[];
  readonly services: readonly ServiceRow[];
  readonly instances: readonly (readonly [program: string, instances: number, us: number])[];
  readonly kernels: readonly KernelShape[];
  readonly traces: Readonly<Record<string, readonly TraceRow[]>>;
}

/** Cards on which applications were measured. */
export type MeasuredCard = 'h100' | 'h200';

/** Applications measured on one card; `root` is the folder of the project. */
export const measuredApplications = (root: string, card: MeasuredCard = 'h100'): ApplicationsData =>
  readData(root, `${card}_applications`);

/** A measured slowdown of an application beside others of its group. */
export interface MeasuredSlowdown {
  readonly of: string;
  readonly beside: readonly string[];
  readonly slowdown: number;
}

/** Slowdowns in groups of a size over runs alone in the same setting, or in another one. */
export function slowdownsOf(
  { groups, alone: own }: Setting,
  size: number,
  alone: Setting['alone'] = own,
): readonly MeasuredSlowdown[] {
  return groups
    .filter(({ length }) => length === size)
    .flatMap((group) =>
      group.map(([of, us], at) => ({
        of,
        beside: group.filter((_, other) => other !== at).map(([name]) => name),
        slowdown: us / alone[of]!,
      })),
    );
}
