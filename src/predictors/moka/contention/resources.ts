/** Resource types of dissertation table 4.7. */
export const RESOURCE_TYPES = ['occupancy', 'functionUnit', 'memory', 'compute'] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** How an nvprof metric becomes a utilization of 0 to 1. */
type Scale = 'level' | 'percent' | 'per-scheduler';

interface ContentionResource {
  readonly type: ResourceType;
  readonly scale: Scale;
}

/** The metrics of table 4.7 by nvprof name. */
export const CONTENTION_RESOURCES = {
  eligible_warps_per_cycle: { type: 'occupancy', scale: 'per-scheduler' },
  cf_fu_utilization: { type: 'functionUnit', scale: 'level' },
  tex_fu_utilization: { type: 'functionUnit', scale: 'level' },
  ldst_fu_utilization: { type: 'functionUnit', scale: 'level' },
  single_precision_fu_utilization: { type: 'functionUnit', scale: 'level' },
  double_precision_fu_utilization: { type: 'functionUnit', scale: 'level' },
  special_fu_utilization: { type: 'functionUnit', scale: 'level' },
  dram_utilization: { type: 'memory', scale: 'level' },
  tex_utilization: { type: 'memory', scale: 'level' },
  shared_utilization: { type: 'memory', scale: 'level' },
  l2_utilization: { type: 'memory', scale: 'level' },
  sysmem_utilization: { type: 'memory', scale: 'level' },
  flop_sp_efficiency: { type: 'compute', scale: 'percent' },
  flop_dp_efficiency: { type: 'compute', scale: 'percent' },
} as const satisfies Record<string, ContentionResource>;

export type ContentionMetric = keyof typeof CONTENTION_RESOURCES;

export const CONTENTION_METRICS = Object.keys(CONTENTION_RESOURCES) as readonly ContentionMetric[];
