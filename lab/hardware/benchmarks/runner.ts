import { parseKernelProgram, type Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';

/** A kernel of a benchmark: what it does and how it is launched. */
export interface Benchmark {
  readonly registersPerThread: number;
  /** Element size in bytes and number of elements of each array. */
  readonly arrays: Readonly<
    Record<string, { readonly elementBytes: number; readonly elements: number; readonly space?: 'constant' }>
  >;
  readonly body: readonly Statement[];
  readonly grid: number;
  readonly block: number;
  readonly sharedBytes?: number;
}

/** The GPU at the clock at which it was measured, in MHz; DRAM keeps its own. */
export function atClock(gpu: string, clockMHz: number): LoadedSpec {
  const loaded = loadSpec(gpu);
  return { ...loaded, spec: { ...loaded.spec, coreClockMHz: clockMHz } };
}

/** Core cycles from the first placed block to the end of a benchmark. */
export function cyclesOf(loaded: LoadedSpec, benchmark: Benchmark): number {
  const { grid, block, sharedBytes, ...rest } = benchmark;
  const program = parseKernelProgram({ name: 'benchmark', ...rest });
  const launch = { grid, block, ...(sharedBytes === undefined ? {} : { sharedBytes }) };
  const scenario = parseScenario({ gpu: loaded.spec.id, apps: [{ name: 'benchmark', program, launch }] });
  const run = createRun(scenario, loaded);
  run.run();
  return run.cycles - loaded.spec.launch.kernelCycles;
}

/** GB/s of `bytes` in `cycles` of a clock in MHz. */
export const rate = (bytes: number, cycles: number, clockMHz: number): number =>
  ((bytes / cycles) * clockMHz) / 1000;
