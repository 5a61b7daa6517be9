import { message } from '../../src/kernel/message';
import { sequenceOf } from '../../src/kernel/operations';
import type { KernelProgram } from '../../src/kernel/program';
import { InputError } from '../../src/kernel/result';
import type { ScenarioApp, ScenarioKernel } from '../../src/kernel/scenario';
import type { WorkloadVariant } from '../../src/kernel/workload';
import { withCommonArrays } from '../../src/analysis/scenarios/sharedArrays';
import { resolvePath, type SuiteWorkload } from './suite';

/** A kernel of a source file at one launch, to be made a program. */
export interface LowerRequest {
  /** Path of the source, in the form of the suite's paths. */
  readonly path: string;
  readonly kernel: string;
  readonly launch: NonNullable<ScenarioKernel['launch']>;
  readonly arguments: Readonly<Record<string, number>>;
}

/**
 * Makes a program of a kernel, with the defaults of its parameters set to what was asked for.
 * @throws InputError that says why there is no program.
 */
export type LowerKernel = (request: LowerRequest) => KernelProgram;

/**
 * One run of a workload with its copies and gaps as an application of a scenario; null where it does not tell them.
 * @throws InputError as `applicationOf` does.
 */
export function wholeApplicationOf(entry: SuiteWorkload, lower: LowerKernel): ScenarioApp | null {
  const { operations } = entry.workload;
  if (operations === undefined) return null;
  const { kernels, copies, gaps } = sequenceOf(operations, entry.workload.kernels);
  const launched = applicationOf({ ...entry, workload: { ...entry.workload, kernels } }, lower);
  return { ...launched, copies, gaps };
}

/**
 * One round of a workload as an application of a scenario, every kernel with its program.
 * @param variant one of `variantsOf(workload)`; its values replace the arguments of every kernel.
 * @throws InputError that names the workload's launch and says why it has no program.
 */
export function applicationOf(
  { workload, folder }: SuiteWorkload,
  lower: LowerKernel,
  variant?: WorkloadVariant,
): ScenarioApp {
  const kernels = workload.kernels.map((kernel, i) => {
    try {
      return withProgram(kernel, folder, lower, variant?.arguments ?? {});
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(
        message('kernel.at', { place: `${workload.name}, kernels[${i}]`, what: error.said }),
        error.code,
      );
    }
  });
  return { name: workload.name, kernels: withCommonArrays(kernels) };
}

function withProgram(
  kernel: ScenarioKernel,
  folder: string,
  lower: LowerKernel,
  values: Readonly<Record<string, number>>,
): ScenarioKernel {
  const { program, source, kernel: name, launch } = kernel;
  const given = { ...kernel.arguments, ...values };
  if (program !== undefined) return { ...kernel, arguments: given };
  if (source === undefined || name === undefined || launch === undefined)
    throw new InputError('needs source, kernel and launch');
  const path = resolvePath(folder, source);
  return {
    name: kernel.name ?? name,
    program: lower({ path, kernel: name, launch, arguments: given }),
    launch,
  };
}
