import path from 'node:path';
import { lowerRequested, type LoweredKernel } from '../../../src/analysis/lowering/lowerRequest';
import { readSuite, resolvePath, type SuiteWorkload } from '../../suite/suite';
import { readSuiteTexts } from '../../suite/suiteFiles';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { suiteWorkspace } from '../../suite/suiteWorkspace';
import type { CudaWorkspace } from '../../../src/cuda/workspace';

/** Workloads by their place: rules are found with the even ones, the odd ones are looked at afterwards. */
export type SuiteHalf = 'even' | 'odd' | 'all';

/** One kernel of the workload suite, lowered for the first launch that names it. */
export interface SuiteKernel {
  /** `gaussian eliminate`, with template arguments. */
  readonly name: string;
  /** As the workload names it, without spaces. */
  readonly kernel: string;
  /** Path of its source from the root of the workloads. */
  readonly file: string;
  readonly lowered: LoweredKernel;
  /** Values of the arguments in order: as the lowering takes them; null where it has none. */
  readonly values: readonly (number | null)[];
}

/** The folder of the workloads. */
export function workloadsRoot(): string {
  return path.join(process.env['CORUN_ROOT'] ?? process.cwd(), 'workloads');
}

/** The workloads of the suite, and their sources. */
export interface OpenedSuite {
  readonly workloads: readonly SuiteWorkload[];
  readonly workspace: CudaWorkspace;
}

export async function openSuite(parser: CudaParser): Promise<OpenedSuite> {
  const texts = await readSuiteTexts(workloadsRoot());
  return { workloads: readSuite(texts).workloads, workspace: suiteWorkspace(texts, { parser }) };
}

/** Every kernel of the suite once. */
export function suiteKernels({ workloads, workspace }: OpenedSuite, half: SuiteHalf): SuiteKernel[] {
  const found = new Map<string, SuiteKernel>();
  const chosen = workloads.filter((_, place) => half === 'all' || place % 2 === (half === 'odd' ? 1 : 0));
  for (const { workload, folder } of chosen)
    for (const { source, kernel: written, launch, arguments: given = {} } of workload.kernels) {
      const kernel = written?.replace(/\s/g, '');
      const name = `${workload.name} ${kernel}`;
      if (source === undefined || kernel === undefined || found.has(name)) continue;
      const file = resolvePath(folder, source);
      const lowered = lowerRequested(workspace, { path: file, kernel, launch, arguments: given });
      const values = argumentValues(workspace, kernel, lowered);
      found.set(name, { name, kernel, file, lowered, values });
    }
  return [...found.values()];
}

function argumentValues(
  workspace: CudaWorkspace,
  kernel: string,
  { values, program }: LoweredKernel,
): (number | null)[] {
  const { kernels } = workspace.index();
  const definition = kernels.find(({ name }) => name === program.name && kernel.includes(name));
  return (definition?.parameters ?? []).map(({ name }) => values[name] ?? null);
}
