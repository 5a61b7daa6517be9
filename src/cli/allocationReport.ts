import { appliedVerdict, goalVerdict, guardText } from '../analysis/results/goalResult';
import { partingText, simulatedVerdict } from '../analysis/results/simulatedResult';
import { errorLine, factor, percent } from '../analysis/text/format';
import { table } from '../analysis/text/table';
import { ORIGIN_MARK } from '../kernel/origin';
import type { AllocateAnswer } from './answers';
import { warningLines } from './warningLines';

/** What `corun allocate` prints. */
export function allocationReport(answer: AllocateAnswer): string {
  const { gpu, predictor, apps, steps, simulatedCycles, applied, notApplied, warnings, error, simulated } =
    answer;
  const rows = apps.map(({ name, sms, slowdown, scalability, interference, progress }, app) => [
    name,
    String(sms),
    factor(slowdown),
    ...(simulated === null ? [] : [factor(simulated.slowdowns[app]!)]),
    factor(scalability),
    factor(interference),
    percent(progress),
  ]);
  return [
    `${gpu}, ${predictor}: ${steps.length} ${answer.counters === 'shared' ? 'epochs' : 'steps of the search'}, ${simulatedCycles} simulated cycles`,
    table(headings(answer), rows),
    goalVerdict(answer),
    ...simulatedText(answer),
    ...[guardText(answer)].filter((line) => line !== null),
    ...(applied === null ? [] : appliedText(applied, answer)),
    ...(notApplied === null ? [] : [`Not applicable: ${notApplied}.`]),
    errorLine(error),
    ...warningLines(warnings, apps),
  ].join('\n');
}

function headings({ simulated }: AllocateAnswer): string[] {
  return [
    'application',
    'SMs',
    `slowdown ${ORIGIN_MARK.predicted}`,
    ...(simulated === null ? [] : [`slowdown ${ORIGIN_MARK.simulated}`]),
    'scalability',
    'interference',
    'progress',
  ];
}

function simulatedText(answer: AllocateAnswer): string[] {
  const { simulated, notSimulated } = answer;
  if (simulated === null) return [`Not simulated: ${notSimulated}.`];
  return [simulatedVerdict(simulated), partingText(answer, simulated)].filter((line) => line !== null);
}

function appliedText(applied: NonNullable<AllocateAnswer['applied']>, answer: AllocateAnswer): string[] {
  const { mechanism, settings, slowdowns, shared, notes, apply, origin, unusedSms } = applied;
  return [
    `${mechanism}: ${settings.join(', ')} → ${slowdowns.map(factor).join(', ')} ${ORIGIN_MARK[origin]}`,
    appliedVerdict(applied, answer),
    `Still shared: ${shared.join(', ')}.${unusedSms > 0 ? ` ${unusedSms} SMs stay unused.` : ''}`,
    ...notes,
    ...apply.flatMap(({ title, code }) => [`── ${title}`, code]),
  ];
}
