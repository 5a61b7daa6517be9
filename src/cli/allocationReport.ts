import { goalVerdict, guardText } from '../words/texts/goalTexts';
import { appliedText, wantedOf } from './appliedText';
import { partingText, simulatedVerdict } from '../words/texts/simulatedSplitTexts';
import { errorLine } from '../words/errorLine';
import { factor, percent } from '../words/format';
import { table } from '../words/texts/table';
import { ORIGIN_MARK } from '../kernel/origin';
import type { AllocateAnswer } from './answers';
import { warningLines } from './warningLines';
import { say } from '../words/say';
import { titleOf } from '../words/titleOf';

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
    say(answer.counters === 'shared' ? 'allocate.epochs' : 'allocate.steps', {
      gpu,
      predictor,
      steps: steps.length,
      cycles: simulatedCycles,
    }),
    table(headings(answer), rows),
    goalVerdict(answer),
    movesText(answer),
    ...simulatedText(answer),
    ...[guardText(answer)].filter((line) => line !== null),
    ...(applied === null ? [] : appliedText(applied, answer)),
    ...(notApplied === null ? [] : [say('allocate.notApplicable', { reason: notApplied })]),
    errorLine(error),
    ...warningLines(warnings, apps),
  ].join('\n');
}

function headings(answer: AllocateAnswer): string[] {
  return [
    say('cli.column.application'),
    titleOf('resource', 'SMs'),
    `${say('cli.column.slowdown')} ${ORIGIN_MARK.predicted}`,
    ...(answer.simulated === null ? [] : [`${say('cli.column.slowdown')} ${ORIGIN_MARK.simulated}`]),
    say('cli.column.scalability'),
    say('cli.column.interference'),
    say('cli.column.progress'),
    answer.goal.kind === 'fair' ? say('cli.column.weight') : say('cli.column.target'),
  ];
}

/** How the split was come to, and what that would cost a running GPU. */
function movesText({ start, steps, cost, counters }: AllocateAnswer): string {
  const splits = [start, ...steps.map(({ next }) => next)].map((sms) => sms.join(':'));
  const way = splits.filter((split, at) => split !== splits[at - 1]).join(' → ');
  if (splits.every((split) => split === splits[0])) return say('allocate.stay', { way });
  if (counters === 'solo') return say('allocate.way', { way });
  return say('allocate.moves', {
    way,
    sms: cost.smsMoved,
    blocks: cost.blocksSwitchedOut,
    megabytes: cost.contextBytes / 2 ** 20,
  });
}

function simulatedText(answer: AllocateAnswer): string[] {
  const { simulated, notSimulated } = answer;
  if (simulated === null) return [say('allocate.notSimulated', { reason: notSimulated! })];
  return [simulatedVerdict(simulated), partingText(answer, simulated)].filter((line) => line !== null);
}
