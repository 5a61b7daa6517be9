import path from 'node:path';
import { readModel } from '../../../src/analysis/models';
import type { Answer } from '../../../src/cli/command';
import type { HsmModelFile } from '../../../src/predictors/hsm/modelFile';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { readPrograms } from '../../hsm/programs';
import { renderHsm } from '../../hsm/reproduction/renderHsm';
import { summaryOf } from '../../hsm/reproduction/summary';
import { MOST_CYCLES, Runs } from '../../hsm/runs';

const GPUS = ['hsm-80sm-hbm', 'hsm-40sm-gddr5'];

/**
 * Evaluates the recorded runs of HSM's two GPUs with the models that come along.
 *
 * @param root of the checkout
 */
export async function reproduceHsm(root: string, runs?: string, models?: string): Promise<Answer> {
  const file = runs ?? path.join(root, 'docs/reproduction/hsm-runs.ndjson');
  const programs = await readPrograms(root);
  const summaries = await Promise.all(
    GPUS.map(async (id) => {
      const gpu = loadSpec(id);
      const { parameters } = await readModel(
        path.join(models ?? path.join(root, 'models/hsm'), `${id}.json`),
      );
      return summaryOf(
        gpu,
        parameters as HsmModelFile,
        new Runs(file, { gpu, cycles: MOST_CYCLES }),
        programs,
      );
    }),
  );
  return { json: summaries, text: renderHsm(summaries) };
}
