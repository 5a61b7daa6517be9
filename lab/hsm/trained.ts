import fs from 'node:fs';
import path from 'node:path';
import { readModel } from '../../src/analysis/models';
import type { TrainedModels } from './epochModels';
import type { ChosenPolicy } from './jobs';
import { POLICIES } from './policyRuns';

/**
 * The trained models that come along for a GPU.
 *
 * @param folder of HSM's models where it is another
 */
export async function readTrained(
  root: string,
  gpu: string,
  folder = path.join(root, 'models/hsm'),
): Promise<TrainedModels> {
  const themis = path.join(root, 'models/themis', `${gpu}.json`);
  return {
    hsm: await readModel(path.join(folder, `${gpu}.json`)),
    themis: fs.existsSync(themis) ? await readModel(themis) : null,
  };
}

/** Behind a colon: epochs end with kernels. */
const BY_KERNELS = 'kernels';

/**
 * Policies by name, separated by commas; a number behind a colon is the fairness below which one acts, `kernels` there
 * has epochs end with kernels.
 *
 * @throws RangeError when there is none of a name
 */
export function chosenPolicies(names: string): ChosenPolicy[] {
  return names.split(',').map((each) => {
    const [given, variant] = each.split(':');
    const name = POLICIES.find((one) => one === given);
    if (name === undefined) throw new RangeError(`no policy ${each}; there are ${POLICIES.join(', ')}`);
    if (variant === BY_KERNELS) return { name, byKernels: true };
    return variant === undefined ? { name } : { name, threshold: Number(variant) };
  });
}
