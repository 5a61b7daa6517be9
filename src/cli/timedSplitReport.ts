import type { GpuSpec } from '../kernel/gpuSpec';
import type { ErrorBound } from '../kernel/prediction';
import { ORIGIN_MARK } from '../kernel/origin';
import { words } from '../words';
import { errorLine } from '../words/errorLine';
import { duration, factor, percent } from '../words/format';
import { say } from '../words/say';
import { goalVerdict, guardText } from '../words/texts/goalTexts';
import { table } from '../words/texts/table';
import { titleOf } from '../words/titleOf';
import type { SharedSplit } from '../sharing/allocate/sharedSplit';
import type { TimedSplit } from '../sharing/allocate/timedSplit';
import { appliedText, wantedOf } from './appliedText';

/** What `corun split` prints of applications by their measured times. */
export function timedSplitReport(answer: TimedSplit, gpu: GpuSpec): string {
  return splitReport(say('cli.split.head', { gpu: gpu.name, sms: gpu.sms }), answer);
}

/** Who gets what, and how it is applied. */
export function splitReport(head: string, answer: SharedSplit): string {
  const { apps, goal, throughput, even, applied, notApplied, warnings } = answer;
  const rows = apps.map((one) => [
    one.name,
    String(one.sms),
    duration(one.us * 1e3),
    factor(one.slowdown),
    factor(one.scalability),
    factor(one.interference),
    errorOf(one.error),
    percent(one.progress),
    wantedOf(one),
  ]);
  const evenText = say('cli.split.even', {
    sms: even.sms.join(':'),
    slowdowns: even.slowdowns.map(factor),
    stp: even.throughput,
  });
  return [
    head,
    table(headings(goal), rows),
    goalVerdict(answer),
    `${say('cli.split.throughput', { stp: throughput })} ${evenText}`,
    ...[guardText(answer)].filter((line) => line !== null),
    ...(applied === null ? [] : appliedText(applied, answer)),
    ...(notApplied === null ? [] : [say('allocate.notApplicable', { reason: notApplied })]),
    ...errorLines(apps),
    ...warnings.map((line) => say('cli.warning', { line: words(line) })),
  ].join('\n');
}

const errorOf = (error: ErrorBound): string => (error.metric === null ? '' : `±${percent(error.mean)}`);

/** The error of each kind of application, once. */
function errorLines(apps: SharedSplit['apps']): string[] {
  const lines = new Map<string, string[]>();
  for (const { name, error } of apps)
    lines.set(errorLine(error), [...(lines.get(errorLine(error)) ?? []), name]);
  return [...lines].map(([line, names]) => (lines.size === 1 ? line : `${names.join(', ')}: ${line}`));
}

const headings = (goal: SharedSplit['goal']): string[] => [
  say('cli.column.application'),
  titleOf('resource', 'SMs'),
  `${say('cli.split.time')} ${ORIGIN_MARK.predicted}`,
  `${say('cli.column.slowdown')} ${ORIGIN_MARK.predicted}`,
  say('cli.column.scalability'),
  say('cli.column.interference'),
  say('cli.split.error'),
  say('cli.column.progress'),
  goal.kind === 'fair' ? say('cli.column.weight') : say('cli.column.target'),
];
