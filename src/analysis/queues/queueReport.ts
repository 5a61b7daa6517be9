import { averageSlowdowns, similarityOfPoints } from '../../predictors';
import type { SchedulerOutcome } from '../../sharing/queue/compareSchedulers';
import { isScheduled } from '../../sharing/queue/compareSchedulers';
import { featurePoints, queueFacts } from '../../sharing/queue/queueFacts';
import type { QueueModel } from '../../sharing/queue/queueModel';
import type { JobRun } from '../../sharing/queue/runQueue';
import type {
  PlannedJob,
  QueueApplicationResult,
  QueuePolicyResult,
  QueueReport,
  QueueSimilarity,
} from '../results/queueResult';
import type { PlayedQueue } from './playQueue';

/** Jobs of a plan that are sent to be drawn: more are no picture any more. */
const MOST_PLANNED = 2000;

/** Applications whose likeness can be drawn; clustering takes the cube of their number. */
const MOST_COMPARED = 100;

/**
 * What was played, for people: jobs by name, classes of applications, plans as long as can be drawn.
 *
 * @param expected what schedulers knew
 */
export function queueReport(
  model: QueueModel,
  expected: QueueModel,
  { outcomes, chosen, doubtful }: PlayedQueue,
  sensitiveAbove?: number,
): QueueReport {
  return {
    jobs: model.jobs.length,
    gpus: model.gpus.map(({ name }) => name),
    maxCoRun: model.maxCoRun,
    origin: model.origin,
    assumptions: model.assumptions,
    applications: applicationResults(expected, sensitiveAbove),
    similarity: similarityResult(model),
    policies: outcomes.map((outcome) => policyResult(model, outcome)),
    chosen: chosen?.id ?? null,
    doubtful,
  };
}

/** A plan with names, in the order in which jobs start. */
export function plannedJobs(model: QueueModel, runs: readonly JobRun[]): PlannedJob[] {
  return runs
    .map((run) => plannedJob(model, run))
    .sort((a, b) => a.start - b.start || a.gpu.localeCompare(b.gpu));
}

function plannedJob(model: QueueModel, { job, gpu, start, end, alone }: JobRun): PlannedJob {
  const { name, application, submit } = model.jobs[job]!;
  const { command } = model.applications[application]!;
  return {
    job: name,
    gpu: model.gpus[gpu]!.name,
    submit,
    start,
    end,
    slowdown: (end - start) / alone,
    ...(command === undefined ? {} : { command }),
  };
}

function policyResult(model: QueueModel, outcome: SchedulerOutcome): QueuePolicyResult {
  if (!isScheduled(outcome)) return outcome;
  const { id, relative, metrics, runs } = outcome;
  const plan = plannedJobs(model, runs);
  return {
    id,
    relative,
    metrics,
    plan: plan.slice(0, MOST_PLANNED),
    omitted: Math.max(plan.length - MOST_PLANNED, 0),
  };
}

/** Applications with the class that schedulers see, and the average slowdown that makes it. */
export function applicationResults(
  model: QueueModel,
  sensitiveAbove?: number,
): readonly QueueApplicationResult[] {
  const { applications, kinds, pairs, jobs } = model;
  const facts = queueFacts(model, sensitiveAbove);
  const averages = pairs.map((rows) => averageSlowdowns(rows.map((row) => [...row.values()])));
  const counts = new Map<number, number>();
  for (const { application } of jobs) counts.set(application, (counts.get(application) ?? 0) + 1);
  return applications.map(({ name }, at) => ({
    name,
    jobs: counts.get(at) ?? 0,
    kinds: kinds.map((gpu, kind) => {
      const average = averages[kind]![at] ?? null;
      return {
        gpu,
        seconds: facts.seconds(at, kind),
        averageSlowdown: average === null ? null : 1 + average,
        sensitive: facts.sensitive(at, kind),
      };
    }),
  }));
}

function similarityResult(model: QueueModel): QueueSimilarity | null {
  const points = featurePoints(model);
  if (points === null || points.length < 2 || points.length > MOST_COMPARED) return null;
  const { partners, distances, merges, cophenetic } = similarityOfPoints(points);
  return {
    metrics: points[0]!.length,
    distances,
    merges,
    cophenetic,
    leastSimilar: partners.map(({ other }) => other),
  };
}
