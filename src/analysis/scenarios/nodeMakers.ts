import path from 'node:path';
import { openFile } from '../nodeFiles';
import { readOrRefuse } from '../readOrRefuse';
import { programsFromProfiles } from './profileProgram';
import type { ProgramMakers } from './resolve';

/** Makers that read the files a scenario names, relative to its own folder. */
export function nodeProgramMakers(folder: string): ProgramMakers {
  return {
    profile: programsFromProfiles((file) => readOrRefuse(file, () => openFile(path.resolve(folder, file)))),
  };
}
