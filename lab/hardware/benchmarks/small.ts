import { parseKernelProgram } from '../../../src/kernel/program';
import { parseScenario, type ScenarioKernel } from '../../../src/kernel/scenario';
import { createRun } from '../../../src/simulator/simulate';
import { atClock, rate } from './runner';
import { scaleBody } from './stream';

/** Launches from A to B and back, and how many of these count: the arrays are in the L2 cache then, as far as they fit. */
const WARM = 1;
const COUNTED = 2;
/** A run with limits ends when all repetitions have. */
const MOST_CYCLES = 1e8;

/**
 * Bandwidth in GB/s of gpu-small-kernels: `elements` doubles are scaled from one array to another and back by blocks of
 * `block` threads, launched one after the other without a pause, what a launch costs included.
 */
export function smallKernels(gpu: string, clockMHz: number, block: number, elements: number): number {
  const loaded = atClock(gpu, clockMHz);
  const grid = Math.ceil(elements / block);
  const array = { elementBytes: 8, elements: grid * block };
  const arrays = { A: array, B: array };
  const kernel = (name: string, from: string, to: string): ScenarioKernel => ({
    name,
    program: parseKernelProgram({ name, registersPerThread: 16, arrays, body: scaleBody(from, to) }),
    launch: { grid, block },
  });
  const cycles = (repeat: number): number => {
    const apps = [{ name: 'small', kernels: [kernel('there', 'B', 'A'), kernel('back', 'A', 'B')], repeat }];
    const run = createRun(
      parseScenario({ gpu: loaded.spec.id, apps, limits: { cycles: MOST_CYCLES } }),
      loaded,
    );
    run.run();
    return run.cycles;
  };
  return rate(COUNTED * 2 * 16 * elements, cycles(WARM + COUNTED) - cycles(WARM), clockMHz);
}
