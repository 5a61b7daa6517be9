import {
  isPlayed,
  type PlayedPolicy,
  type QueueApplicationResult,
  type QueueReport,
} from '../../src/analysis/results/queueResult';
import type { Origin } from '../../src/kernel/origin';
import type { TimelineResult } from '../../src/analysis/results/timelineResult';
import { say } from '../../src/words';
import { span } from '../../src/words/format';
import { formatNumber, formatSlowdown } from './format';
import type { GanttSection } from './ganttLayout';
import { memoizeByObject } from './memoize';
import type { TableModel } from './table';
import { policyTitle } from './words';

/** Seconds of a plan in the nanoseconds of timelines. */
const NS = 1e9;

export const playedPolicies = ({ policies }: QueueReport): readonly PlayedPolicy[] =>
  policies.filter(isPlayed);

export const refusedPolicies = ({ policies }: QueueReport) =>
  policies.filter((policy) => 'refused' in policy);

/** The policy whose plan is drawn: the one that the user chose while it is there, else the shortest. */
export function shownPolicy(report: QueueReport, chosen: string | null): PlayedPolicy | null {
  const played = playedPolicies(report);
  const find = (id: string | null): PlayedPolicy | undefined => played.find((policy) => policy.id === id);
  return find(chosen) ?? find(report.chosen) ?? null;
}

/** What a time of a plan is: played from slowdowns that somebody measured or simulated, or that were assumed. */
export const planOrigin = ({ origin }: QueueReport): Origin =>
  origin === 'assumed' ? 'assumed' : 'predicted';

/** A plan as a timeline: a lane for each GPU, a bar for each job with its slowdown there. */
export function planTimeline(report: QueueReport, policy: PlayedPolicy): TimelineResult {
  return {
    title: policyTitle(policy.id),
    origin: planOrigin(report),
    bars: policy.plan.map(({ job, gpu, start, end, slowdown }) => ({
      lane: gpu,
      label: `${job} ${formatSlowdown(slowdown)}`,
      kind: 'kernel',
      startNs: start * NS,
      endNs: end * NS,
    })),
    makespanNs: policy.metrics.makespan * NS,
    smBusy: [],
  };
}

/** The plan that is shown, and below it the one that it is compared with: the first policy's. */
export const planSections = memoizeByObject((shown: PlayedPolicy) =>
  memoizeByObject((report: QueueReport): readonly GanttSection[] => {
    const [first] = playedPolicies(report);
    const policies = first === undefined || first.id === shown.id ? [shown] : [shown, first];
    return policies.map((policy) => ({
      title: policyTitle(policy.id),
      length: span(policy.metrics.makespan),
      timeline: planTimeline(report, policy),
      named: true,
    }));
  }),
);

/** One row a policy. */
export function policyTable(report: QueueReport): TableModel {
  const played = playedPolicies(report);
  const missed = played.some(({ metrics }) => metrics.targets > 0);
  return {
    columns: [
      { title: say('webview.queue.policy') },
      { title: say('webview.queue.makespan'), format: span },
      { title: say('webview.queue.ofFirst', { first: played[0]?.id ?? '' }), format: formatSlowdown },
      { title: say('webview.queue.stp'), format: (value) => formatNumber(value) },
      { title: say('webview.queue.meanSlowdown'), format: formatSlowdown },
      { title: say('webview.queue.worstJob'), format: formatSlowdown },
      { title: say('webview.queue.turnaround'), format: span },
      ...(missed ? [{ title: say('webview.queue.missed') }] : []),
    ],
    rows: played.map(({ id, relative, metrics }) => [
      policyTitle(id),
      metrics.makespan,
      relative,
      metrics.stp,
      metrics.antt,
      metrics.worstSlowdown,
      metrics.turnaround,
      ...(missed ? [metrics.missed] : []),
    ]),
  };
}

/** One row a job of a plan. */
export function planTable({ plan }: PlayedPolicy): TableModel {
  return {
    columns: [
      { title: say('webview.queue.job') },
      { title: say('webview.queue.gpu') },
      { title: say('webview.queue.submitted'), format: span },
      { title: say('webview.queue.start'), format: span },
      { title: say('webview.queue.end'), format: span },
      { title: say('webview.queue.slowdown'), format: formatSlowdown },
    ],
    rows: plan.map(({ job, gpu, submit, start, end, slowdown }) => [job, gpu, submit, start, end, slowdown]),
  };
}

/** One row an application and kind of GPU. */
export function applicationTable({ applications }: QueueReport): TableModel {
  return {
    columns: [
      { title: say('webview.queue.application') },
      { title: say('webview.queue.gpu') },
      { title: say('webview.queue.jobs') },
      { title: say('webview.queue.alone'), format: span },
      { title: say('webview.queue.averageSlowdown'), format: formatSlowdown },
      { title: say('webview.queue.class') },
    ],
    rows: applications.flatMap(({ name, jobs, kinds }) =>
      kinds.map(({ gpu, seconds, averageSlowdown, sensitive }) => [
        name,
        gpu,
        jobs,
        seconds,
        averageSlowdown,
        sensitive === null ? null : className(sensitive),
      ]),
    ),
  };
}

/** Whether neighbours slow an application down much, as a word. */
export const className = (sensitive: boolean): string =>
  sensitive ? say('webview.queue.sensitive') : say('webview.queue.robust');

/** The applications that have jobs, most jobs first. */
export function waitingApplications({ applications }: QueueReport): readonly QueueApplicationResult[] {
  return applications.filter(({ jobs }) => jobs > 0).sort((a, b) => b.jobs - a.jobs);
}
