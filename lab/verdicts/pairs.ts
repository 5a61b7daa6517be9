import type { PlanInputs } from '../../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../../src/analysis/simulation/preparation';
import { simulatedRuns } from '../../src/analysis/simulation/simulatedRuns';
import type { SimulationSet } from '../../src/analysis/simulation/simulationSet';
import type { TogetherOutcome } from '../../src/analysis/simulation/task';
import { startedIn } from '../../src/analysis/simulation/together/startTogether';
import { startedTogether } from '../../src/analysis/simulation/together/startedTogether';
import {
  waysTogether,
  type TogetherRequest,
  type TogetherWay,
} from '../../src/analysis/simulation/together/togetherWay';
import { slowdownOf } from '../../src/predictors/simulation/predictor';
import {
  overlapVerdict,
  startedVerdict,
  type OverlapSide,
  type OverlapVerdict,
} from '../../src/sharing/overlapVerdict';
import type { VerdictCase } from './verdictCase';

type TogetherEnded = Extract<TogetherOutcome, { kind: 'together' }>;

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
 * The verdict of the editor on two launches beside whole ones: one right behind the other, and both started together,
 * to their ends. Null where the editor has no answer.
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
  const request = requestOf(inputs, pair, set);
  const way = started === undefined ? 'relaunched' : wayOf(set.together[0]!.outcome, set.wholeSms);
  const truth = way === 'started whole' ? timeTogether(set.together[0]!.outcome) : wholeTime(request);
  const errorOf = (change: number): number => change / truth - 1;
  return {
    way,
    ways: [
      ...(relaunched === null ? [] : [{ way: 'relaunched' as const, error: errorOf(changeOf(relaunched)) }]),
      ...startedWays(request, set.wholeSms).map(({ way: name, change }) => ({
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

function requestOf({ gpuId, mode }: PlanInputs, [a, b]: KernelPair, set: SimulationSet): TogetherRequest {
  const cyclesOf = ({ kernelId }: SimulatedKernel): number =>
    set.measured({ kind: 'time', kernelId })!.launchCycles!;
  return { gpuId, mode, apps: [a.app, b.app], launchCycles: [cyclesOf(a), cyclesOf(b)] };
}

/** The time together over one after the other of whole launches on the whole GPU. */
function wholeTime(request: TogetherRequest): number {
  const [whole] = waysTogether(request);
  return timeTogether(endedIn(request, whole!)!);
}

/** What shorter ways tell than the one that the budget allows: cut on the whole GPU, and on the largest slice. */
function startedWays(
  request: TogetherRequest,
  wholeSms: number,
): { readonly way: PairWay; readonly change: number }[] {
  const ways = waysTogether(request);
  const isSlice = ({ slice }: TogetherWay): boolean => slice.sms < wholeSms;
  const chosen = [ways.find((way) => way.isCut && !isSlice(way)), ways.find(isSlice)];
  return chosen.flatMap((way) => {
    if (way === undefined) return [];
    const outcome = endedIn(request, way);
    if (outcome === null) return [];
    return [
      { way: wayOf({ sms: way.slice.sms, isCut: way.isCut }, wholeSms), change: timeTogether(outcome) },
    ];
  });
}

/** Null where a cut run does not show what whole launches do. */
function endedIn(request: TogetherRequest, way: TogetherWay): TogetherEnded | null {
  const outcome = startedIn(request, way);
  return outcome.kind === 'failed' ? null : outcome;
}

function timeTogether({ serialCycles: [first, second], endCycles }: TogetherEnded): number {
  return Math.max(...endCycles) / (first + second);
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
