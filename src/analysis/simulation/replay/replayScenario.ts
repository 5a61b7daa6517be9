import type { Scenario } from '../../../kernel/scenario';
import { planMachine } from '../../../simulator/run/plan';
import type { KernelTable } from '../../../simulator/sm/kernelTable';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { blocksOf } from '../launchWork';
import type { AgeProfile } from './blockAges';
import { BlockSpeeds } from './blockSpeeds';
import { replayLaunches, type LaunchMeans, type ReplayedLaunches } from './launchReplay';
import { sparseKernel, SparseSpeeds } from './sparseSpeeds';

/**
 * Means over the launches of each application of a scenario after the first, all relaunched for ever, without
 * simulating them to their end.
 *
 * @param scenario applications of one kernel each, in mode `streams` or `mps` without caps; the warm-up and the
 *   limit of cycles are those of a window
 * @throws InputError as the simulator does, or where launches cannot be replayed.
 */
export function replayScenario(scenario: Scenario, loaded: LoadedSpec): LaunchMeans {
  const { kernels: table, leftover } = planMachine(scenario, loaded);
  return replayLaunches({
    table,
    limits: loaded.gpu.limits,
    memory: {
      sms: loaded.spec.sms,
      bytes: loaded.spec.sm.l1.unifiedBytes ?? 0,
      isFixed: true,
      carveOutsKiB: loaded.spec.sm.l1.carveOutsKiB,
    },
    blocks: scenario.apps.map(blocksOf),
    launchCycles: loaded.spec.launch.kernelCycles,
    leftover,
    ...speedsOf(scenario, loaded, table),
    seed: scenario.seed ?? 1,
  });
}

function speedsOf(
  scenario: Scenario,
  loaded: LoadedSpec,
  table: KernelTable,
): Pick<ReplayedLaunches, 'speeds' | 'speedsBeside' | 'ages'> {
  const mixed = new BlockSpeeds(scenario, loaded, table);
  const sparse = sparseKernel(scenario.apps, loaded.spec.sms);
  const ages = (kernel: number): AgeProfile => mixed.ages(kernel);
  if (sparse === null) return { speeds: (resident, oldest) => mixed.at(resident, oldest), ages };
  const split = new SparseSpeeds(scenario, loaded, table, sparse);
  const areBoth = (resident: readonly number[]): boolean => resident.every((count) => count > 0);
  return {
    speeds: (resident, oldest) => (areBoth(resident) ? split.at(oldest).apart : mixed.at(resident, oldest)),
    speedsBeside: (resident, oldest) =>
      areBoth(resident) ? split.at(oldest).beside : mixed.at(resident, oldest),
    ages,
  };
}
