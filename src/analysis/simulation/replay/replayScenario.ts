import type { Scenario } from '../../../kernel/scenario';
import { planMachine } from '../../../simulator/run/plan';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { blocksOf } from '../launchWork';
import { BlockSpeeds } from './blockSpeeds';
import { replayLaunches, type LaunchMeans } from './launchReplay';

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
  const speeds = new BlockSpeeds(scenario, loaded, table);
  return replayLaunches({
    table,
    limits: loaded.gpu.limits,
    memory: {
      sms: loaded.spec.sms,
      bytes: loaded.spec.sm.l1.unifiedBytes ?? 0,
      isFixed: true,
    },
    blocks: scenario.apps.map(blocksOf),
    launchCycles: loaded.spec.launch.kernelCycles,
    leftover,
    speeds: (resident, oldest) => speeds.at(resident, oldest),
    seed: scenario.seed ?? 1,
  });
}
