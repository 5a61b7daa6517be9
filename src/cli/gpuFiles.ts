import { ownGpus, useOwnGpus } from '../gpu/catalogue';
import { ownGpu } from '../simulator/spec/ownGpu';
import { readJson } from '../files/json';
import { readFrom } from '../files/readFrom';
import { message, type Words } from '../kernel/message';

/** Whether a GPU is named by a file that describes it. */
export const isGpuFile = (named: string): boolean => /\.json$/i.test(named);

/**
 * What `--gpu` gives, with the ids of GPUs in place of the files that describe them; these are in the catalogue from
 * then on. Several are separated by commas.
 *
 * @param note is told what stands in for the fields that a file leaves out
 */
export async function withGpuFiles(given: string, note: (line: Words) => void): Promise<string> {
  const ids: string[] = [];
  for (const part of given.split(',').map((text) => text.trim()))
    ids.push(isGpuFile(part) ? await useGpuFile(part, note) : part);
  return ids.join(',');
}

/** Puts the GPU of a file into the catalogue; its id. */
export async function useGpuFile(file: string, note: (line: Words) => void): Promise<string> {
  const content = await readJson(file);
  const gpu = await readFrom(file, () => ownGpu(file, content));
  useOwnGpus([...ownGpus(), gpu]);
  const { standIn } = gpu;
  if (standIn !== undefined && standIn.fields.length > 0)
    note(message('cli.gpuStandIn', { gpu: gpu.id, relative: standIn.gpu, fields: standIn.fields }));
  return gpu.id;
}
