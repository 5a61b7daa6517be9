import { leastLoaded } from '../../predictors/queueing';
import type { Cluster, Dispatch, Dispatcher, WaitingJob } from '../../predictors/schedulerPort';
import { createRandom, type RandomStream } from '../../stats/random';
import type { QueueModel } from './queueModel';
import { queueMetrics } from './queueMetrics';
import { runQueue, type JobRun } from './runQueue';

/** A plan: in which order jobs start, and which of them wait for a GPU of their own to start on. */
interface StartPlan {
  readonly order: readonly number[];
  /** By job: whether it starts on an empty GPU only. */
  readonly alone: readonly boolean[];
}

/** Starts jobs strictly in the order of a plan, each on the least loaded GPU. */
class Planned implements Dispatcher {
  private readonly waiting = new Map<number, WaitingJob>();
  private at = 0;

  constructor(private readonly plan: StartPlan) {}

  submit(job: WaitingJob): void {
    this.waiting.set(job.job, job);
  }

  next(cluster: Cluster): Dispatch | null {
    const job = this.waiting.get(this.plan.order[this.at]!);
    if (job === undefined) return null;
    const open = this.plan.alone[job.job]!
      ? cluster.open.filter(({ running }) => running.length === 0)
      : cluster.open;
    const gpu = leastLoaded({ ...cluster, open, canHost: cluster.canHost }, job.application);
    if (gpu === null) return null;
    this.at++;
    return { job: job.job, gpu };
  }
}

/** The shortest run that was found, and how many plans were tried. */
export interface FoundPlan {
  readonly runs: readonly JobRun[];
  readonly makespan: number;
  readonly tried: number;
}

export interface PlanSearchOptions {
  /** Plans that are run. */
  readonly tries: number;
  readonly seed: number;
}

/**
 * The plan with the shortest makespan that a local search finds, with all slowdowns known: what schedulers are measured by.
 * From the starts given it swaps and moves jobs, and lets them wait for an empty GPU; what is no worse is kept. No proof that
 * nothing is shorter.
 *
 * @param starts runs to begin from, at least one; the best of them is improved
 */
export function searchPlan(
  model: QueueModel,
  starts: readonly (readonly JobRun[])[],
  { tries, seed }: PlanSearchOptions,
): FoundPlan {
  const random = createRandom(seed);
  const given = shortest(starts.map((runs) => ({ runs, makespan: queueMetrics(model, runs).makespan })));
  let best = shortest(starts.map((runs) => tried(model, planOf(runs))));
  for (let at = 0; at < tries; at++) {
    const next = tried(model, changed(best.plan, random));
    if (next.makespan <= best.makespan) best = next;
  }
  // A scheduler may do what no plan says, such as choosing a GPU that is not the least loaded.
  const { runs, makespan } = given.makespan < best.makespan ? given : best;
  return { runs, makespan, tried: tries + starts.length };
}

const shortest = <T extends { readonly makespan: number }>(found: readonly T[]): T =>
  found.reduce((a, b) => (b.makespan < a.makespan ? b : a));

interface TriedPlan {
  readonly plan: StartPlan;
  readonly runs: readonly JobRun[];
  readonly makespan: number;
}

function tried(model: QueueModel, plan: StartPlan): TriedPlan {
  const runs = runQueue(model, new Planned(plan));
  return { plan, runs, makespan: queueMetrics(model, runs).makespan };
}

/** The order in which jobs started; those that met an empty GPU wait for one. */
function planOf(runs: readonly JobRun[]): StartPlan {
  const order = [...runs].sort((a, b) => a.start - b.start || a.gpu - b.gpu || a.job - b.job);
  const alone = runs.map(
    (run) =>
      !runs.some(
        (other) => other !== run && other.gpu === run.gpu && other.start < run.start && other.end > run.start,
      ),
  );
  return { order: order.map(({ job }) => job), alone };
}

function changed({ order, alone }: StartPlan, random: RandomStream): StartPlan {
  const jobs = order.length;
  const [a, b] = [random.below(jobs), random.below(jobs)];
  const kind = random.below(3);
  if (kind === 2) return { order, alone: alone.map((own, job) => (job === order[a] ? !own : own)) };
  const next = [...order];
  if (kind === 0) [next[a], next[b]] = [next[b]!, next[a]!];
  else next.splice(b, 0, ...next.splice(a, 1));
  return { order: next, alone };
}
