import path from 'node:path';
import { createCudaParser, type CudaParser } from '../../cuda/syntax/parser';
import { slashes } from '../../files/paths';
import { readSourceTexts } from '../lowering/sourceTexts';
import { readParserFiles } from '../nodeFiles';
import { readOrRefuse } from '../readOrRefuse';
import { programsFromProfiles } from './profileProgram';
import { openPlaced } from './placedFile';
import type { ScenarioPlace } from './scenarioPlace';
import type { ProgramMakers } from './resolve';
import { programsFromSources } from './sourceProgram';

/**
 * Makers that read the files a scenario names.
 * @param assets the folder with the parser's wasm files
 */
export function nodeProgramMakers(place: ScenarioPlace, assets: string): ProgramMakers {
  const { folder, within } = place;
  let parser: Promise<CudaParser> | null = null;
  const readTexts = async (source: string) => {
    const file = path.resolve(folder, source);
    return { path: slashes(file), ...(await readSourceTexts([file], within)) };
  };
  return {
    source: programsFromSources(readTexts, () => (parser ??= readParserFiles(assets).then(createCudaParser))),
    profile: programsFromProfiles((file) => readOrRefuse(file, () => openPlaced(place, file))),
  };
}
