import { warpInstructions } from '../core/counters';
import { sumOf } from './epochSeries';
import type { SimulatorRun } from './simulatorRun';

/** The two halves of a window agree where no pace differs by more than this. */
const TOLERANCE = 0.05;
/** Cycles until a run is left whose paces stand still. */
const LOOK_CYCLES = 2048;

/** How fast relaunched applications go beside each other. */
export interface SteadyPaces {
  /** Warp instructions a core cycle, by application. */
  readonly ipc: readonly number[];
  /** The window that this is of: whole rounds of the application that ends fewest. */
  readonly fromCycle: number;
  readonly toCycle: number;
  /** False where the run came to its limit before the paces stood still. */
  readonly isSteady: boolean;
}

/** The end of a round of an application, with the warp instructions of all of them so far. */
export interface RoundEnd {
  readonly cycle: number;
  readonly instructions: readonly number[];
}

/**
 * Runs applications that are relaunched for ever until their paces stand still: each time the application that has ended
 * fewest rounds ends another one, windows of an even number of its rounds up to there are looked at, the longest first
 * and without its first round, until one is found of which both halves have the same paces within a twentieth.
 *
 * @param run not begun; the scenario's limit is the longest that it takes
 * @returns null where that came before the slowest application had ended two rounds
 */
export function steadyPaces(run: SimulatorRun): SteadyPaces | null {
  const { queue, counters } = run.machine;
  const ends = queue.plans.map((): RoundEnd[] => []);
  let found: SteadyPaces | null = null;
  run.run({
    progressCycles: LOOK_CYCLES,
    onProgress: () => found === null,
    onKernelChange: ({ cycles }) => {
      const instructions = queue.plans.map(({ kernels }) => warpInstructions(sumOf(counters, kernels)));
      for (const [app, rounds] of queue.rounds.entries()) {
        if (rounds === ends[app]!.length) continue;
        ends[app]!.push({ cycle: cycles, instructions });
        if (rounds === Math.min(...queue.rounds)) found ??= steadyWindow(ends[app]!);
      }
    },
  });
  return found ?? wholeWindow(ends);
}

/** The longest window of which both halves agree; null where there is none. */
export function steadyWindow(ends: readonly RoundEnd[]): SteadyPaces | null {
  const last = ends.length - 1;
  for (let half = last >> 1; half > 0; half--) {
    const [from, middle, to] = [ends[last - 2 * half]!, ends[last - half]!, ends[last]!];
    const [early, late] = [pacesOf(from, middle), pacesOf(middle, to)];
    if (early.every((pace, app) => alike(pace, late[app]!))) return windowOf(from, to, true);
  }
  return null;
}

const alike = (a: number, b: number): boolean => Math.max(a, b) <= Math.min(a, b) * (1 + TOLERANCE);

function wholeWindow(ends: readonly (readonly RoundEnd[])[]): SteadyPaces | null {
  const fewest = ends.reduce((a, b) => (b.length < a.length ? b : a));
  return fewest.length < 2 ? null : windowOf(fewest[0]!, fewest.at(-1)!, false);
}

function windowOf(from: RoundEnd, to: RoundEnd, isSteady: boolean): SteadyPaces {
  return { ipc: pacesOf(from, to), fromCycle: from.cycle, toCycle: to.cycle, isSteady };
}

function pacesOf(from: RoundEnd, to: RoundEnd): readonly number[] {
  const cycles = to.cycle - from.cycle;
  return to.instructions.map((count, app) => (count - from.instructions[app]!) / cycles);
}
