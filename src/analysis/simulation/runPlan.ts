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

/**
 * Runs what is not known yet of a plan, until nothing is open: outcomes open further tasks.
 *
 * @returns false when the runner was ended early
 */
export async function runPlan(
  plan: SimulationPlan,
  runner: TaskRunner,
  outcomes: OutcomeMap,
  listener: PlanListener,
): Promise<boolean> {
  const known = (): SimulationSet => new SimulationSet(plan, (key) => outcomes.get(key));
  for (let set = known(); set.open.length > 0; set = known()) {
    await listener.onSettled(known);
    const complete = await runner.run(set.open, ({ key }, outcome) => {
      outcomes.set(key, outcome);
      listener.onOutcome(known);
    });
    if (!complete) return false;
  }
  await listener.onSettled(known);
  return true;
}
