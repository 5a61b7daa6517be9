import path from 'node:path';
import { openByteSource } from '../../files/byteSource';
import { requireWithin } from '../../files/within';
import type { ByteSource } from '../../profiles/source';
import type { ScenarioPlace } from './scenarioPlace';

/**
 * Opens a file by the name that a scenario or queue has for it.
 *
 * @throws InputError for one that must not be read from there, or cannot be
 */
export async function openPlaced({ folder, within }: ScenarioPlace, name: string): Promise<ByteSource> {
  const file = path.resolve(folder, name);
  if (within !== null) await requireWithin(file, within);
  return openByteSource(file);
}
