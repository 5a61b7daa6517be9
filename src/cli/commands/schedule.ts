import {
  playQueue,
  QUEUE_BOUND,
  QUEUE_TRIES,
  SEARCHED_JOBS,
  usualTries,
  type PlayedQueue,
} from '../../analysis/queues/playQueue';
import { applicationResults, plannedJobs } from '../../analysis/queues/queueReport';
import type { PredictedQueue } from '../../analysis/queues/toldQueue';
import type { PlannedJob } from '../../analysis/results/queueResult';
import { writeWhole } from '../../files/writeFile';
import { message } from '../../kernel/message';
import { ORIGIN_MARK } from '../../kernel/origin';
import { isScheduled } from '../../sharing/queue/compareSchedulers';
import { planScript } from '../../sharing/queue/planScript';
import { SHARED_RESOURCES, slurmScript, type SharedResource } from '../../sharing/queue/slurmScript';
import type { QueueModel } from '../../sharing/queue/queueModel';
import type { JobRun } from '../../sharing/queue/runQueue';
import { schedulers } from '../../sharing/queue/schedulers';
import { factor, span } from '../../words/format';
import { say } from '../../words/say';
import { queueTrace } from '../../words/texts/queueTrace';
import { table } from '../../words/texts/table';
import type { ScheduleAnswer } from '../answers';
import { text, UsageError, whole, type Command, type OptionValues } from '../command';
import { QUEUE_OPTIONS, QUEUE_USAGE, readQueue } from '../queueInput';
import { restsOn } from '../restsOn';

const SHOWN_JOBS = 40;

export const schedule: Command = {
  name: 'schedule',
  summary: message('cli.schedule.summary'),
  usage: `QUEUE.json ${QUEUE_USAGE} [--policy ID,ID…] [--max-slowdown X] [--tries N] [--trace FILE] [--script FILE] [--sbatch FILE] [--gres NAME] [--seed N] [--json]`,
  takes: message('cli.takes.queue'),
  options: {
    ...QUEUE_OPTIONS,
    policy: {
      type: 'string',
      value: 'ID,ID…',
      help: message('cli.schedule.policy', { known: schedulers(QUEUE_BOUND).map(({ id }) => id) }),
      otherwise: message('cli.option.all'),
    },
    'max-slowdown': {
      type: 'string',
      value: 'X',
      help: message('cli.schedule.maxSlowdown'),
      otherwise: QUEUE_BOUND,
    },
    tries: {
      type: 'string',
      value: 'N',
      help: message('cli.schedule.tries'),
      otherwise: message('cli.schedule.triesOf', { tries: QUEUE_TRIES, jobs: SEARCHED_JOBS }),
    },
    trace: { type: 'string', value: 'FILE', help: message('cli.schedule.trace') },
    script: { type: 'string', value: 'FILE', help: message('cli.schedule.script') },
    sbatch: { type: 'string', value: 'FILE', help: message('cli.schedule.sbatch') },
    gres: {
      type: 'string',
      value: 'NAME',
      help: message('cli.schedule.gres', { known: SHARED_RESOURCES }),
      otherwise: SHARED_RESOURCES[0],
    },
    seed: { type: 'string', value: 'N', help: message('cli.schedule.seed'), otherwise: 1 },
  },
  run: async ({ positionals, options, note }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError(say('cli.fault.oneQueue'));
    const { sensitiveAbove, predicted } = await readQueue(file, options, note);
    const { played: model, expected, gainError } = predicted;
    const played = playQueue(model, askedSchedulers(options), {
      sensitiveAbove,
      expected,
      gainError,
      tries: whole(options, 'tries', 0, usualTries(model)),
      seed: whole(options, 'seed', 0, 1),
    });
    const { chosen } = played;
    if (chosen !== null) await writePlan(model, chosen.runs, options);
    if (sharesOneGpu(model, options)) note(say('cli.schedule.oneGpu'));
    const answer = answerOf(predicted, played, sensitiveAbove);
    return { json: answer, text: report(answer), exitCode: chosen === null ? 1 : 0 };
  },
};

async function writePlan(model: QueueModel, runs: readonly JobRun[], options: OptionValues): Promise<void> {
  const [trace, script, sbatch] = [text(options, 'trace'), text(options, 'script'), text(options, 'sbatch')];
  if (trace !== undefined) await writeWhole(trace, queueTrace(model, runs));
  if (script !== undefined) await writeWhole(script, planScript(model, runs));
  if (sbatch !== undefined) await writeWhole(sbatch, slurmScript(model, runs, resourceOf(options)));
}

