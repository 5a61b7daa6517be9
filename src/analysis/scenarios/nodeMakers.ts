import path from 'node:path';
import { createCudaParser, type CudaParser } from '../../cuda/syntax/parser';
import { openByteSource } from '../../files/byteSource';
import { slashes } from '../../files/paths';
import { readSourceTexts } from '../lowering/sourceTexts';
import { readParserFiles } from '../nodeFiles';
import { readOrRefuse } from '../readOrRefuse';
import { programsFromProfiles } from './profileProgram';
import type { ProgramMakers } from './resolve';
import { programsFromSources } from './sourceProgram';

/**
 * Makers that read the files a scenario names, relative to its own folder.
 * @param assets the folder with the parser's wasm files
 */
export function nodeProgramMakers(folder: string, assets: string): ProgramMakers {
  let parser: Promise<CudaParser> | null = null;
  const readTexts = async (source: string) => {
    const file = path.resolve(folder, source);
    return { path: slashes(file), ...(await readSourceTexts([file])) };
  };
  return {
    source: programsFromSources(readTexts, () => (parser ??= readParserFiles(assets).then(createCudaParser))),
    profile: programsFromProfiles((file) =>
      readOrRefuse(file, () => openByteSource(path.resolve(folder, file))),
    ),
  };
}
