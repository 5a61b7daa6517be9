import { fairnessOf, meetsTarget, throughputOf } from '../../kernel/coRunMetrics';
import { forecastSlowdowns, type SplitForecast } from '../forecast';
import type { AllocationPolicy, GoalWithSearch, SplitSearch } from '../port';

/**
 * HSM-Fair and HSM-QoS (section 4.3). Both move SMs at once by as many as the line of section 4.2 asks for: progress in
 * proportion to SMs, through the origin. Nobody is given more SMs than it has blocks (section 2.3.1), and everybody
 * keeps one.
 */

/** Fairness below which HSM-Fair acts (section 4.3). */
const FAIR_THRESHOLD = 0.9;

const progressOf = (slowdowns: readonly number[]): number[] => slowdowns.map((slowdown) => 1 / slowdown);

/** HSM-Fair: alike progress. */
export function hsmFair(threshold = FAIR_THRESHOLD): GoalWithSearch {
  const score = (slowdowns: readonly number[]): number => fairnessOf(progressOf(slowdowns));
  const policy: AllocationPolicy = { isSatisfied: (slowdowns) => score(slowdowns) >= threshold, score };
  return { policy, search: fairSearch };
}

/** From the application with the most progress to that with the least, until both are alike; also among more than two. */
const fairSearch: SplitSearch = (start, forecasts, goal) => {
  const slowdowns = forecastSlowdowns(forecasts, start);
  if (goal.isSatisfied(slowdowns)) return [...start];
  const lines = linesAt(start, forecasts, progressOf(slowdowns));
  const byProgress = lines.toSorted((a, b) => a.progress - b.progress);
  const [poor, rich] = [byProgress[0]!, byProgress.at(-1)!];
  return moved(start, rich, poor, Math.round(smsToBalance(rich, poor)));
};

/** An application's line at its split. */
interface ProgressLine {
  readonly app: number;
  readonly progress: number;
  /** ĝ_k: progress for each SM that it can use. */
  readonly gradient: number;
  /** SMs that it has beyond its blocks. */
  readonly idle: number;
  /** SMs that it could use beyond those that it has. */
  readonly room: number;
}

function linesAt(
  sms: readonly number[],
  forecasts: readonly SplitForecast[],
  progress: readonly number[],
): ProgressLine[] {
  return progress.map((value, app) => {
    const most = forecasts[app]!.mostSms ?? Infinity;
    const own = sms[app]!;
    const used = Math.min(own, most);
    return { app, progress: value, gradient: value / used, idle: own - used, room: Math.max(0, most - own) };
  });
}

/** SMs after whose move two lines meet; SMs without blocks cost nothing. */
function smsToBalance(rich: ProgressLine, poor: ProgressLine): number {
  const unused = (rich.progress - poor.progress) / poor.gradient;
  if (unused <= rich.idle) return unused;
  const lead = rich.progress + rich.gradient * rich.idle - poor.progress;
  return lead / (rich.gradient + poor.gradient);
}

/** What HSM-QoS is to reach. */
export interface QosGoal {
  /** The application with high priority. */
  readonly app: number;
  /** Its normalised progress, above 0 and at most 1. */
  readonly target: number;
  /** Progress above which it gives SMs back: halfway to 1 where nothing is said, as the paper's 0.9 is for 0.8. */
  readonly threshold?: number;
}

/** HSM-QoS: between target and threshold nothing moves; beside that, what the others progress counts. */
export function hsmQos(goal: QosGoal): GoalWithSearch {
  const { app, target, threshold = (1 + target) / 2 } = goal;
  const own = (slowdowns: readonly number[]): number => 1 / slowdowns[app]!;
  const policy: AllocationPolicy = {
    isSatisfied: (slowdowns) => meetsTarget(own(slowdowns), target) && own(slowdowns) <= threshold,
    score: (slowdowns) =>
      meetsTarget(own(slowdowns), target)
        ? throughputOf(progressOf(slowdowns).filter((_, other) => other !== app))
        : own(slowdowns) - target,
  };
  return { policy, search: qosSearch(goal) };
}

/**
 * The application with high priority gets just the SMs that its line asks for at the target. What it lacks is taken
 * from the others where an SM is worth least; what it frees goes where an SM is worth most, so that the sum of
 * progress, and with it throughput, is largest.
 */
function qosSearch({ app, target }: QosGoal): SplitSearch {
  return (start, forecasts, goal) => {
    const slowdowns = forecastSlowdowns(forecasts, start);
    if (goal.isSatisfied(slowdowns)) return [...start];
    const lines = linesAt(start, forecasts, progressOf(slowdowns));
    const needed = Math.ceil(target / lines[app]!.gradient - ROUNDING) - start[app]!;
    return needed > 0 ? taken(start, lines, app, needed) : given(start, lines, app, -needed);
  };
}

/** A target that is met by a whole number of SMs asks for no further one. */
const ROUNDING = 1e-9;

/** All but one application, the one with the steepest line first. */
const othersOf = (lines: readonly ProgressLine[], app: number): ProgressLine[] =>
  lines.filter((line) => line.app !== app).sort((a, b) => b.gradient - a.gradient);

function taken(
  start: readonly number[],
  lines: readonly ProgressLine[],
  app: number,
  count: number,
): number[] {
  const goal = start[app]! + Math.min(count, lines[app]!.room);
  return othersOf(lines, app)
    .toReversed()
    .reduce<number[]>((sms, other) => moved(sms, other, lines[app]!, goal - sms[app]!), [...start]);
}

/** Nobody gets more than its line needs to run as alone, but the last takes what is left. */
function given(
  start: readonly number[],
  lines: readonly ProgressLine[],
  app: number,
  count: number,
): number[] {
  const goal = start[app]! - count;
  return othersOf(lines, app).reduce<number[]>(
    (sms, other, place, others) => {
      const left = sms[app]! - goal;
      const useful = Math.ceil((1 - other.progress) / other.gradient - ROUNDING);
      return moved(sms, lines[app]!, other, place === others.length - 1 ? left : Math.min(left, useful));
    },
    [...start],
  );
}

/** SMs handed on, as far as the giver keeps one and the taker has blocks for them. */
function moved(sms: readonly number[], from: ProgressLine, to: ProgressLine, count: number): number[] {
  const most = Math.max(0, Math.min(count, sms[from.app]! - 1, to.room));
  return sms.map((own, app) => own - (app === from.app ? most : 0) + (app === to.app ? most : 0));
}
