import { type FittedValues } from '../fitting/fittedNumbers';
import { SimulationSet, type SimulationPlan } from './simulationSet';
import type { SimulationTask, TaskOutcome } from './task';

/** Runs tasks, in their order as far as it can; false when it was ended early. */
export interface TaskRunner {
  run(
    tasks: readonly SimulationTask[],
    onOutcome: (task: SimulationTask, outcome: TaskOutcome) => void,
  ): Promise<boolean>;
}

/** Where outcomes are kept, by the keys of their tasks. */
export interface OutcomeMap {
  get(key: string): TaskOutcome | undefined;
  set(key: string, outcome: TaskOutcome): void;
}

/** Who is told how far a plan is; `known` makes the set of what is known by then. */
export interface PlanListener {
  /** After every outcome. */
  onOutcome(known: () => SimulationSet): void;
  /** Whenever nothing runs: before the first task, between rounds, at the end. What runs next waits for it. */
  onSettled(known: () => SimulationSet): void | Promise<void>;
}

/** Makes a plan with what simulations beside profiles have decided so far. */
export type PlanMaker = (fitted: FittedValues) => SimulationPlan | Promise<SimulationPlan>;

/**
 * Runs what is not known yet of a plan, until nothing is open: outcomes open further tasks, and ask for a better
 * plan where they decide numbers of programs.
 *
 * @returns false when the runner, or `signal`, ended it early
 */
export async function runPlan(
  planFor: PlanMaker,
  runner: TaskRunner,
  outcomes: OutcomeMap,
  listener: PlanListener,
  signal?: AbortSignal,
): Promise<boolean> {
  let fitted: FittedValues = {};
  let plan = await planFor(fitted);
  const known = (): SimulationSet => new SimulationSet(plan, (key) => outcomes.get(key));
  for (;;) {
    for (let set = known(); set.isOutdated; set = known())
      plan = await planFor((fitted = { ...fitted, ...set.toBeApplied }));
    if (!signal?.aborted) await listener.onSettled(known);
    if (signal?.aborted) return false;
    const { open } = known();
    if (open.length === 0) return true;
    const complete = await runner.run(open, ({ key }, outcome) => {
      outcomes.set(key, outcome);
      listener.onOutcome(known);
    });
    if (!complete) return false;
  }
}
