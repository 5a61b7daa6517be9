import { COUNTER_SOURCES } from '../../port';

/**
 * Sets of samples that a network learns from: counters of either source that tell of the split they belong to, or
 * counters of the co-run that tell of another split (`elsewhere`).
 */
export const SAMPLE_SETS = [...COUNTER_SOURCES, 'elsewhere'] as const;
export type SampleSet = (typeof SAMPLE_SETS)[number];
