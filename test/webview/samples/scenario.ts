import type { ScenarioState } from '../../../src/analysis/protocol';
import { scenarioReport } from '../../../src/analysis/scenarios/scenarioReport';
import twoKernels from '../../../workloads/samples/scenarios/two-kernels.scenario.json';

const PATH = 'scenarios/two-kernels.scenario.json';

/** The sample scenario, really simulated. */
export async function sampleScenario(): Promise<ScenarioState> {
  const report = await scenarioReport(twoKernels, {}, () => undefined);
  return { path: PATH, busy: false, phase: '', fraction: null, report, error: null };
}
