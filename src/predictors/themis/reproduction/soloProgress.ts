import { InputError } from '../../../kernel/result';
import { parseScenario, type ScenarioApp } from '../../../kernel/scenario';
import { warpInstructions } from '../../../simulator/core/counters';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { createRun } from '../../../simulator/simulate';
import { PhaseSeries, type Phase } from '../phaseSeries';

/** How far an application comes alone on some SMs, launch latencies included. */
export interface SoloProgress {
  /** Whether the last point is the end of a round; else the recording was stopped there. */
  readonly finished: boolean;
  /** Warp instructions done after a cycle, from the start on. */
  readonly points: readonly (readonly [cycle: number, instructions: number])[];
}

/** A recording with what happened in it. */
export interface SoloRun extends SoloProgress {
  /** One phase for each launch and each stretch between two. */
  readonly phases: readonly Phase[];
}

/** Points that are kept of a round: enough to find the time of a share of the work within half a percent. */
const POINTS = 200;
const READ_CYCLES = 250;

/** Runs one round of an application alone on `sms` SMs, but no longer than `limitCycles`. */
export function soloRun(
  app: ScenarioApp,
  sms: number,
  loaded: LoadedSpec,
  seed: number,
  limitCycles: number,
): SoloRun {
  const scenario = parseScenario({
    gpu: loaded.gpu.id,
    mode: { kind: 'spatial', sms: [sms] },
    apps: [{ ...app, repeat: 1 }],
    limits: { cycles: limitCycles, untilEachFinishedOnce: true },
    seed,
  });
  const run = createRun(scenario, loaded);
  const series = new PhaseSeries(run);
  const points: [number, number][] = [[0, 0]];
  const read = (): void => void points.push([run.cycles, run.warpInstructions]);
  const end = run.run({ onKernelChange: () => void series.cut(), epochCycles: READ_CYCLES, onEpoch: read });
  series.cut();
  read();
  return { finished: end === 'finished', points: thinned(points), phases: series.phases };
}

function thinned<T>(points: readonly T[]): T[] {
  const every = Math.max(1, Math.ceil(points.length / POINTS));
  return points.filter((_, at) => at % every === 0 || at === points.length - 1);
}

/**
 * Core cycles that an application takes alone for so much work; rounds are repeated without end.
 *
 * @throws InputError when the recording was stopped before that.
 */
export function cyclesAlone({ points, finished }: SoloProgress, instructions: number): number {
  const [roundCycles, roundWork] = points.at(-1)!;
  if (!finished && instructions > roundWork)
    throw new InputError(`alone only ${roundWork} instructions were recorded, not ${instructions}`);
  const rounds = finished ? Math.floor(instructions / roundWork) : 0;
  const rest = instructions - rounds * roundWork;
  // Nothing done yet may be any moment of the launch latency: the earliest is taken.
  if (rest === 0) return rounds * roundCycles;
  const next = points.findIndex(([, work]) => work >= rest);
  const [from, to] = [points[next - 1]!, points[next]!];
  const share = (rest - from[1]) / (to[1] - from[1]);
  return rounds * roundCycles + from[0] + share * (to[0] - from[0]);
}

/** Warp instructions of an application over some phases. */
export function workOf(phases: readonly Phase[], app: number): number {
  return phases.reduce((sum, phase) => sum + warpInstructions(phase.apps[app]!.counters), 0);
}
