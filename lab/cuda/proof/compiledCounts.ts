import type { PtxModule } from '../../../src/cuda/ptx/module';
import { classCounts } from '../../../src/cuda/ptx/count/counts';
import { GlobalMemory } from '../../../src/cuda/ptx/run/memory';
import { runPtx } from '../../../src/cuda/ptx/run/runPtx';
import { asProgramClasses, type Counts } from '../lowering/classErrors';
import { issued } from './dataPredicates';
import {
  GENERATED_BLOCK,
  GENERATED_ELEMENTS,
  GENERATED_GRID,
  generatedData,
  type GeneratedKernel,
} from './generate';

/** Accesses of a thread to one array. */
export interface ArrayAccesses {
  readonly load: number;
  readonly store: number;
  readonly atomic: number;
}

/** Mean counts of a thread: instructions by class, accesses by array. */
export interface KernelCounts {
  readonly classes: Counts;
  readonly arrays: Readonly<Record<string, ArrayAccesses>>;
}

/** What a compiled kernel executes, on seeded data, in all threads of its launch. */
export function compiledCounts(module: PtxModule, { name, n }: GeneratedKernel, seed: number): KernelCounts {
  const memory = new GlobalMemory();
  const { floats, integers } = generatedData(seed);
  const buffers = [
    memory.allocate('a', floats),
    memory.allocate('d', integers),
    memory.allocate('out', 4 * GENERATED_ELEMENTS),
    memory.allocate('count', 4 * GENERATED_ELEMENTS),
  ];
  const launch = {
    grid: [GENERATED_GRID, 1, 1] as const,
    block: [GENERATED_BLOCK, 1, 1] as const,
    sharedBytes: 0,
    arguments: [...buffers.map(({ address }) => address), n],
  };
  const machine = runPtx(module, module.functions.get(name)!, launch, memory);
  const threads = GENERATED_GRID * GENERATED_BLOCK;
  return {
    classes: rounded(asProgramClasses(classCounts(issued(machine), threads))),
    arrays: Object.fromEntries(
      buffers.map(({ name: array, accesses: { load, store, atomic } }) => [
        array,
        { load: load / threads, store: store / threads, atomic: atomic / threads },
      ]),
    ),
  };
}

function rounded(counts: Counts): Counts {
  const entries = Object.entries(counts).filter(([, count]) => count > 0);
  return Object.fromEntries(entries.map(([name, count]) => [name, Number(count.toPrecision(6))]));
}
