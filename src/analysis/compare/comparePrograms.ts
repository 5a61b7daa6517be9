import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { applicationKey } from '../protocol';
import type { ProgramsCompareResult } from '../results/compareResult';
import type { ApplicationResult } from '../results/timelineResult';
import { compareOn, GpuModes, type CompareTools } from './gpuModes';
import { ProgramsOnGpu } from './programsOnGpu';

/**
 * Programs in every way of having a GPU, on each of several GPUs: what is known at once first, then with whatever
 * is simulated of their kernels.
 *
 * @param keys by `applicationKey`
 * @throws InputError naming a program that is not there, or of which a size, a launch or a kernel is not known
 */
export async function comparePrograms(
  keys: readonly string[],
  gpus: readonly string[],
  tools: CompareTools<ProgramsCompareResult>,
): Promise<ProgramsCompareResult> {
  const views = gpus.map((gpu) => new ProgramsOnGpu(gpu, keys, new GpuModes(gpu, tools)));
  const result = (): ProgramsCompareResult => ({
    programs: views[0]!.programs(),
    gpus: views.map((view) => view.result()),
  });
  return compareOn(views, result, tools);
}

/**
 * The program of that key, name or file.
 * @throws InputError where there is none, or several
 */
export function programNamed(name: string, applications: readonly ApplicationResult[]): string {
  const found = applications.filter((one) => [applicationKey(one), one.name, one.path].includes(name));
  if (found.length === 1) return applicationKey(found[0]!);
  const known = applications.map((one) => one.name);
  throw new InputError(
    found.length === 0
      ? message('compare.noProgram', { name, known })
      : message('compare.severalPrograms', { name, keys: found.map(applicationKey) }),
  );
}
