import { ownCopy } from '../groups';
import type { QuantityKind } from '../quantity';

/**
 * The kind of value that each nvprof metric prints, by the naming of the CUPTI metric reference
 * (CUPTI User's Guide, "Metrics for Capability 3.x … 7.0"); exceptions first.
 */
const KINDS: readonly (readonly [RegExp, QuantityKind])[] = [
  [/^issue_slot_utilization$|^local_memory_overhead$|^sm_activity$|^nvlink_overhead_data_/, 'percent'],
  [/_throughput$/, 'rate'],
  [/_utilization$/, 'level'],
  [/_efficiency$|_hit_rate$|^stall_/, 'percent'],
  [
    /_transactions(_per_request)?$|_requests$|_bytes$|^inst_|^flop_count_|^cf_(executed|issued)$|^ldst_(executed|issued)$|^(issued_|executed_)?ipc$|^achieved_occupancy$|^eligible_warps_per_cycle$|^issue_slots$|_replay_overhead$/,
    'plain',
  ],
];

const kinds = new Map<string, QuantityKind | null>();
/** Names that are remembered: more than any GPU has metrics. */
const MAX_REMEMBERED = 4096;

/** The kind that a metric of this name prints; null for a name that the reference does not have. */
export function nvprofMetricKind(name: string): QuantityKind | null {
  const known = kinds.get(name);
  if (known !== undefined) return known;
  const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
  if (kinds.size < MAX_REMEMBERED) kinds.set(ownCopy(name), kind);
  return kind;
}

const EVENTS =
  /_subp\d_|_s[0-3]$|_(pm|sys|sm)$|^prof_trigger_|^(global|local|shared|generic)_(load|store)$|_inst_\d+bit$|^(active_(cycles|warps)|elapsed_cycles|warps_launched|threads_launched|sm_cta_launched|gred_count|atom_count|global_atom_cas|shared_atom(_cas)?|shared_(ld|st)_\w+|inst_issued[0-2]|(not_predicated_off_)?thread_inst_executed(_\d)?|(divergent_)?branch)$/;

/** Tests whether the name is one of a hardware event rather than of a metric made of events. */
export function isEventName(name: string): boolean {
  return EVENTS.test(name);
}

/** Shares of a whole: more than all of it is not possible. */
const SHARES =
  /_hit_rate$|^stall_|^achieved_occupancy$|^sm_(efficiency|activity)$|^branch_efficiency$|^warp_.*execution_efficiency$|^flop_.*_efficiency$|^issue_slot_utilization$/;

const shares = new Map<string, boolean>();

function isShare(name: string): boolean {
  let share = shares.get(name);
  if (share === undefined) {
    share = SHARES.test(name);
    if (shares.size < MAX_REMEMBERED) shares.set(ownCopy(name), share);
  }
  return share;
}

/**
 * Factor by which a share can exceed 1 when a kernel is replayed in several passes: numerator and denominator
 * come from different passes (the hit rate of 100.39 % of a real file).
 */
const REPLAY_EXCESS = 1.05;

/** Tests whether `value` is possible for the metric: counters are not negative, shares not above one. */
export function isPossibleMetric(name: string, value: number, kind: QuantityKind): boolean {
  if (value < 0 || value >= 2 ** 63) return false;
  if (!isShare(name)) return true;
  return value <= (kind === 'percent' ? 100 : 1) * REPLAY_EXCESS;
}
