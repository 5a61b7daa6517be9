import { message } from '../../kernel/message';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import type { WorkspaceFits } from '../fitting/workspaceFits';
import type { KernelFacts } from '../stages/kernelFacts';
import type { AnalysisSettings } from '../workspaceState';
import { prepareKernel } from './preparation';
import { untoldOf } from './untold';

/**
 * Kernels of a workspace as applications that share a GPU, each relaunched for ever. Names that occur twice
 * get a number.
 *
 * @throws InputError that says which kernel cannot be simulated, and why.
 */
export function workspaceScenario(
  cuda: CudaWorkspace,
  fits: WorkspaceFits,
  facts: readonly KernelFacts[],
  gpu: GpuSpec,
  settings: AnalysisSettings,
  kernelIds: readonly string[],
): Scenario {
  const names = new Map<string, number>();
  const apps = kernelIds.map((id) => {
    const fact = facts.find(({ kernel }) => kernel.id === id);
    if (fact === undefined) throw new InputError(message('analysis.noKernel', { id }));
    const fit = fits.of(fact, gpu, settings);
    const prepared = prepareKernel(fact, { cuda, gpu, settings, fitted: fit?.numbers });
    if (prepared.kind === 'refused')
      throw new InputError(message('kernel.of', { name: fact.kernel.name, what: prepared.reason }));
    const untold = untoldOf(prepared);
    if (untold !== null) throw new InputError(message('kernel.of', { name: fact.kernel.name, what: untold }));
    const count = (names.get(fact.kernel.name) ?? 0) + 1;
    names.set(fact.kernel.name, count);
    const name = count === 1 ? fact.kernel.name : `${fact.kernel.name} ${count}`;
    return { ...prepared.app, name, repeat: 'always' as const };
  });
  return { gpu: gpu.id, apps, seed: 1 };
}
