import type { GpuSpec } from '../kernel/gpuSpec';
import { ORIGIN_MARK } from '../kernel/origin';
import { words } from '../words';
import { errorLine } from '../words/errorLine';
import { duration, factor, percent } from '../words/format';
import { say } from '../words/say';
import { goalVerdict, guardText } from '../words/texts/goalTexts';
import { table } from '../words/texts/table';
import { titleOf } from '../words/titleOf';
import type { SplitAnswer } from './answers';
import { appliedText, wantedOf } from './appliedText';

/** What `corun split` prints. */
export function timedSplitReport(answer: SplitAnswer, gpu: GpuSpec): string {
  const { apps, goal, throughput, even, applied, notApplied, error, warnings } = answer;
  const rows = apps.map((one) => [
    one.name,
    String(one.sms),
    duration(one.us * 1e3),
    factor(one.slowdown),
    factor(one.scalability),
    factor(one.interference),
    percent(one.progress),
    wantedOf(one),
  ]);
  const evenText = say('cli.split.even', {
    sms: even.sms.join(':'),
    slowdowns: even.slowdowns.map(factor),
    stp: even.throughput,
  });
  return [
    say('cli.split.head', { gpu: gpu.name, sms: gpu.sms }),
    table(headings(goal), rows),
    goalVerdict(answer),
    `${say('cli.split.throughput', { stp: throughput })} ${evenText}`,
    ...[guardText(answer)].filter((line) => line !== null),
    ...(applied === null ? [] : appliedText(applied, answer)),
    ...(notApplied === null ? [] : [say('allocate.notApplicable', { reason: notApplied })]),
    errorLine(error),
    ...warnings.map((line) => say('cli.warning', { line: words(line) })),
  ].join('\n');
}

const headings = (goal: SplitAnswer['goal']): string[] => [
  say('cli.column.application'),
  titleOf('resource', 'SMs'),
  `${say('cli.split.time')} ${ORIGIN_MARK.predicted}`,
  `${say('cli.column.slowdown')} ${ORIGIN_MARK.predicted}`,
  say('cli.column.scalability'),
  say('cli.column.interference'),
  say('cli.column.progress'),
  goal.kind === 'fair' ? say('cli.column.weight') : say('cli.column.target'),
];
