import { simulatedRuns } from '../../src/analysis/simulation/simulatedRuns';
import type { PlanInputs } from '../../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../../src/analysis/simulation/preparation';
import type { SimulationSet } from '../../src/analysis/simulation/simulationSet';
import type { ScenarioApp } from '../../src/kernel/scenario';
import { slowdownOf } from '../../src/predictors/simulation/predictor';
import { overlapVerdict, type OverlapSide } from '../../src/sharing/overlapVerdict';
import { simulate } from '../../src/simulator/simulate';
import type { VerdictCase } from './verdictCase';

/** Two kernels of a plan. */
export type KernelPair = readonly [SimulatedKernel, SimulatedKernel];

/**
 * The verdict of the editor on two launches, from shortened co-runs, beside whole ones: each launch alone, and both
 * started together, to their ends. Null where the editor has no answer.
 */
export function pairVerdict(
  corpus: string,
  { gpuId }: Pick<PlanInputs, 'gpuId'>,
  [a, b]: KernelPair,
  set: SimulationSet,
): VerdictCase | null {
  const sides = [sideOf(a, b, set), sideOf(b, a, set)];
  const [ofA, ofB] = sides;
  if (!ofA || !ofB) return null;
  const { word, togetherNs, serialNs, error } = overlapVerdict(ofA, ofB);
  const serial = wholeMs(gpuId, [a.app]) + wholeMs(gpuId, [b.app]);
  return {
    corpus,
    name: `${a.app.name} ∥ ${b.app.name}`,
    word,
    predicted: togetherNs / serialNs - 1,
    truth: wholeMs(gpuId, [a.app, b.app]) / serial - 1,
    error,
  };
}

function sideOf(own: SimulatedKernel, other: SimulatedKernel, set: SimulationSet): OverlapSide | null {
  const runs = simulatedRuns(own.kernelId, other.kernelId, set, () => null);
  const time = set.measured({ kind: 'time', kernelId: own.kernelId })?.launchMs;
  if (runs === null || !time) return null;
  const { slowdown } = slowdownOf(runs);
  return { soloNs: time * 1e6, answer: { slowdown, origin: 'simulated', error: runs.error } };
}

const known = new Map<string, number>();

/** Milliseconds until all of these have ended that start at once. */
function wholeMs(gpu: string, apps: readonly ScenarioApp[]): number {
  const key = JSON.stringify(apps);
  let ms = known.get(key);
  if (ms === undefined) {
    const once = apps.map((app, at) => ({ ...app, name: `${app.name} ${at}`, repeat: 1 }));
    ms = simulate({ gpu, apps: once, seed: 1 }, { slowdowns: false }).milliseconds;
    known.set(key, ms);
  }
  return ms;
}
