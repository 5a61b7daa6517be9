import type { Scenario } from '../../../kernel/scenario';
import { planMachine } from '../../../simulator/run/plan';
import type { MachinePlan } from '../../../simulator/run/machinePlan';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { blocksOf } from '../launchWork';
import type { AgeProfile } from './blockAges';
import { BlockSpeeds } from './blockSpeeds';
import { replayLaunches, type Held, type LaunchMeans, type ReplayedLaunches } from './launchReplay';
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
  const plan = planMachine(scenario, loaded);
  const { kernels: table, leftover } = plan;
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
    ...speedsOf(scenario, loaded, plan),
    seed: scenario.seed ?? 1,
  });
}

function speedsOf(
  scenario: Scenario,
  loaded: LoadedSpec,
  { kernels: table, dataBytes }: MachinePlan,
): Pick<ReplayedLaunches, 'speeds' | 'ages'> {
  const mixed = new BlockSpeeds(scenario, loaded, table, dataBytes);
  const sparse = sparseKernel(scenario.apps, loaded.spec.sms);
  const ages = (kernel: number): AgeProfile => mixed.ages(kernel);
  if (sparse === null) return { speeds: ({ blocks, oldest }) => mixed.at(blocks, oldest), ages };
  const split = new SparseSpeeds(scenario, loaded, table, sparse, mixed.earlierData([0, 1]));
  const areBoth = ({ blocks }: Held): boolean => blocks.every((count) => count > 0);
  return {
    speeds: (sm, all) => {
      if (!areBoth(all)) return mixed.at(sm.blocks, sm.oldest);
      return areBoth(sm) ? split.at(all.oldest).beside : split.at(all.oldest).apart;
    },
    ages,
  };
}
