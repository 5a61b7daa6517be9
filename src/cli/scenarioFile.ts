import path from 'node:path';
import { nodeProgramMakers } from '../analysis/scenarios/nodeMakers';
import { resolveScenario } from '../analysis/scenarios/resolve';
import { readJson } from '../files/json';
import { parseScenario, type Scenario } from '../kernel/scenario';
import { InputError } from '../kernel/result';
import { distFolder } from './distFolder';
import { message, type Words } from '../kernel/message';

/** What is read of a file; faults that name no file name this one. */
export async function readFrom<T>(file: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InputError) || error.path !== undefined) throw error;
    throw new InputError(error.said, error.code, file);
  }
}

/**
 * A scenario file with a program for every kernel; what these rest on is told as notes.
 *
 * @param gpu the GPU instead of the one that the file names
 */
export async function readScenario(
  file: string,
  note: (line: Words) => void,
  gpu?: string,
): Promise<Scenario> {
  const content = await readJson(file);
  const { scenario, assumptions } = await readFrom(file, () => {
    const given = parseScenario(content);
    const wanted = gpu === undefined ? given : { ...given, gpu };
    return resolveScenario(
      wanted,
      nodeProgramMakers({ folder: path.dirname(file), within: null }, distFolder()),
    );
  });
  for (const assumption of assumptions) note(message('cli.assumed', { assumption }));
  return scenario;
}
