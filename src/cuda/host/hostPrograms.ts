import type { CudaWorkspace } from '../workspace';
import type { HostProgram } from './hostCall';
import { GpuUse } from './gpuUse';
import { HostCallers } from './hostCallers';
import { HostReader } from './hostReader';

/**
 * The programs of a file: `main`, and every other host function that uses the GPU, by itself or by what it calls, and
 * that no host function of the workspace calls. Programs without a kernel or copy are left out, where all their code was
 * followed.
 *
 * @param given numbers for names that the code leaves open
 */
export function hostPrograms(
  workspace: CudaWorkspace,
  path: string,
  given: ReadonlyMap<string, number> = new Map(),
): HostProgram[] {
  const units = workspace.functions(path).filter((unit) => unit.kind === 'host' && unit.inactive === null);
  const [use, callers] = [new GpuUse(workspace), new HostCallers(workspace, units)];
  return units
    .filter((unit) => unit.name === 'main' || (use.of(unit) && !callers.isCalled(unit)))
    .map((unit) => new HostReader(workspace, { given }).read(unit))
    .filter(
      ({ calls, unread }) =>
        unread.length > 0 || calls.some(({ kind }) => kind === 'kernel' || kind === 'copy'),
    );
}
