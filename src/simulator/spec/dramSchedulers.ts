/**
 * Scheduling policies of a memory controller, by what they prefer among requests whose next command may issue
 * now; the oldest of them is always served first.
 * - `frfcfs`: nothing else
 * - `rowhit`: a row is not closed for a request while an older one hits it
 * - `hitfirst`: a row is not closed while any queued request hits it
 */
export const DRAM_SCHEDULERS = ['frfcfs', 'rowhit', 'hitfirst'] as const;

/** Scheduling policy of a memory controller. */
export type DramScheduler = (typeof DRAM_SCHEDULERS)[number];
