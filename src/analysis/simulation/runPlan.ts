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

/** What a plan is made with. */
export interface PlanWishes {
  /** What simulations beside profiles have decided so far. */
  readonly fitted: FittedValues;
  /** Whether edits of blocks are to be tried: once all times are known, as only then other block sizes run. */
  readonly blocks: boolean;
}

/** Makes a plan. */
export type PlanMaker = (wishes: PlanWishes) => SimulationPlan | Promise<SimulationPlan>;

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
  let wishes: PlanWishes = { fitted: {}, blocks: false };
  let plan = await planFor(wishes);
  const known = (): SimulationSet => new SimulationSet(plan, (key) => outcomes.get(key));
  for (;;) {
    for (let set = known(); set.isOutdated; set = known()) {
      wishes = { ...wishes, fitted: { ...wishes.fitted, ...set.toBeApplied } };
      plan = await planFor(wishes);
    }
    if (!signal?.aborted) await listener.onSettled(known);
    if (signal?.aborted) return false;
    const { open, lacksBlocks } = known();
    if (open.length === 0 && !lacksBlocks) return true;
    const running = runner.run(open, ({ key }, outcome) => {
      outcomes.set(key, outcome);
      listener.onOutcome(known);
    });
    const next = lacksBlocks ? planBeside(planFor, (wishes = { ...wishes, blocks: true })) : plan;
    if (!(await running)) return false;
    plan = await next;
  }
}

/** A plan that is made while simulations run, once they have been handed out; a failure waits for whoever awaits it. */
function planBeside(planFor: PlanMaker, wishes: PlanWishes): Promise<SimulationPlan> {
  const plan = new Promise<void>((resolve) => setImmediate(resolve)).then(() => planFor(wishes));
  plan.catch(() => undefined);
  return plan;
}
