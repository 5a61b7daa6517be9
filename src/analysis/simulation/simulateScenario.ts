import { parseScenario, type Scenario } from '../../kernel/scenario';
import type { SimulationResult } from '../../simulator/run/result';
import type { RunHooks } from '../../simulator/run/simulatorRun';
import { simulate } from '../../simulator/simulate';
import { resolveScenario, type ProgramMakers } from '../scenarios/resolve';
import type { ProgressListener } from '../worker/api';
import { message } from '../../kernel/message';

const PROGRESS_CYCLES = 50_000;

/**
 * Makes the programs that a scenario (parsed JSON) asks for and simulates it, telling how far it is.
 * @param hooks called while the co-run itself is under way
 * @throws InputError that names the scenario's field.
 */
export async function simulateScenario(
  scenario: unknown,
  makers: ProgramMakers,
  onProgress: ProgressListener,
  hooks: RunHooks = {},
): Promise<SimulationResult> {
  const resolved = await resolveScenario(parseScenario(scenario), makers);
  const result = simulateWithProgress(resolved.scenario, onProgress, hooks);
  return { ...result, assumptions: [...resolved.assumptions, ...result.assumptions] };
}

function simulateWithProgress(
  scenario: Scenario,
  onProgress: ProgressListener,
  hooks: RunHooks,
): SimulationResult {
  const limit = scenario.limits?.cycles ?? null;
  return simulate(scenario, {
    ...hooks,
    progressCycles: PROGRESS_CYCLES,
    onProgress: ({ cycles, warpInstructions }) => {
      onProgress({
        phase: message('analysis.simulatedSoFar', {
          cycles: cycles / 1e6,
          instructions: warpInstructions / 1e6,
        }),
        fraction: limit === null ? null : Math.min(1, cycles / limit),
      });
      return true;
    },
  });
}
