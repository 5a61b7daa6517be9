import { STALL_COUNTERS, type Counters } from '../simulator/core/counters';
import type { KernelMeasurement } from './measure';

/** Group of a compared metric: the fit is made from the first three, the last two are time in disguise. */
export type MetricGroup = 'instructions' | 'traffic' | 'shape' | 'stalls' | 'rates';

/** A figure that the profile and the simulation both have. */
export interface ComparedMetric {
  /** nvprof's name, or several that are added. */
  readonly name: string;
  readonly group: MetricGroup;
  /** `points` for shares: the difference is told, since a share of nearly 0 has no relative error. */
  readonly scale: 'relative' | 'points';
  /** From the profile's metrics in base units; null where it lacks one. */
  readonly measured: (read: (metric: string) => number | null) => number | null;
  readonly simulated: (measurement: KernelMeasurement) => number | null;
}

type Read = (metric: string) => number | null;

const sumOf =
  (...metrics: string[]) =>
  (read: Read): number | null => {
    const values = metrics.map(read);
    return values[0] === null ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  };

const total = (
  name: string,
  group: MetricGroup,
  of: (counters: Counters) => number,
  ...others: string[]
): ComparedMetric => ({
  name: [name, ...others].join(' + '),
  group,
  scale: 'relative',
  measured: sumOf(name, ...others),
  simulated: ({ counters }) => of(counters),
});

/** A share that nvprof gives in percent and the simulator as a fraction. */
const percentage = (name: string, group: MetricGroup, simulatedName = name): ComparedMetric => ({
  name,
  group,
  scale: 'points',
  measured: (read) => {
    const percent = read(name);
    return percent === null ? null : percent / 100;
  },
  simulated: ({ metrics }) => metrics[simulatedName] ?? null,
});

const INSTRUCTIONS: readonly ComparedMetric[] = [
  {
    name: 'inst_executed',
    group: 'instructions',
    scale: 'relative',
    measured: (read) => read('inst_executed'),
    simulated: ({ metrics }) => metrics['inst_executed'] ?? null,
  },
  total('inst_fp_32', 'instructions', (c) => c.fp32Threads + c.specialThreads),
  total('inst_fp_64', 'instructions', (c) => c.fp64Threads),
  total(
    'inst_integer',
    'instructions',
    (c) => c.integerThreads,
    'inst_misc',
    'inst_inter_thread_communication',
  ),
  total('inst_bit_convert', 'instructions', (c) => c.conversionThreads),
  total('cf_executed', 'instructions', (c) => c.control),
  total('inst_compute_ld_st', 'instructions', memoryThreads),
];

function memoryThreads(c: Counters): number {
  const device = c.globalLoadThreads + c.globalStoreThreads + c.textureLoadThreads;
  return device + c.localLoadThreads + c.localStoreThreads + c.sharedLoadThreads + c.sharedStoreThreads;
}

const TRAFFIC: readonly ComparedMetric[] = [
  total('l2_tex_read_transactions', 'traffic', (c) => c.l2ReadSectors),
  total('gst_transactions', 'traffic', (c) => c.l1StoreSectors),
  {
    name: 'gst_transactions_per_request',
    group: 'traffic',
    scale: 'relative',
    measured: (read) => read('gst_transactions_per_request'),
    simulated: ({ metrics }) => metrics['gst_transactions_per_request'] ?? null,
  },
  {
    name: 'shared transactions per request',
    group: 'traffic',
    scale: 'relative',
    measured: sharedPasses,
    simulated: ({ counters }) =>
      counters.sharedAccesses === 0 ? null : counters.sharedPasses / counters.sharedAccesses,
  },
  total('dram_read_transactions', 'traffic', (c) => c.dramReadBytes / 32),
  total('dram_write_transactions', 'traffic', (c) => c.dramWriteBytes / 32),
  percentage('l2_tex_read_hit_rate', 'traffic'),
  percentage('l2_tex_write_hit_rate', 'traffic'),
];

function sharedPasses(read: Read): number | null {
  const [loads, perLoad, stores, perStore] = [
    read('shared_load_transactions'),
    read('shared_load_transactions_per_request'),
    read('shared_store_transactions'),
    read('shared_store_transactions_per_request'),
  ];
  if (loads === null || stores === null) return null;
  const requests = (perLoad ? loads / perLoad : 0) + (perStore ? stores / perStore : 0);
  return requests === 0 ? null : (loads + stores) / requests;
}

const SHAPE: readonly ComparedMetric[] = [
  {
    name: 'achieved_occupancy',
    group: 'shape',
    scale: 'points',
    measured: (read) => read('achieved_occupancy'),
    simulated: ({ metrics }) => metrics['achieved_occupancy'] ?? null,
  },
  percentage('branch_efficiency', 'shape'),
  percentage('warp_nonpred_execution_efficiency', 'shape', 'warp_execution_efficiency'),
];

/** nvprof's stall reasons are shares of each other; ours are, too. */
const STALLS: readonly ComparedMetric[] = [
  percentage('stall_exec_dependency', 'stalls'),
  percentage('stall_memory_dependency', 'stalls'),
  percentage('stall_sync', 'stalls'),
  percentage('stall_pipe_busy', 'stalls'),
  percentage('stall_memory_throttle', 'stalls'),
  percentage('stall_not_selected', 'stalls'),
];

const RATES: readonly ComparedMetric[] = ['ipc', 'eligible_warps_per_cycle'].map((name) => ({
  name,
  group: 'rates',
  scale: 'relative',
  measured: (read) => read(name),
  simulated: ({ metrics }) => metrics[name] ?? null,
}));

/** Everything that is compared, in the order of reports. */
export const COMPARED_METRICS: readonly ComparedMetric[] = [
  ...INSTRUCTIONS,
  ...TRAFFIC,
  ...SHAPE,
  ...STALLS,
  ...RATES,
];

/** Tests whether the simulated warps waited at all: without stalls their shares mean nothing. */
export function hasStalls(counters: Counters): boolean {
  return STALL_COUNTERS.some((name) => counters[name] > 0);
}
