import type { SmLimits } from '../../../kernel/gpuSpec';
import { StateArrays } from '../../../simulator/core/stateArrays';
import { CarveOut } from '../../../simulator/dispatch/carveOut';
import { SmResources } from '../../../simulator/dispatch/smResources';
import type { KernelTable } from '../../../simulator/sm/kernelTable';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';

/**
 * Blocks of each kernel that an SM holds where all have some, as near to their shares as fits.
 *
 * @param shares by kernel number, of the blocks that an SM holds of that kernel alone
 * @throws RangeError where no block of one fits beside one of the other
 */
export function blocksBeside(
  kernels: readonly number[],
  shares: readonly number[],
  table: KernelTable,
  { gpu }: LoadedSpec,
): readonly number[] {
  const most = kernels.map((kernel) => table.blocksPerSm[kernel]!);
  const wanted = kernels.map((kernel, i) => shares[kernel]! * most[i]!);
  const blocks = wanted.map((count) => Math.max(1, Math.round(count)));
  while (!fitTogether(kernels, blocks, table, gpu.limits)) {
    const excess = blocks.map((count, i) => (count > 1 ? count - wanted[i]! : -Infinity));
    const largest = Math.max(...excess);
    if (largest === -Infinity) throw new RangeError('kernels of which no SM holds a block each');
    blocks[excess.indexOf(largest)]!--;
  }
  return blocks;
}

/** Tests whether so many blocks of each kernel fit an SM. */
export function fitTogether(
  kernels: readonly number[],
  blocks: readonly number[],
  table: KernelTable,
  limits: SmLimits,
): boolean {
  const state = new StateArrays();
  const carveOut = new CarveOut({ sms: 1, bytes: 0, isFixed: false }, limits, table, state);
  const sm = new SmResources(1, limits, table, carveOut, state);
  return kernels.every((kernel, i) => {
    for (let resident = 0; resident < blocks[i]!; resident++) {
      if (sm.room(0, kernel, resident) === 0) return false;
      sm.take(0, kernel);
    }
    return true;
  });
}
