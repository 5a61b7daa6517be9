import { message, type Words } from '../../../kernel/message';
import type { InstructionMix } from '../../../kernel/kernel';
import type { Result } from '../../../kernel/result';
import { WARP_SIZE } from '../../../kernel/warp';

/** Instructions of one warp by the classes of dissertation equations 4.1 to 4.8. */
export interface WarpCounts {
  readonly fp32: number;
  readonly fp64: number;
  readonly integer: number;
  readonly computeLoadStore: number;
  readonly globalLoad: number;
  readonly globalStore: number;
  readonly sharedLoad: number;
  readonly sharedStore: number;
}

/** The nvprof metric of each class (table 4.1). */
export const COUNT_METRICS: Readonly<Record<keyof WarpCounts, string>> = {
  fp32: 'inst_fp_32',
  fp64: 'inst_fp_64',
  integer: 'inst_integer',
  computeLoadStore: 'inst_compute_ld_st',
  globalLoad: 'gld_transactions',
  globalStore: 'gst_transactions',
  sharedLoad: 'shared_load_transactions',
  sharedStore: 'shared_store_transactions',
};

/**
 * Transactions of one coalesced access of 32 four-byte words: what nvprof shows on the GTX 950 for
 * coalesced kernels such as vectorAdd (8 a load, 4 a store) and for shared memory without conflicts.
 */
export const COALESCED_TRANSACTIONS = { globalLoad: 8, globalStore: 4, sharedLoad: 1, sharedStore: 1 };

/**
 * Counts of one warp from nvprof metrics of one launch. Each metric is divided by the launched threads and
 * rounded up: the equations print a plain division, but only with the ceiling do the author's ratios come
 * out (65 of 65 kernels).
 *
 * @param totalThreads threads of the launch, grid times block.
 */
export function warpCountsFromMetrics(
  metrics: Readonly<Record<string, number>>,
  totalThreads: number,
): Result<WarpCounts> {
  const missing = Object.values(COUNT_METRICS).filter((name) => !Number.isFinite(metrics[name]));
  if (missing.length > 0)
    return fail('missing-metrics', message('predictors.profileLacks', { metrics: missing }));
  if (!(totalThreads >= 1)) return fail('missing-launch', message('predictors.profileLacksLaunch'));
  return {
    ok: true,
    value: mapCounts((name) => Math.ceil(metrics[COUNT_METRICS[name]]! / totalThreads)),
  };
}

/**
 * Counts of one warp from an instruction mix estimated from source, as if a profiler had counted them:
 * memory accesses become transactions of coalesced accesses, spread over the 32 threads of a warp. Local
 * memory and atomics count as instructions only, as in the metrics of table 4.1.
 */
export function warpCountsFromMix(mix: InstructionMix): WarpCounts {
  const { perThread } = mix;
  const transactions = (accesses: number, perRequest: number) => (accesses * perRequest) / WARP_SIZE;
  const totals: WarpCounts = {
    fp32: perThread.fp32 + perThread.fp16 + perThread.tensor + perThread.special,
    fp64: perThread.fp64,
    integer: perThread.integer,
    computeLoadStore: loadsAndStores(perThread),
    globalLoad: transactions(perThread.globalLoad, COALESCED_TRANSACTIONS.globalLoad),
    globalStore: transactions(perThread.globalStore, COALESCED_TRANSACTIONS.globalStore),
    sharedLoad: transactions(perThread.sharedLoad, COALESCED_TRANSACTIONS.sharedLoad),
    sharedStore: transactions(perThread.sharedStore, COALESCED_TRANSACTIONS.sharedStore),
  };
  return mapCounts((name) => Math.ceil(totals[name]));
}

/** Accesses that nvprof counts as compute load/store instructions: all spaces but constant. */
function loadsAndStores(perThread: InstructionMix['perThread']): number {
  return (
    perThread.globalLoad +
    perThread.globalStore +
    perThread.sharedLoad +
    perThread.sharedStore +
    perThread.localLoad +
    perThread.localStore +
    perThread.textureLoad +
    perThread.atomic
  );
}

function mapCounts(count: (name: keyof WarpCounts) => number): WarpCounts {
  return {
    fp32: count('fp32'),
    fp64: count('fp64'),
    integer: count('integer'),
    computeLoadStore: count('computeLoadStore'),
    globalLoad: count('globalLoad'),
    globalStore: count('globalStore'),
    sharedLoad: count('sharedLoad'),
    sharedStore: count('sharedStore'),
  };
}

function fail(code: string, said: Words): Result<never> {
  return { ok: false, error: { code, said } };
}
