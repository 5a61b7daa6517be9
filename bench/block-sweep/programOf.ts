import { readSuiteTexts } from '../../src/analysis/workloads/suiteFiles';
import { lowererOf } from '../../src/analysis/workloads/lowerWith';
import type { CudaParser } from '../../src/cuda/syntax/parser';
import { suiteWorkspace } from '../../src/analysis/workloads/suiteWorkspace';
import type { ProgramOf } from './sweeps';

/** Lowers kernels of the sources below a folder of workloads. */
export async function programsBelow(folder: string, parser: CudaParser): Promise<ProgramOf> {
  const lower = lowererOf(suiteWorkspace(await readSuiteTexts(folder), { parser }));
  return (source, { kernel, grid, block, arguments: values }) =>
    lower({ path: source, kernel, launch: { grid: [...grid], block: [...block] }, arguments: values });
}
