import { mean } from '../stats/means';
import type { CounterReader } from './counterReader';
import type { InstructionKind } from '../kernel/totals/countedProgram';
import type { ProgramTotals } from '../kernel/totals/programTotals';

/** A count that a program's structure gives, and that the profile measured. */
export interface CountTarget {
  /** nvprof's name. */
  readonly metric: string;
  readonly measured: number;
  readonly of: (totals: ProgramTotals) => number;
}

type Kinds = readonly InstructionKind[];

const threads =
  (...kinds: Kinds) =>
  (totals: ProgramTotals): number =>
    kinds.reduce((sum, kind) => sum + (totals.threads[kind] ?? 0), 0);
const warps =
  (...kinds: Kinds) =>
  (totals: ProgramTotals): number =>
    kinds.reduce((sum, kind) => sum + (totals.warps[kind] ?? 0), 0);

const MEMORY: Kinds = [
  'globalLoad',
  'globalStore',
  'sharedLoad',
  'sharedStore',
  'localLoad',
  'localStore',
  'textureLoad',
  'asyncCopy',
];

/** The counts of a profile that follow from a program without simulating it. */
export function countTargets(reader: CounterReader): readonly CountTarget[] {
  const found: [string, number | null, (totals: ProgramTotals) => number][] = [
    ['inst_executed', reader.read('inst_executed'), (totals) => totals.warpInstructions],
    ['inst_fp_32', reader.read('inst_fp_32'), threads('fp32', 'special')],
    ['inst_fp_64', reader.read('inst_fp_64'), threads('fp64')],
    ['inst_integer', integersOf(reader), threads('integer', 'shuffle')],
    ['inst_compute_ld_st', reader.read('inst_compute_ld_st'), threads(...MEMORY)],
    ['gld_transactions', requests(reader, 'gld'), warps('globalLoad')],
    ['gst_transactions', requests(reader, 'gst'), warps('globalStore')],
    ['shared_load_transactions', requests(reader, 'shared_load'), warps('sharedLoad')],
    ['shared_store_transactions', requests(reader, 'shared_store'), warps('sharedStore')],
  ];
  return found.flatMap(([metric, measured, of]) => (measured === null ? [] : [{ metric, measured, of }]));
}

/** Moves and reads of special registers have no class of their own in a program; exchanges between lanes are counted with them. */
function integersOf(reader: CounterReader): number | null {
  const integers = reader.read('inst_integer');
  if (integers === null) return null;
  return integers + (reader.read('inst_misc') ?? 0) + (reader.read('inst_inter_thread_communication') ?? 0);
}

function requests(reader: CounterReader, name: string): number | null {
  const transactions = reader.read(`${name}_transactions`);
  const perRequest = reader.read(`${name}_transactions_per_request`);
  if (transactions === null || perRequest === null) return null;
  return perRequest === 0 ? 0 : transactions / perRequest;
}

/** Factors beyond this count as this: what one side lacks altogether is not infinitely bad. */
const MOST = Math.log(16);

/** Mean distance of the counts as a logarithm of their ratio: 0.1 is about 10 %. */
export function countDistance(targets: readonly CountTarget[], totals: ProgramTotals): number {
  if (targets.length === 0) return 0;
  const distances = targets.map(({ measured, of }) => {
    const own = of(totals);
    if (measured === 0 && own === 0) return 0;
    return Math.min(MOST, Math.abs(Math.log(Math.max(own, 1e-9) / Math.max(measured, 1e-9))));
  });
  return mean(distances);
}
