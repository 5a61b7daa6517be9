import type { CoRunData, MeasuredCoRun } from '../../gpu/coruns/coRunData';
import type { ProgramMakers } from '../scenarios/resolve';
import { simulateScenario } from '../simulation/simulateScenario';
import type { ComparedCoRun } from './scores';

/** How long simulated co-runs are: kernels are relaunched over this window, as on the card. */
export interface CoRunWindow {
  readonly warmupCycles: number;
  readonly cycles: number;
}

/** The scenario of a co-run that was measured: the same sources, launches and sharing, on a GPU of the simulator. */
export function scenarioOf(
  data: CoRunData,
  { mode, kernels, sms }: MeasuredCoRun,
  gpu: string,
  { warmupCycles, cycles }: CoRunWindow,
): unknown {
  const apps = kernels.map((name, place) => {
    const kernel = data.kernels.find((one) => one.name === name)!;
    return {
      name: `${place + 1} ${name}`,
      source: kernel.source,
      kernel: name,
      launch: { grid: kernel.grid, block: kernel.block },
      arguments: kernel.arguments,
      repeat: 'always',
    };
  });
  const split = sms === undefined ? {} : { sms };
  const shared = mode === 'green-contexts' ? { kind: 'spatial', ...split } : { kind: mode };
  return { gpu, mode: shared, apps, warmupCycles, limits: { cycles } };
}

/**
 * Simulates every co-run that was measured.
 *
 * @param makers find the sources that were measured
 * @param told after each, with the number of those done
 */
export async function compareCoRuns(
  data: CoRunData,
  gpu: string,
  window: CoRunWindow,
  makers: ProgramMakers,
  told: (done: number) => void,
): Promise<readonly ComparedCoRun[]> {
  const compared: ComparedCoRun[] = [];
  for (const coRun of data.coRuns) {
    const scenario = scenarioOf(data, coRun, gpu, window);
    const { apps } = await simulateScenario(scenario, makers, () => undefined);
    const factors = apps.map(({ slowdown }) => slowdown);
    const all = factors.every((factor) => factor !== null);
    compared.push({ ...coRun, simulated: all ? factors : null });
    told(compared.length);
  }
  return compared;
}
