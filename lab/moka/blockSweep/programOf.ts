import { readSuiteTexts } from '../../suite/suiteFiles';
import { lowererOf } from '../../suite/lowerWith';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { suiteWorkspace } from '../../suite/suiteWorkspace';
import type { ProgramOf } from './sweeps';

/** Lowers kernels of the sources below a folder of workloads. */
export async function programsBelow(folder: string, parser: CudaParser): Promise<ProgramOf> {
  const lower = lowererOf(suiteWorkspace(await readSuiteTexts(folder), { parser }));
  return (source, { kernel, grid, block, arguments: values }) =>
    lower({ path: source, kernel, launch: { grid: [...grid], block: [...block] }, arguments: values });
}
