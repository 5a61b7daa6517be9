import { isGpuFile, useGpuFile } from './gpuFiles';
import path from 'node:path';
import { nodeProgramMakers } from '../analysis/scenarios/nodeMakers';
import { resolveScenario } from '../analysis/scenarios/resolve';
import { readJson } from '../files/json';
import { readFrom } from '../files/readFrom';
import { parseScenario, type Scenario } from '../kernel/scenario';
import { distFolder } from './distFolder';
import { message, type Words } from '../kernel/message';

/**
 * The content of a scenario file, with the id of a GPU that it names by a file; such a file is found from the scenario's
 * folder on.
 */
export async function readScenarioContent(file: string, note: (line: Words) => void): Promise<unknown> {
  const content = await readJson(file);
  const named = (content as { readonly gpu?: unknown } | null)?.gpu;
  if (typeof named !== 'string' || !isGpuFile(named)) return content;
  const gpu = await useGpuFile(path.resolve(path.dirname(file), named), note);
  return { ...(content as object), gpu };
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
  const content = await readScenarioContent(file, note);
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
