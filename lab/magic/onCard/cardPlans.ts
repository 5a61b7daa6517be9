import { queueFacts } from '../../../src/sharing/queue/queueFacts';
import { queueMetrics, type QueueMetrics } from '../../../src/sharing/queue/queueMetrics';
import type { QueueModel } from '../../../src/sharing/queue/queueModel';
import { searchPlan } from '../../../src/sharing/queue/planSearch';
import { planStarts } from '../../../src/sharing/queue/planStarts';
import { runQueue, type JobRun } from '../../../src/sharing/queue/runQueue';
import { schedulers } from '../../../src/sharing/queue/schedulers';
import { cardModel, shuffled, type CardJob, type ToldPairs } from './cardQueues';
import type { CardSetting } from '../cardPairs';

/**
 * When a job starts, in the plan's order: as soon as there is a free place; once those that the plan has ended before it have
 * ended; or as a plan's script has it start.
 */
export type StartRule = 'order' | 'ended' | 'place';

/** A plan for the card, and what was told of it before it ran. */
export interface CardPlan {
  readonly policy: string;
  readonly told: Pick<QueueMetrics, 'makespan' | 'stp' | 'antt'>;
  /** Jobs in the order in which they start, each with how many may run and which of this list have to have ended. */
  readonly starts: readonly {
    readonly application: string;
    readonly runs: number;
    readonly beside: number;
    readonly after: readonly number[];
  }[];
}

/** Jobs with what is measured and told of their pairs, and how many run at a time. */
export interface CardQuestion {
  readonly root: string;
  readonly setting: CardSetting;
  readonly jobs: readonly CardJob[];
  readonly maxCoRun: number;
  readonly told: ToldPairs | null;
  readonly seed: number;
}

const TRIES = 3000;
const RANDOM_ORDERS = 3;
const BOUND = 2;

/**
 * Plans of all policies, those that may wait by each rule. Makespans are told by measured pairs, those of plans from told
 * pairs by these.
 */
export function cardPlans(question: CardQuestion): readonly CardPlan[] {
  const { root, setting, jobs, maxCoRun, told, seed } = question;
  const model = cardModel(root, setting, jobs, maxCoRun);
  const random = Array.from({ length: RANDOM_ORDERS }, (_, at): CardPlan => {
    const order = shuffled(jobs, seed * 10 + at);
    const drawn = cardModel(root, setting, order, maxCoRun);
    return planOf(`random-${at + 1}`, played(drawn, 'fcfs'), 'order', drawn, order);
  });
  const byRules = (policy: string, runs: readonly JobRun[], of = model): CardPlan[] => [
    planOf(policy, runs, 'ended', of, jobs),
    planOf(`${policy}-place`, runs, 'place', of, jobs),
  ];
  const byTraces = told === null ? null : cardModel(root, setting, jobs, maxCoRun, told);
  return [
    ...['fcfs', 'similarity', 'inferbin'].map((id) => planOf(id, played(model, id), 'order', model, jobs)),
    planOf('slowdown-order', played(model, 'slowdown'), 'order', model, jobs),
    ...byRules('slowdown', played(model, 'slowdown')),
    ...byRules('slowdown-2', played(model, 'slowdown', BOUND)),
    ...(byTraces === null
      ? []
      : [
          ...byRules('slowdown-told', played(byTraces, 'slowdown'), byTraces),
          ...byRules('best-told', bestPlan(byTraces, seed), byTraces),
        ]),
    ...byRules('best-found', bestPlan(model, seed)),
    ...random,
  ];
}

/** The shortest plan that a search from order of arrival and ours finds. */
export const bestPlan = (model: QueueModel, seed: number): readonly JobRun[] =>
  searchPlan(model, [played(model, 'fcfs'), played(model, 'slowdown')], { tries: TRIES, seed }).runs;

/** What a scheduler makes of a queue. */
export function played(model: QueueModel, id: string, bound = Infinity): readonly JobRun[] {
  const scheduler = schedulers(bound).find((each) => each.id === id)!;
  return runQueue(model, scheduler.dispatcher(queueFacts(model)));
}

function planOf(
  policy: string,
  runs: readonly JobRun[],
  rule: StartRule,
  model: QueueModel,
  jobs: readonly CardJob[],
): CardPlan {
  const { makespan, stp, antt } = queueMetrics(model, runs);
  return { policy, told: { makespan, stp, antt }, starts: startsOf(model, runs, rule, jobs) };
}

/** Ends that differ by less are one: sums of parts are rounded. */
const SAME_SECONDS = 1e-6;

/** A job of a plan by a rule: how many may run beside it, and which have to have ended. */
export interface RuledStart {
  readonly job: number;
  readonly beside: number;
  readonly after: readonly number[];
}

/** Starts of one GPU in the order of a plan. */
export function startsByRule(
  model: QueueModel,
  runs: readonly JobRun[],
  rule: StartRule,
): readonly RuledStart[] {
  const starts = planStarts(model, runs);
  return starts.map(({ run, beside, after }, place) => {
    const ended = starts
      .slice(0, place)
      .flatMap((earlier) => (earlier.run.end <= run.start + SAME_SECONDS ? [earlier.run.job] : []));
    return {
      job: run.job,
      beside: rule === 'place' ? beside : model.maxCoRun - 1,
      after: rule === 'order' ? [] : rule === 'ended' ? ended : after,
    };
  });
}

function startsOf(
  model: QueueModel,
  runs: readonly JobRun[],
  rule: StartRule,
  jobs: readonly CardJob[],
): CardPlan['starts'] {
  const starts = startsByRule(model, runs, rule);
  const placeOf = new Map(starts.map(({ job }, place) => [job, place]));
  return starts.map(({ job, beside, after }) => {
    const { application, runs: count } = jobs[job]!;
    return { application, runs: count, beside, after: after.map((other) => placeOf.get(other)!) };
  });
}
