import type { PlanInputs } from '../../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../../src/analysis/simulation/preparation';
import { simulatedRuns } from '../../src/analysis/simulation/simulatedRuns';
import type { SimulationSet } from '../../src/analysis/simulation/simulationSet';
import { startedIn } from '../../src/analysis/simulation/together/startTogether';
import { startedTogether } from '../../src/analysis/simulation/together/startedTogether';
import { waysTogether, type TogetherWay } from '../../src/analysis/simulation/together/togetherWay';
import type { ScenarioApp } from '../../src/kernel/scenario';
import { slowdownOf } from '../../src/predictors/simulation/predictor';
import {
  overlapVerdict,
  startedVerdict,
  type OverlapSide,
  type OverlapVerdict,
} from '../../src/sharing/overlapVerdict';
import { simulate } from '../../src/simulator/simulate';
import type { VerdictCase } from './verdictCase';

/** Two kernels of a plan. */
export type KernelPair = readonly [SimulatedKernel, SimulatedKernel];

/** How a pair was looked at: as a verdict is given, or by one way alone. */
export type PairWay = 'started whole' | 'started, cut' | 'started on a slice' | 'relaunched';

/** The time together that a way tells, over that of whole launches on the whole GPU, less one. */
export interface WayError {
  readonly way: PairWay;
  readonly error: number;
}

/** The verdict of the editor on two launches beside whole ones, and what each way would have told. */
export interface PairCase {
  readonly verdict: VerdictCase;
  readonly way: PairWay;
  readonly ways: readonly WayError[];
}

/**
 * The verdict of the editor on two launches beside whole ones: each launch alone, and both started together, to their
 * ends. Null where the editor has no answer.
 */
export function pairCase(
  corpus: string,
  inputs: PlanInputs,
  pair: KernelPair,
  set: SimulationSet,
): PairCase | null {
  const [a, b] = pair;
  const solo = pair.map(({ kernelId }) => set.measured({ kind: 'time', kernelId })?.launchMs ?? null);
  const [ofA, ofB] = solo;
  if (!ofA || !ofB) return null;
  const [started] = startedTogether(set);
  const relaunched = relaunchedVerdict(pair, [ofA, ofB], set);
  const verdict = started === undefined ? relaunched : startedVerdict([ofA, ofB], started);
  if (verdict === null) return null;
  const { gpuId } = inputs;
  const serial = wholeMs(gpuId, [a.app]) + wholeMs(gpuId, [b.app]);
  const truth = wholeMs(gpuId, [a.app, b.app]) / serial;
  const errorOf = (change: number): number => change / truth - 1;
  const way = started === undefined ? 'relaunched' : wayOf(set.together[0]!.outcome, set.wholeSms);
  return {
    way,
    ways: [
      ...(relaunched === null ? [] : [{ way: 'relaunched' as const, error: errorOf(changeOf(relaunched)) }]),
      ...startedWays(inputs, pair, set).map(({ way: name, change }) => ({
        way: name,
        error: errorOf(change),
      })),
    ],
    verdict: {
      corpus,
      name: `${a.app.name} ∥ ${b.app.name}`,
      word: verdict.word,
      predicted: changeOf(verdict) - 1,
      truth: truth - 1,
      error: verdict.error,
    },
  };
}

const changeOf = ({ togetherNs, serialNs }: OverlapVerdict): number => togetherNs / serialNs;

function wayOf({ sms, isCut }: { sms: number; isCut: boolean }, wholeSms: number): PairWay {
  if (sms < wholeSms) return 'started on a slice';
  return isCut ? 'started, cut' : 'started whole';
}

/** What shorter ways tell than the one that the budget allows: cut on the whole GPU, and on the largest slice. */
function startedWays(
  { gpuId, mode }: PlanInputs,
  [a, b]: KernelPair,
  set: SimulationSet,
): { readonly way: PairWay; readonly change: number }[] {
  const [ofA, ofB] = [a, b].map(({ kernelId }) => set.measured({ kind: 'time', kernelId })!.launchCycles!);
  const request = { gpuId, mode, apps: [a.app, b.app], launchCycles: [ofA!, ofB!] } as const;
  const ways = waysTogether(request);
  const isSlice = ({ slice }: TogetherWay): boolean => slice.sms < set.wholeSms;
  const chosen = [ways.find((way) => way.isCut && !isSlice(way)), ways.find(isSlice)];
  return chosen.flatMap((way) => {
    if (way === undefined) return [];
    const outcome = startedIn(request, way);
    if (outcome.kind === 'failed') return [];
    const [first, second] = outcome.serialCycles;
    const change = Math.max(...outcome.endCycles) / (first + second);
    return [{ way: wayOf({ sms: way.slice.sms, isCut: way.isCut }, set.wholeSms), change }];
  });
}

function relaunchedVerdict(
  [a, b]: KernelPair,
  solo: readonly [number, number],
  set: SimulationSet,
): OverlapVerdict | null {
  const [ofA, ofB] = [sideOf(a, b, solo[0], set), sideOf(b, a, solo[1], set)];
  return ofA && ofB && overlapVerdict(ofA, ofB);
}

function sideOf(
  own: SimulatedKernel,
  other: SimulatedKernel,
  soloMs: number,
  set: SimulationSet,
): OverlapSide | null {
  const runs = simulatedRuns(own.kernelId, other.kernelId, set, () => null);
  if (runs === null) return null;
  return {
    soloNs: soloMs * 1e6,
    answer: { slowdown: slowdownOf(runs).slowdown, origin: 'simulated', error: runs.error },
  };
}

const known = new Map<string, number>();

/** Milliseconds until all of these have ended that start at once. */
function wholeMs(gpu: string, apps: readonly ScenarioApp[]): number {
  const key = JSON.stringify([gpu, apps]);
  let ms = known.get(key);
  if (ms === undefined) {
    const once = apps.map((app, at) => ({ ...app, name: `${app.name} ${at}`, repeat: 1 }));
    ms = simulate({ gpu, apps: once, seed: 1 }, { slowdowns: false }).milliseconds;
    known.set(key, ms);
  }
  return ms;
}
