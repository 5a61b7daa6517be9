import { message } from '../kernel/message';
import { WARP_SIZE } from '../kernel/warp';
import type { CounterReader } from './counterReader';

/** Shared-memory instructions of one warp, averaged over the grid. */
export interface SharedCounts {
  readonly loads: number;
  readonly stores: number;
  /** Passes through the banks of one request; 1 without conflicts. */
  readonly loadPasses: number;
  readonly storePasses: number;
  /** True if warps of a block wait for each other. */
  readonly synchronises: boolean;
}

/** Passes through the banks of shared memory that an access needs at most: one per lane. */
const MOST_PASSES = WARP_SIZE;

/** Shared-memory accesses per warp, from a profile's counters. */
export function sharedCountsOf(reader: CounterReader, warps: number): SharedCounts {
  const load = sharedKind(reader, 'load');
  const store = sharedKind(reader, 'store');
  return {
    loads: load.requests / warps,
    stores: store.requests / warps,
    loadPasses: load.passes,
    storePasses: store.passes,
    synchronises: synchronises(reader, load.requests + store.requests),
  };
}

function sharedKind(reader: CounterReader, kind: 'load' | 'store'): { requests: number; passes: number } {
  const transactions = reader.read(`shared_${kind}_transactions`) ?? 0;
  const counted = reader.read(`inst_executed_shared_${kind}s`);
  const ratio = reader.read(`shared_${kind}_transactions_per_request`);
  if (transactions === 0) return { requests: counted ?? 0, passes: 1 };
  const requests = counted ?? transactions / (ratio !== null && ratio > 0 ? ratio : 1);
  const measured = transactions / Math.max(requests, 1e-9);
  if (measured > MOST_PASSES)
    reader.assume({
      metric: `shared_${kind}_transactions_per_request`,
      value: MOST_PASSES,
      range: [MOST_PASSES, measured],
      text: message(kind === 'load' ? 'fitting.manyLoadPasses' : 'fitting.manyStorePasses', {
        passes: measured,
        most: MOST_PASSES,
      }),
      consequence: message('fitting.manyPassesEffect'),
    });
  // Requests that were predicated off count none: below one pass, only so many touch the banks.
  return { requests: requests * Math.min(1, measured), passes: Math.min(Math.max(1, measured), MOST_PASSES) };
}

function synchronises(reader: CounterReader, requests: number): boolean {
  if (requests === 0) return false;
  const stalled = reader.share('stall_sync');
  if (stalled !== null) return stalled > 0;
  const assumed = reader.assume({
    metric: 'stall_sync',
    value: 1,
    range: [0, 1],
    text: message('fitting.synchronises'),
    consequence: message('fitting.synchronisesEffect'),
  });
  return assumed > 0;
}
