import type { Phase } from './counting/phaseSeries';
import { ProgressCurve } from './themis/progressCurve';
import type { KernelSlowdown } from './themis/slowdownModel';

/** What an application would lose under allocations that need not have been tried. */
export interface Outlook {
  /** @param allocation SMs of every application */
  at(allocation: readonly number[]): KernelSlowdown;
}

/** What a predictor makes of an epoch for one application. */
export interface Expectation {
  /** What the kernel that runs at its end lost in it. */
  readonly lost: KernelSlowdown;
  /** What that kernel would lose elsewhere. */
  readonly outlook: Outlook;
}

/** Proactive prediction: sees epoch by epoch how a co-run goes, and tells how it would go elsewhere. */
export interface ProactivePredictor {
  /** @param epoch phases at one allocation, at least one */
  observe(epoch: readonly Phase[]): readonly Expectation[];
}

/** The paper's outlook: interference stays as it is, scaling follows a curve (equations 9 and 10). */
export function constantInterference(app: number, curve: ProgressCurve, interference: number): Outlook {
  return { at: (allocation) => ({ scalability: 1 / curve.at(allocation[app]!), interference }) };
}

/**
 * As `constantInterference`, of an application that was seen under one allocation only.
 *
 * @param sms those that it had
 * @param lost what it lost on them
 * @param total SMs of the GPU
 */
export function curveOutlook(app: number, sms: number, lost: KernelSlowdown, total: number): Outlook {
  const curve = new ProgressCurve(total);
  curve.add(sms, 1 / lost.scalability);
  return constantInterference(app, curve, lost.interference);
}

export const slowdownOf = ({ scalability, interference }: KernelSlowdown): number =>
  scalability * interference;

/** Slowdowns under an allocation. */
export function expectedSlowdowns(outlooks: readonly Outlook[], allocation: readonly number[]): number[] {
  return outlooks.map((outlook) => slowdownOf(outlook.at(allocation)));
}

/** Phases of an epoch in which an application ran the kernel that it runs at the epoch's end. */
export function currentPhases(epoch: readonly Phase[], app: number): Phase[] {
  const { kernel } = epoch.at(-1)!.apps[app]!;
  return epoch.filter(({ apps }) => apps[app]!.active && apps[app]!.kernel === kernel);
}
