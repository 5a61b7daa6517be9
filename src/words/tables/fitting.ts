import type { Table } from '../entry';

/** What src/fitting has to say. */
export const fitting: Table = {
  'fitting.allLanes': 'all lanes of a warp are active: the profile has no execution efficiency',
  'fitting.allLanesEffect': 'threads per instruction; the number of warp instructions does not depend on it',
  'fitting.assumedBlock': '{threads} threads per block: the profile has no launch configuration',
  'fitting.assumedBlockEffect':
    'occupancy, the granularity of waves, and lanes that are idle in the last warp of a block',
  'fitting.assumedGrid':
    '{blocks} blocks: inst_executed / inst_per_warp gives the warps, the block size is assumed',
  'fitting.assumedGridEffect': 'number of waves and the tail of the last one; the work in all stays the same',
  'fitting.assumedRegisters': '{registers} registers per thread: the profile does not tell',
  'fitting.assumedRegistersEffect':
    'resident blocks per SM: full occupancy on most GPUs at 32, about half of it at 64',
  'fitting.averagedWarps':
    'the counters are of {counted:fixed1} warps, the launch has {launched}: taken as a mean over launches of other grids',
  'fitting.averagedWarpsEffect':
    'totals and duration of the fitted launch are not those of the profile; rates per warp are',
  'fitting.badRegisters': '{registers} registers per thread are not from 1 to 255',
  'fitting.blockNotLaunchable': 'block {block} cannot be launched on {gpu}',
  'fitting.decidedByCounts': '{assumption} — chosen for the instruction and request counts of the profile',
  'fitting.decidedBySimulation':
    '{assumption} — chosen for the other counters of the profile in short simulations',
  'fitting.dramWrites': 'every stored sector is written to DRAM once: the profile has no DRAM writes',
  'fitting.dramWritesEffect': 'DRAM write traffic down to none',
  'fitting.gridNotLaunchable': 'grid {grid} is not from 1 to {most} blocks',
  'fitting.impossibleValue': 'metric {metric}: {value} is not a value that this counter can have',
  'fitting.instructionsPerRequest':
    '8 instructions for each memory request: the profile has no instruction counts',
  'fitting.instructionsPerRequestEffect': 'time of everything that is not bound by memory',
  'fitting.kept': '{assumption} — kept: no counter of the profile comes nearer with another value',
  'fitting.l1HitRate':
    '30 % hits in the L1 cache: the profile has neither its hit rate nor the reads of the L2 cache',
  'fitting.l1HitRateEffect': 'reads of the L2 cache: from 1.4 times as many to a seventh',
  'fitting.l2HitRate':
    'half of the reads hit the L2 cache: the profile has neither DRAM reads nor its hit rate',
  'fitting.l2HitRateEffect':
    'DRAM traffic from none to all reads: decides whether the kernel is bound by memory',
  'fitting.loadSectors':
    '4 sectors per load request, as coalesced 4-byte elements have: the profile does not tell',
  'fitting.loadSectorsEffect':
    'number of load instructions: from 4 times as many to an eighth; the sectors stay',
  'fitting.manyLoadPasses':
    '{passes:fixed0} passes per shared load are more than a warp can need; {most} were taken',
  'fitting.manyPassesEffect':
    'time in the banks of shared memory (nvprof counts the retries of shared atomics here)',
  'fitting.manySectors':
    '{sectors:fixed1} sectors per load of {lanes:fixed1} lanes are more than one per lane; one per lane was taken',
  'fitting.manySectorsEffect': 'L2 and DRAM read traffic is lower than measured by that factor',
  'fitting.manyStorePasses':
    '{passes:fixed0} passes per shared store are more than a warp can need; {most} were taken',
  'fitting.noClasses':
    '40 % of the arithmetic is fp32, the rest integer: the profile has no instruction classes',
  'fitting.noClassesEffect':
    'none on GPUs whose lanes serve both; up to twice the time of compute-bound kernels where integers have lanes of their own',
  'fitting.noGlobalAccess': 'no access to global memory: the profile has no counter of any',
  'fitting.noGlobalAccessEffect':
    'the simulated time lacks all waiting for memory; it is a lower bound, perhaps a far one',
  'fitting.noGrid':
    'the profile has neither a grid nor inst_executed and inst_per_warp, so nothing tells how many warps ran',
  'fitting.nothingCounted':
    'the profile counts neither instructions (inst_executed, inst_per_warp, inst_fp_32 …) nor memory requests; nothing can be fitted',
  'fitting.ofKernel': 'kernel {name}: {what}',
  'fitting.onlyClasses':
    '{instructions:fixed1} instructions of a warp: the profile has no total, so only the classes that it counts are in the program',
  'fitting.onlyClassesEffect':
    'address arithmetic, control and all classes without a counter add to the time',
  'fitting.storeSectors':
    '4 sectors per store request, as coalesced 4-byte elements have: the profile does not tell',
  'fitting.storeSectorsEffect':
    'number of store instructions: from 4 times as many to an eighth; the sectors stay',
  'fitting.synchronises':
    'the block synchronises around its stores to shared memory: the profile has no stall reasons',
  'fitting.synchronisesEffect': 'warps of a block wait for each other; without it latency is hidden better',
  'fitting.tooManyInstructions':
    'metric inst_per_warp: {instructions} instructions of one warp are more than {most}',
  'fitting.notInSources': 'not in the sources',
  'fitting.noKernel': 'kernel {name}: {reason}',
};
