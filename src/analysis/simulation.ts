import { parseScenario } from '../kernel/scenario';
import type { SimulationResult } from '../simulator/run/result';
import { simulate } from '../simulator/simulate';
import type { ProgressListener } from './worker/api';

const PROGRESS_CYCLES = 50_000;

/**
 * Simulates a scenario (parsed JSON), telling how far it is.
 * @throws InputError that names the scenario's field.
 */
export function simulateWithProgress(scenario: unknown, onProgress: ProgressListener): SimulationResult {
  const parsed = parseScenario(scenario);
  const limit = parsed.limits?.cycles ?? null;
  return simulate(parsed, {
    progressCycles: PROGRESS_CYCLES,
    onProgress: ({ cycles, warpInstructions }) => {
      onProgress({
        phase: `${(cycles / 1e6).toFixed(2)} M cycles, ${(warpInstructions / 1e6).toFixed(2)} M warp instructions`,
        fraction: limit === null ? null : Math.min(1, cycles / limit),
      });
      return true;
    },
  });
}
