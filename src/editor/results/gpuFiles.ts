import { readJson } from '../../files/json';
import { readFrom } from '../../files/readFrom';
import { ownGpus, useOwnGpus } from '../../gpu/catalogue';
import { ownGpu } from '../../simulator/spec/ownGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { saidOf } from '../../kernel/result';
import type { Words } from '../../kernel/message';
import { readGpuPaths } from '../settings';

/**
 * Puts the GPUs of `corun.gpuFiles` into the catalogue, and takes out those that are no longer named.
 *
 * @param leaveOut is told of files that describe no GPU
 */
export async function useGpuFiles(leaveOut: (reason: Words) => void): Promise<void> {
  const before = ownGpus();
  useOwnGpus([]);
  const read: GpuSpec[] = [];
  for (const file of readGpuPaths())
    try {
      const content = await readJson(file);
      read.push(await readFrom(file, () => ownGpu(file, content)));
      useOwnGpus([...read]);
    } catch (error) {
      leaveOut(saidOf(error));
    }
  // Who holds the same GPUs need not be told anew.
  if (JSON.stringify(read) === JSON.stringify(before)) useOwnGpus(before);
}
