import type { ScenarioCopy, ScenarioGap } from '../../src/kernel/scenario';

/** One launch of a program that ran alone. */
export interface ProfiledLaunch {
  readonly name: string;
  /** From its launch to its end, latency of the launch included, in core cycles. */
  readonly cycles: number;
  readonly blocks: number;
  readonly warpsPerBlock: number;
  /** Resident on an SM by the occupancy calculator. */
  readonly blocksPerSm: number;
  /** DRAM bytes a core cycle that one SM asks for when it has the GPU for itself. */
  readonly bytesPerCycleOfSm: number;
}

/** A program alone: one run, and short runs of its kernels on one SM. */
export interface ProfileRow {
  readonly kind: 'profile';
  readonly key: string;
  readonly app: string;
  /** Core cycles of the whole run, and of its copies. */
  readonly cycles: number;
  readonly copyCycles: number;
  /** Latency of a launch, in core cycles. */
  readonly launchCycles: number;
  readonly clockMHz: number;
  readonly deviceBytes: number;
  readonly launches: readonly ProfiledLaunch[];
  readonly copies: readonly ScenarioCopy[];
  readonly gaps: readonly ScenarioGap[];
}

/** One query of a service beside batch applications that run again and again. */
export interface QueryRow {
  readonly kind: 'query';
  readonly key: string;
  readonly service: string;
  readonly batch: string;
  readonly instances: number;
  readonly query: number;
  /** Core cycle at which it came, and cycles until its last copy had ended. */
  readonly start: number;
  readonly cycles: number;
}

/** What an application does from one core cycle to another, after the query has come. */
export type Span = readonly [from: number, to: number, what: 'copy' | 'kernel'];

/** When copies and kernels of a query and of the batch application beside it ran. */
export interface SpansRow {
  readonly kind: 'spans';
  readonly key: string;
  readonly service: string;
  readonly batch: string;
  readonly spans: { readonly service: readonly Span[]; readonly batch: readonly Span[] };
}

export type Row = ProfileRow | QueryRow | SpansRow;

/** Generation of the simulator that made a row; null of rows from when keys did not tell, which are of 7 or before. */
export function generationOf({ key }: Pick<Row, 'key'>): number | null {
  const [, generation, spec] = key.split(' ')[0]!.split('.');
  return spec === undefined ? null : Number(generation);
}

/** Keys of the profiles of a query's service and batch application, as they were lowered when it ran. */
export function profileKeysOf({ key }: Pick<QueryRow, 'key'>): [service: string, batch: string] {
  const [machine, service, batch] = key.split(' ');
  return [`${machine} ${service}`, `${machine} ${batch}`];
}
