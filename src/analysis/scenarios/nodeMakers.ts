import path from 'node:path';
import { createCudaParser, type CudaParser } from '../../cuda/syntax/parser';
import { openByteSource } from '../../files/byteSource';
import { slashes } from '../../files/paths';
import { requireWithin } from '../../files/within';
import type { ByteSource } from '../../profiles/source';
import { readSourceTexts } from '../lowering/sourceTexts';
import { readParserFiles } from '../nodeFiles';
import { readOrRefuse } from '../readOrRefuse';
import { programsFromProfiles } from './profileProgram';
import type { ScenarioPlace } from './scenarioPlace';
import type { ProgramMakers } from './resolve';
import { programsFromSources } from './sourceProgram';

/**
 * Makers that read the files a scenario names.
 * @param assets the folder with the parser's wasm files
 */
export function nodeProgramMakers({ folder, within }: ScenarioPlace, assets: string): ProgramMakers {
  let parser: Promise<CudaParser> | null = null;
  const readTexts = async (source: string) => {
    const file = path.resolve(folder, source);
    return { path: slashes(file), ...(await readSourceTexts([file], within)) };
  };
  const open = async (name: string): Promise<ByteSource> => {
    const file = path.resolve(folder, name);
    if (within !== null) await requireWithin(file, within);
    return openByteSource(file);
  };
  return {
    source: programsFromSources(readTexts, () => (parser ??= readParserFiles(assets).then(createCudaParser))),
    profile: programsFromProfiles((file) => readOrRefuse(file, () => open(file))),
  };
}
