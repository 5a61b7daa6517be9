/** The nine metrics that principal feature analysis left on a GTX 1080 Ti: dissertation table 5.3. */
export const FEAT9: readonly string[] = [
  'warp_execution_efficiency',
  'branch_efficiency',
  'issue_slot_utilization',
  'global_hit_rate',
  'gst_transactions_per_request',
  'tex_cache_hit_rate',
  'local_store_transactions_per_request',
  'shared_load_transactions',
  'sysmem_write_throughput',
];

/** Shares of variance in table 5.1, and the numbers of features that kept them, of 64. */
export const COVERAGES: readonly { readonly share: number; readonly printed: number }[] = [
  { share: 0.75, printed: 9 },
  { share: 0.8, printed: 12 },
  { share: 0.85, printed: 14 },
  { share: 0.9, printed: 18 },
  { share: 0.95, printed: 26 },
  { share: 0.99, printed: 42 },
];
