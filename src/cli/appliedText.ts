import { ORIGIN_MARK } from '../kernel/origin';
import type { AppliedAllocation } from '../sharing/allocate/splitRequest';
import { words } from '../words';
import { factor, significant } from '../words/format';
import { say } from '../words/say';
import { appliedVerdict, type GoalOutcome } from '../words/texts/goalTexts';
import { code } from '../words/texts/page';
import { titleOf } from '../words/titleOf';

interface Wanted {
  readonly weight: number | null;
  readonly target: number | null;
  readonly progress: number;
}

/** The weight of an application, or its target and whether that is met as predicted. */
export function wantedOf({ weight, target, progress }: Wanted): string {
  if (weight !== null) return significant(weight);
  if (target === null) return say('cli.none');
  return say(progress >= target ? 'allocate.met' : 'allocate.missed', { target });
}

/** A split as it can be put into force, with what to type. */
export function appliedText(applied: AppliedAllocation, answer: Pick<GoalOutcome, 'guard'>): string[] {
  const { mechanism, settings, slowdowns, shared, notes, apply, origin, unusedSms } = applied;
  return [
    `${mechanism}: ${settings.map(words).join(', ')} → ${slowdowns.map(factor).join(', ')} ${ORIGIN_MARK[origin]}`,
    appliedVerdict(applied, answer),
    say('allocate.shared', { shared: shared.map((one) => titleOf('resource', one)) }) +
      (unusedSms > 0 ? ` ${say('allocate.unused', { sms: unusedSms })}` : ''),
    ...notes.map(words),
    ...apply.flatMap(({ title, code: text }) => [`── ${words(title)}`, code(text)]),
  ];
}
