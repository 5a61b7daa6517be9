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

/**
 * The metrics by which Mystic (Ukidave et al., IPDPS 2016) is compared in the dissertation: the text does not list them, the
 * author's programs do (github.com/leimingyu/magic_2018 at 4e34154, 00_featsel/pascal_featMystic.json). On the GTX 1080 Ti
 * nvprof called the first two sm_activity and executed_ipc; they have the names here that it gives them on other GPUs.
 */
export const FEAT_MYSTIC: readonly string[] = [
  'sm_efficiency',
  'ipc',
  'dram_read_throughput',
  'dram_write_throughput',
  'dram_read_transactions',
  'dram_write_transactions',
  'tex_cache_hit_rate',
  'tex_cache_throughput',
  'l2_read_throughput',
  'l2_write_throughput',
  'l2_tex_read_hit_rate',
  'l2_tex_read_throughput',
  'l2_tex_write_hit_rate',
  'l2_tex_write_throughput',
  'gld_throughput',
  'gld_transactions',
  'gst_throughput',
  'gst_transactions',
];

/** Sets of metrics that were published, by what they are called on the command line. */
export const PUBLISHED_SETS: Readonly<Record<'feat9' | 'feat-mystic', readonly string[]>> = {
  feat9: FEAT9,
  'feat-mystic': FEAT_MYSTIC,
};

/** Shares of variance in table 5.1, and the numbers of features that kept them, of 64. */
export const COVERAGES: readonly { readonly share: number; readonly printed: number }[] = [
  { share: 0.75, printed: 9 },
  { share: 0.8, printed: 12 },
  { share: 0.85, printed: 14 },
  { share: 0.9, printed: 18 },
  { share: 0.95, printed: 26 },
  { share: 0.99, printed: 42 },
];
