import { openProfile, readParserFiles } from './nodeFiles';
import { AnalysisSession } from './session';

/** A session that reads files from disk; `assets` is the folder with the parser's wasm files. */
export async function createNodeSession(assets: string): Promise<AnalysisSession> {
  return AnalysisSession.create({ parser: await readParserFiles(assets), openProfile });
}
