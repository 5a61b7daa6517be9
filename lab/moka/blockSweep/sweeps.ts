import type { KernelProgram } from '../../../src/kernel/program';
import { requireGpu } from '../../../src/gpu/findGpu';
import { readGtx950Sweeps } from '../reproduction/sweeps';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { SWEEP_CASES, type SweepCase, type SweepLaunch } from './cases';
import { compareSweep, type SweepComparison, type SweptTime } from './compare';
import { TimedLaunch, type SimulatedTime } from './simulatedTime';

export const SWEEP_GPU = 'gtx-950';

/** Makes the program of a launch of a source below `workloads`. */
export type ProgramOf = (source: string, launch: SweepLaunch) => KernelProgram;

export interface SweepOptions {
  /** Launches with more warp instructions than this are sampled. */
  readonly instructions: number;
  readonly seed: number;
  /** Names of the measured kernels to look at; all where left out. */
  readonly kernels?: readonly string[];
  /** Block sizes to look at; all measured ones where left out. */
  readonly threads?: readonly number[];
  readonly onPoint?: (point: SweptPoint, kernel: string) => void;
}

export interface SweptPoint extends SweptTime {
  readonly simulated: SimulatedTime;
  /** As the lowering estimates them, and as the row has them. */
  readonly registers: number;
  readonly measuredRegisters: number;
}

export interface SweptKernel {
  readonly of: SweepCase;
  readonly points: readonly SweptPoint[];
  readonly comparison: SweepComparison;
}

/** Simulates the sweeps of the measured file on the GPU they were measured on. */
export function simulateSweeps(
  measured: string,
  programOf: ProgramOf,
  options: SweepOptions,
): readonly SweptKernel[] {
  const sweeps = readGtx950Sweeps(measured, requireGpu(SWEEP_GPU));
  return SWEEP_CASES.filter((of) => options.kernels?.includes(of.measured) ?? true).map((of) => {
    const sweep = sweeps.find(({ kernel }) => kernel === of.measured);
    if (sweep === undefined) throw new Error(`the file has no rows of ${of.measured}`);
    const rows = sweep.points.filter((row) => options.threads?.includes(row.threadsPerBlock) ?? true);
    const points = rows.map((row): SweptPoint => {
      const launch = of.launch(row.threadsPerBlock);
      const program = programOf(of.source, launch);
      const timed = new TimedLaunch(program, launch, loadSpec(SWEEP_GPU), options.seed);
      const simulated = timed.within(options.instructions);
      const point = {
        threads: row.threadsPerBlock,
        measuredMs: row.ns / 1e6,
        simulatedMs: simulated.milliseconds,
        simulated,
        registers: program.registersPerThread,
        measuredRegisters: row.facts.resources.registersPerThread,
      };
      options.onPoint?.(point, of.measured);
      return point;
    });
    return { of, points, comparison: compareSweep(points) };
  });
}

/** A launch that is short enough to be simulated both ways. */
export interface SamplingCheck {
  readonly kernel: string;
  readonly threads: number;
  readonly full: SimulatedTime;
  readonly sampled: SimulatedTime;
}

const CHECKED_THREADS = 128;

/** What sampling gives for the launches that need none: the measure of its error for those that do. */
export function checkSampling(programOf: ProgramOf, options: SweepOptions): readonly SamplingCheck[] {
  return SWEEP_CASES.flatMap((of): SamplingCheck[] => {
    const launch = of.launch(CHECKED_THREADS);
    const chosen = options.kernels?.includes(of.measured) ?? true;
    if (!chosen || launch.grid.length > 1) return [];
    const timed = new TimedLaunch(programOf(of.source, launch), launch, loadSpec(SWEEP_GPU), options.seed);
    if (timed.instructions() > options.instructions) return [];
    const sampled = timed.sampled();
    if (sampled.simulatedBlocks === sampled.blocks) return [];
    return [{ kernel: of.measured, threads: CHECKED_THREADS, full: timed.full(), sampled }];
  });
}
