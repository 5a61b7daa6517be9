import { volume } from '../../../kernel/symbolic';
import type { PtxKernel, PtxModule } from '../module';
import { Machine, type PtxLaunch } from './machine';
import type { GlobalMemory } from './memory';

/** Instructions of all threads after which a run is given up, unless the caller says otherwise. */
const LIMIT = 200_000_000;

/**
 * Runs a launch of a kernel, block after block, with all its data. Memory is changed in place.
 * @throws PtxFault for accesses outside of memory, barriers that not all threads meet, instructions that are not known,
 * and runs beyond `limit` instructions.
 */
export function runPtx(
  module: PtxModule,
  kernel: PtxKernel,
  launch: PtxLaunch,
  memory: GlobalMemory,
  limit = LIMIT,
): Machine {
  const machine = new Machine({ module, kernel, launch, memory, tracks: false, limit });
  const blocks = volume(launch.grid);
  for (let block = 0; block < blocks; block++) machine.runBlock(block);
  return machine;
}
