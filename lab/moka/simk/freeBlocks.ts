import { lowererOf } from '../../suite/lowerWith';
import { resolvePath, type SuiteWorkload } from '../../suite/suite';
import type { CudaWorkspace } from '../../../src/cuda/workspace';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import type { KernelProgram } from '../../../src/kernel/program';
import { InputError } from '../../../src/kernel/result';
import { extentOf } from '../../../src/kernel/scenario';
import { volume, type Dim3 } from '../../../src/kernel/symbolic';

/** Threads per block that are tried. */
const SIZES = [32, 64, 128, 256, 512, 1024];
/** Instructions of a launch at another block size may differ by so much: the last block is cut otherwise. */
const SAME_WORK = 0.03;

/** A kernel of a source at one launch. */
export interface KernelLaunch {
  readonly path: string;
  readonly kernel: string;
  readonly application: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly arguments: Readonly<Record<string, number>>;
}

/** The same work at one block size. */
export interface SizedLaunch {
  readonly threads: number;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly program: KernelProgram;
}

/** The launches of the suite's workloads, each kernel once. */
export function suiteLaunches(workloads: readonly SuiteWorkload[]): KernelLaunch[] {
  const launches = workloads.flatMap(({ workload, folder }) =>
    workload.kernels.flatMap(({ source, kernel, launch, arguments: values = {} }): KernelLaunch[] =>
      source === undefined || kernel === undefined || launch === undefined
        ? []
        : [
            {
              path: resolvePath(folder, source),
              kernel,
              application: workload.name,
              grid: extentOf(launch.grid),
              block: extentOf(launch.block),
              arguments: values,
            },
          ],
    ),
  );
  return [
    ...new Map(launches.toReversed().map((launch) => [`${launch.path} ${launch.kernel}`, launch])).values(),
  ].reverse();
}

/**
 * A kernel at every block size that leaves its work as it is: without shared memory, whose use is written for a
 * block size, and with as many instructions in all when the grid covers the same threads.
 *
 * @returns nothing where the kernel cannot be lowered, or its block is not free
 */
export function freeSizes(workspace: CudaWorkspace, launch: KernelLaunch): SizedLaunch[] {
  const own = sized(workspace, launch, volume(launch.block));
  if (own === null || Object.values(own.program.arrays ?? {}).some(({ space }) => space === 'shared'))
    return [];
  const work = threadInstructions(own);
  const others = SIZES.filter((threads) => threads !== own.threads).flatMap((threads) => {
    const other = sized(workspace, launch, threads);
    return other !== null && Math.abs(threadInstructions(other) / work - 1) <= SAME_WORK ? [other] : [];
  });
  return [own, ...others].sort((a, b) => a.threads - b.threads);
}

/** Null where the lowering refuses the launch. */
function sized(workspace: CudaWorkspace, launch: KernelLaunch, threads: number): SizedLaunch | null {
  const { path, kernel, arguments: values } = launch;
  const block = threads === volume(launch.block) ? launch.block : shaped(launch.block, threads);
  const grid = extentOf(
    launch.grid.map((extent, axis) => Math.ceil((extent * launch.block[axis]!) / block[axis]!)),
  );
  try {
    const program = lowererOf(workspace)({
      path,
      kernel,
      launch: { grid: [...grid], block: [...block] },
      arguments: values,
    });
    return { threads, grid, block, program };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** Blocks that extend in x alone stay so; others become squares, or twice as wide as high. */
function shaped(block: Dim3, threads: number): Dim3 {
  if (block[1] === 1) return [threads, 1, 1];
  const wide = 2 ** Math.ceil(Math.log2(threads) / 2);
  return [wide, threads / wide, 1];
}

function threadInstructions({ program, grid, block }: SizedLaunch): number {
  const { threads } = programTotals(program, { grid, block, sharedBytes: 0 });
  return Object.values(threads).reduce((sum, count) => sum + count, 0);
}
