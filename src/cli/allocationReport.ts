import { appliedVerdict, goalVerdict, guardText } from '../words/texts/goalTexts';
import { partingText, simulatedVerdict } from '../words/texts/simulatedSplitTexts';
import { errorLine } from '../words/errorLine';
import { factor, percent } from '../words/format';
import { code } from '../words/texts/page';
import { table } from '../words/texts/table';
import { ORIGIN_MARK } from '../kernel/origin';
import type { AllocateAnswer } from './answers';
import { warningLines } from './warningLines';
import { words } from '../words';

/** What `corun allocate` prints. */
export function allocationReport(answer: AllocateAnswer): string {
  const { gpu, predictor, apps, steps, simulatedCycles, applied, notApplied, warnings, error, simulated } =
    answer;
  const rows = apps.map((one, app) => [
    one.name,
    String(one.sms),
    factor(one.slowdown),
    ...(simulated === null ? [] : [factor(simulated.slowdowns[app]!)]),
    factor(one.scalability),
    factor(one.interference),
    percent(one.progress),
    wantedOf(one),
  ]);
  return [
    `${gpu}, ${predictor}: ${steps.length} ${answer.counters === 'shared' ? 'epochs' : 'steps of the search'}, ${simulatedCycles} simulated cycles`,
    table(headings(answer), rows),
    goalVerdict(answer),
    movesText(answer),
    ...simulatedText(answer),
    ...[guardText(answer)].filter((line) => line !== null),
    ...(applied === null ? [] : appliedText(applied, answer)),
    ...(notApplied === null ? [] : [`Not applicable: ${words(notApplied)}.`]),
    errorLine(error),
    ...warningLines(warnings, apps),
  ].join('\n');
}

function headings(answer: AllocateAnswer): string[] {
  return [
    'application',
    'SMs',
    `slowdown ${ORIGIN_MARK.predicted}`,
    ...(answer.simulated === null ? [] : [`slowdown ${ORIGIN_MARK.simulated}`]),
    'scalability',
    'interference',
    'progress',
    answer.goal.kind === 'fair' ? 'weight' : 'target',
  ];
}

/** The weight of an application, or its target and whether that is met as predicted. */
function wantedOf({ weight, target, progress }: AllocateAnswer['apps'][number]): string {
  if (weight !== null) return String(weight);
  if (target === null) return 'none';
  return `${percent(target)}, ${progress >= target ? 'met' : 'missed'}`;
}

/** How the split was come to, and what that would cost a running GPU. */
function movesText({ start, steps, cost, counters }: AllocateAnswer): string {
  const splits = [start, ...steps.map(({ next }) => next)].map((sms) => sms.join(':'));
  const way = splits.filter((split, at) => split !== splits[at - 1]).join(' → ');
  if (splits.every((split) => split === splits[0])) return `SMs stay at ${way}.`;
  if (counters === 'solo') return `SMs: ${way}.`;
  const megabytes = (cost.contextBytes / 2 ** 20).toFixed(1);
  return `SMs: ${way}; ${cost.smsMoved} changed hands, ${cost.blocksSwitchedOut} blocks switched out, ${megabytes} MiB of contexts moved.`;
}

function simulatedText(answer: AllocateAnswer): string[] {
  const { simulated, notSimulated } = answer;
  if (simulated === null) return [`Not simulated: ${words(notSimulated!)}.`];
  return [simulatedVerdict(simulated), partingText(answer, simulated)].filter((line) => line !== null);
}

function appliedText(applied: NonNullable<AllocateAnswer['applied']>, answer: AllocateAnswer): string[] {
  const { mechanism, settings, slowdowns, shared, notes, apply, origin, unusedSms } = applied;
  return [
    `${mechanism}: ${settings.map(words).join(', ')} → ${slowdowns.map(factor).join(', ')} ${ORIGIN_MARK[origin]}`,
    appliedVerdict(applied, answer),
    `Still shared: ${shared.join(', ')}.${unusedSms > 0 ? ` ${unusedSms} SMs stay unused.` : ''}`,
    ...notes.map(words),
    ...apply.flatMap(({ title, code: text }) => [`── ${words(title)}`, code(text)]),
  ];
}