/** Whether the plan is for several GPUs and Slurm would use one of a node at a time. */
const sharesOneGpu = (model: QueueModel, options: OptionValues): boolean =>
  text(options, 'sbatch') !== undefined && resourceOf(options) === 'mps' && model.gpus.length > 1;

function resourceOf(options: OptionValues): SharedResource {
  const given = text(options, 'gres') ?? SHARED_RESOURCES[0];
  const found = SHARED_RESOURCES.find((one) => one === given);
  if (found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--gres', known: SHARED_RESOURCES }));
  return found;
}

function askedSchedulers(options: OptionValues) {
  const given = text(options, 'max-slowdown');
  const bound = given === undefined ? QUEUE_BOUND : Number(given);
  if (!(bound >= 1) || !Number.isFinite(bound))
    throw new UsageError(say('cli.maxSlowdown', { option: '--max-slowdown', given: given! }));
  const all = schedulers(bound);
  const ids = text(options, 'policy')?.split(',');
  return (ids ?? all.map(({ id }) => id)).map((id) => {
    const found = all.find((each) => each.id === id);
    if (found === undefined)
      throw new UsageError(say('cli.fault.oneOf', { option: '--policy', known: all.map((each) => each.id) }));
    return found;
  });
}

function answerOf(
  { played: model, expected, notes }: PredictedQueue,
  { outcomes, chosen, doubtful }: PlayedQueue,
  sensitiveAbove: number | undefined,
): ScheduleAnswer {
  return {
    jobs: model.jobs.length,
    gpus: model.gpus.map(({ name }) => name),
    maxCoRun: model.maxCoRun,
    origin: model.origin,
    assumptions: [...notes, ...model.assumptions],
    applications: applicationResults(expected, sensitiveAbove),
    policies: outcomes.map((outcome) =>
      isScheduled(outcome)
        ? { id: outcome.id, relative: outcome.relative, ...outcome.metrics }
        : { id: outcome.id, refused: outcome.refused },
    ),
    chosen: chosen?.id ?? null,
    doubtful,
    plan: chosen === null ? [] : plannedJobs(model, chosen.runs),
  };
}

function report(answer: ScheduleAnswer): string {
  const { jobs, gpus, maxCoRun, origin, chosen, doubtful, plan } = answer;
  const head = say('cli.schedule.head', { jobs, gpus: gpus.length, maxCoRun, mark: ORIGIN_MARK[origin] });
  return [
    head,
    policies(answer),
    ...(doubtful === null ? [] : [say('cli.schedule.doubtful', { ...doubtful, policy: doubtful.id })]),
    ...(chosen === null ? [] : [[planHead(answer), planned(plan)].join('\n\n')]),
    ...(plan.length > SHOWN_JOBS ? [say('cli.schedule.more', { more: plan.length - SHOWN_JOBS })] : []),
    ...restsOn(answer.assumptions),
  ].join('\n\n');
}

const planHead = ({ chosen, doubtful }: ScheduleAnswer): string =>
  say(doubtful === null ? 'cli.schedule.plan' : 'cli.schedule.planOf', { policy: chosen! });

function policies({ policies: all }: ScheduleAnswer): string {
  const rows = all.flatMap((each) =>
    'refused' in each
      ? []
      : [
          [
            each.id,
            span(each.makespan),
            factor(each.relative),
            each.stp.toFixed(1),
            factor(each.antt),
            factor(each.worstSlowdown),
            span(each.turnaround),
            ...(each.targets > 0 ? [`${each.missed}`] : []),
          ],
        ],
  );
  const missed = all.some((each) => !('refused' in each) && each.targets > 0);
  const head = [
    say('cli.schedule.policyColumn'),
    say('cli.order.makespan'),
    say('cli.schedule.relative', { first: rows[0]?.[0] ?? '' }),
    say('cli.schedule.stp'),
    say('cli.schedule.antt'),
    say('cli.schedule.worst'),
    say('cli.schedule.turnaround'),
    ...(missed ? [say('cli.schedule.missed')] : []),
  ];
  const refused = all.flatMap((each) =>
    'refused' in each ? [say('cli.schedule.refused', { policy: each.id, reason: each.refused })] : [],
  );
  return [table(head, rows), ...(refused.length > 0 ? [refused.join('\n')] : [])].join('\n\n');
}

function planned(plan: readonly PlannedJob[]): string {
  const rows = plan
    .slice(0, SHOWN_JOBS)
    .map(({ job, gpu, start, end, slowdown }) => [job, gpu, span(start), span(end), factor(slowdown)]);
  const head = [
    say('cli.schedule.job'),
    say('cli.schedule.gpu'),
    say('cli.schedule.start'),
    say('cli.schedule.end'),
    say('cli.column.slowdown'),
  ];
  return table(head, rows);
}
