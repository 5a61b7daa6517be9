import path from 'node:path';
import type { Answer } from '../../../src/cli/command';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { readPrograms } from '../../hsm/programs';
import { epochCsv } from '../../hsm/reproduction/epochSeries';
import { hsmPlots } from '../../hsm/reproduction/plots';
import type { Plot } from '../../plots/plot';
import { renderHsm } from '../../hsm/reproduction/renderHsm';
import { summaryOf } from '../../hsm/reproduction/summary';
import { CONTROLLERS, type ControllerRuns } from '../../hsm/reproduction/sensitivity';
import { gpuWith } from '../../hsm/jobs';
import { MOST_CYCLES, Runs } from '../../hsm/runs';
import { readTrained } from '../../hsm/trained';

/** Runs that are recorded of a GPU with other memory controllers. */
const controllerRuns = (id: string, file: string): ControllerRuns[] =>
  CONTROLLERS.map((memory) => {
    const gpu = gpuWith(id, memory);
    return { memory, gpu, runs: new Runs(file, { gpu, cycles: MOST_CYCLES, memory }) };
  });

const GPUS = ['hsm-80sm-hbm', 'hsm-40sm-gddr5'];

/** The page with its pictures, and every epoch under every policy as CSV. */
export interface HsmAnswer extends Answer {
  readonly plots: readonly Plot[];
  readonly csv: string;
}

/**
 * Evaluates the recorded runs of HSM's two GPUs with the models that come along.
 *
 * @param root of the checkout
 */
export async function reproduceHsm(root: string, runs?: string, models?: string): Promise<HsmAnswer> {
  const file = runs ?? path.join(root, 'docs/reproduction/hsm-runs.ndjson');
  const programs = await readPrograms(root);
  const summaries = await Promise.all(
    GPUS.map(async (id) => {
      const gpu = loadSpec(id);
      const trained = await readTrained(root, id, models);
      const runs = new Runs(file, { gpu, cycles: MOST_CYCLES });
      return summaryOf(gpu, trained, runs, programs, controllerRuns(id, file));
    }),
  );
  const plots = hsmPlots(summaries);
  return {
    json: summaries,
    text: renderHsm(summaries, plots),
    plots,
    csv: epochCsv(summaries.flatMap(({ epochs }) => epochs)),
  };
}
