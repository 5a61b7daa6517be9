import type { SimulationResult } from '../../simulator/run/result';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { NamedShare, ScenarioReport } from '../results/scenarioResult';
import { simulateScenario } from '../simulation/simulateScenario';
import { resourceUse, stallReasons } from '../simulation/resourceUse';
import type { ProgressListener } from '../worker/api';
import type { ProgramMakers } from './resolve';
import { RunTimeline } from './runTimeline';

/** Smaller shares are noise in a list. */
const LEAST_SHOWN = 0.005;

/**
 * Simulates a scenario (parsed JSON) and puts the result into words.
 * @throws InputError that names the scenario's field.
 */
export async function scenarioReport(
  scenario: unknown,
  makers: ProgramMakers,
  onProgress: ProgressListener,
): Promise<ScenarioReport> {
  const timeline = new RunTimeline();
  const result = await simulateScenario(scenario, makers, onProgress, timeline.hooks);
  const { gpu, spec } = loadSpec(result.gpu);
  return {
    gpuName: gpu.name,
    coreClockMHz: spec.coreClockMHz,
    apps: result.apps.map((app) => inWords(app, result.cycles, spec)),
    timeline: timeline.result(),
    result,
  };
}

function inWords(
  { counters }: SimulationResult['apps'][number],
  cycles: number,
  spec: Parameters<typeof resourceUse>[2],
): ScenarioReport['apps'][number] {
  return {
    resources: ranked(resourceUse(counters, cycles, spec)),
    stalls: ranked(stallReasons(counters)),
  };
}

function ranked(shares: Readonly<Record<string, number>>): NamedShare[] {
  return Object.entries(shares)
    .map(([name, share]) => ({ name, share }))
    .filter(({ share }) => share >= LEAST_SHOWN)
    .sort((a, b) => b.share - a.share);
}
