import { openProfile, readParserFiles } from './nodeFiles';
import { AnalysisSession } from './session';

/**
 * A session that reads files from disk; `assets` is the folder with the parser's wasm files.
 *
 * @param mostKernelsRead of how many kernels what was read is kept; of all when left out
 */
export async function createNodeSession(assets: string, mostKernelsRead?: number): Promise<AnalysisSession> {
  return AnalysisSession.create({ parser: await readParserFiles(assets), openProfile, mostKernelsRead });
}
