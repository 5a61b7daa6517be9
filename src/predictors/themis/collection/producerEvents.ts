import type { ScenarioApp } from '../../../kernel/scenario';
import { EpochSeries } from '../../../simulator/run/epochSeries';
import { createRun } from '../../../simulator/simulate';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { eventsOf, type ThemisEvents } from '../events';
import { spatialScenario } from './soloRound';
import type { TrainingHeader } from './trainingData';

/** Events of a producer alone on `sms` SMs, in the longest window of the co-runs. */
export function producerEvents(
  producer: ScenarioApp,
  sms: number,
  loaded: LoadedSpec,
  { window, seed }: TrainingHeader,
): ThemisEvents {
  const run = createRun(spatialScenario([producer], [sms], loaded, seed), loaded);
  const latency = loaded.spec.launch.kernelCycles;
  run.machine.run(latency, () => false);
  const series = new EpochSeries(run);
  run.machine.run(latency + window.mostCycles, () => false);
  const epoch = series.cut();
  return eventsOf(epoch.apps[0]!, epoch.toCycle - epoch.fromCycle, loaded.spec);
}
