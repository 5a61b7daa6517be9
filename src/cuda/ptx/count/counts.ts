import { emptyCounts, INSTRUCTION_CLASSES, type ClassCounts } from '../../../kernel/instructionClasses';
import { volume } from '../../../kernel/symbolic';
import type { PtxFunction, PtxInstruction, PtxKernel, PtxModule } from '../module';
import { PtxDataDependent } from '../run/dataDependent';
import { Machine, type PtxArgument, type PtxLaunch } from '../run/machine';
import { ALLOCATION_DISTANCE, GlobalMemory } from '../run/memory';
import { PtxFault } from '../run/storage';
import { saidOf } from '../../../kernel/result';
import type { Words } from '../../../kernel/message';
import { foldPtx } from './folding';
import type { Cost } from './machineCosts';

/** Threads that stand for all, and instructions after which fewer have to do. */
const [THREADS, STEPS] = [2048, 8_000_000];
/** More threads than that where they run few instructions: so many in all. */
const CHEAP_STEPS = 250_000;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Instructions of one thread beyond which a kernel is taken to be caught in a loop. */
const LONGEST = 20_000_000;

/** Pointers without a buffer lead behind all allocations. */
const FIRST_PLACE = 512;

export type PtxCounts =
  | { readonly kind: 'counted'; readonly counts: ClassCounts; readonly threads: number }
  | { readonly kind: 'left'; readonly reason: Words };

/**
 * Mean machine instructions of a thread by class, over threads spread evenly over the launch, of which only the
 * arguments are known: what memory holds is unknown, and a kernel whose control flow depends on it is left out.
 */
export function countPtx(module: PtxModule, kernel: PtxKernel, launch: PtxLaunch): PtxCounts {
  // What ptxas makes of fragments, PTX does not tell.
  if (kernel.instructions.some(({ opcode }) => opcode[0] === 'wmma'))
    return { kind: 'left', reason: 'matrix fragments' };
  const { predicated } = foldPtx(kernel);
  const all = volume(launch.grid) * volume(launch.block);
  const wanted = Math.min(all, THREADS);
  // Where not all are run, those that are lie all over the launch.
  const step = coprimeNear(all * GOLDEN, all);
  let threads = 0;
  try {
    const machine = new Machine({
      module,
      kernel,
      launch: { ...launch, arguments: withPlaces(kernel, launch.arguments) },
      memory: new GlobalMemory(),
      tracks: true,
      predicated,
      limit: LONGEST,
    });
    const goesOn = (): boolean =>
      threads < wanted ? machine.executed < STEPS : threads < all && machine.executed < CHEAP_STEPS;
    for (; goesOn(); threads++) {
      const place =
        all <= THREADS ? (threads * step) % all : Math.floor((((threads + 0.5) * GOLDEN) % 1) * all);
      machine.runThread(Math.floor(place / volume(launch.block)), place % volume(launch.block));
    }
    return { kind: 'counted', counts: classCounts(machine, threads), threads };
  } catch (error) {
    if (error instanceof PtxDataDependent) return { kind: 'left', reason: error.message };
    if (error instanceof PtxFault) return { kind: 'left', reason: saidOf(error) };
    throw error;
  }
}

/** A whole number near another that has no factor in common with `all`. */
function coprimeNear(number: number, all: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let found = Math.max(1, Math.round(number));
  while (divisor(found, all) !== 1) found++;
  return found;
}

/** Pointers lead to places of their own, so that sums and comparisons of addresses come out. */
function withPlaces({ parameters }: PtxKernel, given: readonly PtxArgument[]): PtxArgument[] {
  return parameters.map(
    ({ bytes }, place) => given[place] ?? (bytes === 8 ? (FIRST_PLACE + place) * ALLOCATION_DISTANCE : null),
  );
}

/** Machine instructions of a thread by class of what a machine has run. */
export function classCounts(machine: Pick<Machine, 'visited'>, threads: number): ClassCounts {
  const costs = new Map<PtxFunction, ReadonlyMap<PtxInstruction, Cost>>();
  const costsOf = (owner: PtxFunction): ReadonlyMap<PtxInstruction, Cost> => {
    let known = costs.get(owner);
    if (known === undefined) {
      const folded = foldPtx(owner).costs;
      costs.set(owner, (known = new Map(owner.instructions.map((one, place) => [one, folded[place]!]))));
    }
    return known;
  };
  const counts = emptyCounts();
  for (const { owner, instruction, visits } of machine.visited()) {
    const cost = visits === 0 ? undefined : costsOf(owner).get(instruction);
    if (cost === undefined) continue;
    for (const name of INSTRUCTION_CLASSES) counts[name] += ((cost[name] ?? 0) * visits) / threads;
  }
  return counts;
}
