import type { ApplicationResult } from '../../analysis/results/timelineResult';
import { isMessage, type Message, type Words } from '../../kernel/message';
import { groupBy } from '../../stats/grouping';
import { say } from '../say';
import { shortened } from '../shortened';
import { words } from '../words';
import { exampleOf } from './noAdvice';

const MOST_NAMES = 6;

/** What a program cannot be replayed without, each thing once: numbers by their names, times by why there are none. */
export function unknownsText({
  unknowns,
  openNumbers = [],
}: Pick<ApplicationResult, 'unknowns' | 'openNumbers'>): readonly string[] {
  const ofNumbers = unknowns.filter((one) => saysOne(one, 'analysis.unknownValueFor'));
  const ofTimes = unknowns.filter((one) => saysOne(one, 'analysis.timeOf'));
  const rest = unknowns.filter(
    (one) => !ofNumbers.includes(one as Message) && !ofTimes.includes(one as Message),
  );
  const names = [...new Set(ofNumbers.flatMap((one) => textsOf(one, 'names')))];
  const byReason = groupBy(ofTimes, (one) => textsOf(one, 'reason').join());
  return [
    ...(names.length === 0
      ? []
      : [say('report.numbersUnknown', { names: firstOf(names.map((name) => shortened(name))) })]),
    ...[...byReason].map(([reason, times]) =>
      say('report.timesUnknown', { reason, names: firstOf(times.flatMap((one) => textsOf(one, 'name'))) }),
    ),
    ...new Set(rest.map(words)),
    ...(openNumbers.length === 0 ? [] : [say('report.giveNumbers', { how: exampleOf(openNumbers) })]),
  ];
}

const saysOne = (one: Words, code: string): one is Message => isMessage(one) && one.say === code;

/** A value of a message as texts: one, or those of a list. */
function textsOf({ values = {} }: Message, name: string): readonly string[] {
  const value = values[name];
  const list = Array.isArray(value) ? (value as readonly Words[]) : [value as Words];
  return list.map((one) => (isMessage(one) ? words(one) : String(one)));
}

/** Names, and how many more there are. */
export function firstOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const more = names.length - shown.length;
  return more > 0 ? say('report.andMoreNames', { names: shown, more }) : shown.join(', ');
}
