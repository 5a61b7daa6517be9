import { emptyCounts, INSTRUCTION_CLASSES, type ClassCounts } from '../../../kernel/instructionClasses';
import { coordinates, volume, type Dim3 } from '../../../kernel/symbolic';
import type { PtxValue } from '../arithmetic';
import { DataDependent, PtxProgram } from '../execute';
import { foldPtx } from './folding';
import type { PtxKernel } from '../module';

/** Threads that stand for all, and steps after which fewer have to do. */
const [THREADS, STEPS] = [2048, 8_000_000];
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Bytes between the places that pointer arguments are taken to have. */
const ARGUMENT_DISTANCE = 2 ** 40;

export interface PtxLaunch {
  readonly grid: Dim3;
  readonly block: Dim3;
  /** Values of the arguments in order; null where the lowering has none either. */
  readonly values: readonly (number | null)[];
}

export type PtxCounts =
  | { readonly kind: 'counted'; readonly counts: ClassCounts; readonly threads: number }
  | { readonly kind: 'left'; readonly reason: string };

/** Mean machine instructions of a thread by class, over threads spread evenly over the launch. */
export function countPtx(kernel: PtxKernel, launch: PtxLaunch): PtxCounts {
  // What ptxas makes of fragments, PTX does not tell.
  if (kernel.instructions.some(({ opcode }) => opcode[0] === 'wmma'))
    return { kind: 'left', reason: 'matrix fragments' };
  const { costs, predicated } = foldPtx(kernel);
  const program = new PtxProgram(kernel, predicated);
  const visits = new Float64Array(kernel.instructions.length);
  const all = volume(launch.grid) * volume(launch.block);
  const wanted = Math.min(all, THREADS);
  const parameters = argumentValues(kernel, launch.values);
  let [threads, steps] = [0, 0];
  try {
    for (; threads < wanted && steps < STEPS; threads++) {
      const place = all <= THREADS ? threads : Math.floor((((threads + 0.5) * GOLDEN) % 1) * all);
      const context = {
        thread: coordinates(place % volume(launch.block), launch.block),
        block: coordinates(Math.floor(place / volume(launch.block)), launch.grid),
        blockDim: launch.block,
        gridDim: launch.grid,
        parameters,
      };
      steps += program.run(context, visits);
    }
  } catch (error) {
    if (!(error instanceof DataDependent)) throw error;
    return { kind: 'left', reason: error.message };
  }
  const counts = emptyCounts();
  costs.forEach((cost, place) => {
    for (const name of INSTRUCTION_CLASSES) counts[name] += ((cost[name] ?? 0) * visits[place]!) / threads;
  });
  return { kind: 'counted', counts, threads };
}

/** Pointers lead to places of their own, so that sums and comparisons of addresses come out. */
function argumentValues({ parameters }: PtxKernel, values: readonly (number | null)[]): PtxValue[] {
  return parameters.map(({ bytes }, place) => {
    const given = values[place] ?? null;
    if (given !== null) return given;
    return bytes === 8 ? (place + 1) * ARGUMENT_DISTANCE : null;
  });
}
