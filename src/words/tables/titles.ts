import type { Table } from '../entry';

/** Names of what travels as a code in results: `title.KIND.CODE` (see `titleOf`). */
export const titles = {
  'title.origin.measured': 'measured',
  'title.origin.simulated': 'simulated',
  'title.origin.predicted': 'predicted',
  'title.origin.assumed': 'assumed',
  'title.limiter.warps': 'warps',
  'title.limiter.registers': 'registers',
  'title.limiter.shared': 'shared',
  'title.limiter.barriers': 'barriers',
  'title.limiter.blocks': 'blocks',
  'title.class.memory-bound': 'memory-bound',
  'title.class.compute-bound': 'compute-bound',
  'title.cause.fewer SMs': 'fewer SMs',
  'title.cause.L2 cache': 'L2 cache',
  'title.cause.DRAM bandwidth': 'DRAM bandwidth',
  'title.cause.nothing': 'nothing',
  'title.part.scalability': 'fewer SMs',
  'title.part.interference': 'interference',
  'title.part.functionUnit': 'functional units',
  'title.part.occupancy': 'warp slots',
  'title.part.compute': 'arithmetic',
  'title.part.cache': 'cache',
  'title.part.memory': 'memory',
  'title.part.bandwidth': 'bandwidth',
} as const satisfies Table;
