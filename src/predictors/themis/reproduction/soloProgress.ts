import type { ScenarioApp } from '../../../kernel/scenario';
import { parseScenario } from '../../../kernel/scenario';
import { warpInstructions } from '../../../simulator/core/counters';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { createRun } from '../../../simulator/simulate';
import { PhaseSeries, type Phase } from '../phaseSeries';

/** One round of an application alone on some SMs. */
export interface SoloRun {
  /** Core cycles of the round, launch latencies included. */
  readonly cycles: number;
  /** Warp instructions done after a cycle, from the start to the end of the round. */
  readonly points: readonly (readonly [cycle: number, instructions: number])[];
  /** Phases of the round, one for each launch and each stretch between two. */
  readonly phases: readonly Phase[];
}

/** Points that are kept of a round: enough to find the time of a share of the work within half a percent. */
const POINTS = 200;
const READ_CYCLES = 250;

/** Runs one round of an application alone on `sms` SMs, at most `limitCycles`; null when it takes longer. */
export function soloRun(
  app: ScenarioApp,
  sms: number,
  loaded: LoadedSpec,
  seed: number,
  limitCycles: number,
): SoloRun | null {
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
  if (end !== 'finished') return null;
  series.cut();
  read();
  return { cycles: run.cycles, points: thinned(points), phases: series.phases };
}

function thinned<T>(points: readonly T[]): T[] {
  const every = Math.max(1, Math.ceil(points.length / POINTS));
  return points.filter((_, at) => at % every === 0 || at === points.length - 1);
}

/** Core cycles that an application takes alone for so much work; rounds are repeated without end. */
export function cyclesAlone(solo: Pick<SoloRun, 'points'>, instructions: number): number {
  const [roundCycles, roundWork] = solo.points.at(-1)!;
  const rounds = Math.floor(instructions / roundWork);
  const rest = instructions - rounds * roundWork;
  const next = Math.max(
    1,
    solo.points.findIndex(([, work]) => work >= rest),
  );
  const [from, to] = [solo.points[next - 1]!, solo.points[next]!];
  const share = to[1] > from[1] ? (rest - from[1]) / (to[1] - from[1]) : 0;
  // Nothing done yet may be any moment of the launch latency: the earliest is taken.
  return rounds * roundCycles + (rest === 0 ? 0 : from[0] + share * (to[0] - from[0]));
}

/** Warp instructions of an application over some phases. */
export function workOf(phases: readonly Phase[], app: number): number {
  return phases.reduce((sum, phase) => sum + warpInstructions(phase.apps[app]!.counters), 0);
}
