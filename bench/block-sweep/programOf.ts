import { readSuiteTexts } from '../../src/analysis/workloads/suiteFiles';
import { lowererOf } from '../../src/analysis/workloads/lowerWith';
import type { CudaParser } from '../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../src/cuda/workspace';
import type { ProgramOf } from './sweeps';

/** Lowers kernels of the sources below a folder of workloads. */
export async function programsBelow(folder: string, parser: CudaParser): Promise<ProgramOf> {
  const workspace = new CudaWorkspace({ parser });
  for (const [path, text] of await readSuiteTexts(folder))
    if (!path.endsWith('.json')) workspace.setFile(path, text);
  const lower = lowererOf(workspace);
  return (source, { kernel, grid, block, arguments: values }) =>
    lower({ path: source, kernel, launch: { grid: [...grid], block: [...block] }, arguments: values });
}
