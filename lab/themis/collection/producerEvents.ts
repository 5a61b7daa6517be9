import type { ScenarioApp } from '../../../src/kernel/scenario';
import { EpochSeries } from '../../../src/simulator/run/epochSeries';
import { createRun } from '../../../src/simulator/simulate';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { ratesOf, type CounterRates } from '../../../src/predictors/counting/rates';
import { spatialScenario } from '../../../src/predictors/counting/soloRound';
import type { TrainingHeader } from './trainingData';

/** Events of a producer alone on `sms` SMs, in the longest window of the co-runs. */
export function producerEvents(
  producer: ScenarioApp,
  sms: number,
  loaded: LoadedSpec,
  { window, seed }: TrainingHeader,
): CounterRates {
  const run = createRun(spatialScenario([producer], [sms], loaded, seed), loaded);
  const latency = loaded.spec.launch.kernelCycles;
  run.machine.run(latency, () => false);
  const series = new EpochSeries(run);
  run.machine.run(latency + window.mostCycles, () => false);
  const epoch = series.cut();
  return ratesOf(epoch.apps[0]!, epoch.toCycle - epoch.fromCycle, loaded.spec);
}
