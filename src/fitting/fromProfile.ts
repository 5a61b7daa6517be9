import type { GpuSpec } from '../kernel/gpuSpec';
import type { KernelProfile } from '../kernel/profile';
import type { KernelProgram } from '../kernel/program';
import { loadSpec } from '../simulator/spec/loadSpec';
import { accessCountsOf } from './accessCounts';
import { assembleProgram, type KernelCounts } from './assemble';
import type { FitAssumption, FitInput } from './assumption';
import { CounterReader } from './counterReader';
import { instructionCountsOf } from './instructionCounts';
import type { ProgramLaunch } from '../kernel/totals/programLaunch';
import { launchShapeOf, type LaunchHint } from './launchShape';
import { firstParameters, type FitParameters } from './parameters';

/** A synthetic program with the counters of a profile. */
export interface FittedProgram {
  readonly program: KernelProgram;
  readonly launch: ProgramLaunch;
  readonly assumptions: readonly FitAssumption[];
  /** The counters that the program was made from. */
  readonly inputs: readonly FitInput[];
  /** Values of the parameters that counters leave open. */
  readonly parameters: FitParameters;
  /** Counts read from the profile; with other parameters they give another program. */
  readonly counts: KernelCounts;
}

/**
 * A program without source: counts and traffic of the profile, in a loop of loads, work on shared memory,
 * arithmetic and stores. Nothing is simulated and the duration is not looked at.
 *
 * @param hint what is known of the launch beside the profile
 * @throws InputError naming file, line and metric for counters that cannot be, and for profiles that tell too little
 */
export function programFromProfile(
  profile: KernelProfile,
  gpu: GpuSpec,
  hint: LaunchHint = {},
): FittedProgram {
  const reader = new CounterReader(profile);
  const { spec } = loadSpec(gpu.id);
  const shape = launchShapeOf(reader, gpu, hint);
  const instructions = instructionCountsOf(reader, shape);
  const accesses = accessCountsOf(reader, shape, spec, instructions);
  const counts = { name: profile.name, shape, instructions, accesses };
  const parameters = firstParameters(accesses, spec, shape.warps);
  return {
    program: assembleProgram(counts, parameters, spec),
    launch: shape.launch,
    assumptions: reader.assumptions,
    inputs: reader.inputs,
    parameters,
    counts,
  };
}

/** The program of the same counters under other parameters. */
export function withParameters(
  fitted: FittedProgram,
  gpu: GpuSpec,
  parameters: FitParameters,
): FittedProgram {
  return {
    ...fitted,
    parameters,
    program: assembleProgram(fitted.counts, parameters, loadSpec(gpu.id).spec),
  };
}
