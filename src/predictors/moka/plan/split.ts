import type { DeviceOperation, KernelOperation } from '../../../kernel/application';
import type { Dim3 } from '../../../kernel/symbolic';
import { gridBlocks, requireSoloNs } from '../blocks/blockModel';
import { BlockShapes } from '../blocks/blockShape';
import type { MokaModels } from '../mokaModels';
import type { Job } from './jobs';

/** Numbers of pieces that are tried. */
const PIECES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32] as const;

/** Says whether a kernel may be launched in parts of its grid, each with its part of the data. */
export type Splittable = (kernel: KernelOperation) => boolean;

/**
 * Numbers of pieces that a job can be cut into (figures 2.2 and 2.5): copies to the device, one kernel,
 * copies back, where the kernel's grid has as many rows. One piece where that is not so.
 */
export function possiblePieces(job: Job, splittable: Splittable): readonly number[] {
  const kernel = onlyKernel(job);
  if (kernel === null || !splittable(kernel)) return [1];
  const extent = kernel.grid[splitAxis(kernel.grid)];
  return PIECES.filter((pieces) => pieces <= extent);
}

/** The kernel of a job of copies up, one kernel and copies down; null for any other job. */
function onlyKernel(job: Job): KernelOperation | null {
  let kernel: KernelOperation | null = null;
  for (const { operation } of job.operations) {
    if (operation.kind === 'memset') return null;
    if (operation.kind === 'kernel') {
      if (kernel !== null) return null;
      kernel = operation;
    } else if (operation.direction !== (kernel === null ? 'HtoD' : 'DtoH')) return null;
  }
  return kernel;
}

/** Grids are cut along their slowest axis that has more than one block, so that pieces are contiguous. */
function splitAxis(grid: Dim3): 0 | 1 | 2 {
  if (grid[2] > 1) return 2;
  return grid[1] > 1 ? 1 : 0;
}

/**
 * The operations of each piece: shares of the grid in whole rows, and of the bytes in proportion. Times of
 * the parts of a kernel follow from the block model.
 */
export function splitJob(
  job: Job,
  pieces: number,
  models: MokaModels,
): readonly (readonly DeviceOperation[])[] {
  const operations = job.operations.map(({ operation }) => operation);
  const kernel = onlyKernel(job);
  if (pieces === 1 || kernel === null) return [operations];
  const axis = splitAxis(kernel.grid);
  const extent = kernel.grid[axis];
  const cuts = Array.from({ length: pieces + 1 }, (_, at) => Math.round((extent * at) / pieces));
  return cuts.slice(1).map((to, piece) => {
    const from = cuts[piece]!;
    return operations.map((operation) => pieceOf(operation, from / extent, to / extent, axis, models));
  });
}

function pieceOf(
  operation: DeviceOperation,
  from: number,
  to: number,
  axis: 0 | 1 | 2,
  models: MokaModels,
): DeviceOperation {
  if (operation.kind !== 'kernel')
    return { ...operation, bytes: Math.round(operation.bytes * to) - Math.round(operation.bytes * from) };
  const grid: [number, number, number] = [...operation.grid];
  grid[axis] = Math.round(operation.grid[axis] * (to - from));
  const piece = { ...operation, grid };
  const shape = new BlockShapes(models.gpu).of(operation);
  const soloNs = requireSoloNs(models.knowledge, operation);
  return { ...piece, soloNs: models.blocks.scaledNs(operation, soloNs, gridBlocks(piece), shape) };
}
