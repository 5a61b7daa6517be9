import {
  isIncomplete,
  judgedNothing,
  type CheckedFault,
  type CheckFinding,
  type CheckResult,
  type UnjudgedPair,
} from '../../analysis/results/checkResult';
import type { RacePlace } from '../../analysis/results/races';
import { ORIGIN_MARK } from '../../kernel/origin';
import { factor } from '../format';
import { say } from '../say';
import { argumentsWanted, isSimulated, needsTexts } from './overlapTexts';
import { style } from './page';
import { table } from './table';
import { firstOf } from './unknownTexts';
import { unreadText } from './unreadTexts';

/** What a check found, for people. */
export function checkReport(check: CheckResult): string {
  const { slowdowns, findings, gpu, mode } = check;
  const unread = unreadText(check.unread);
  const unknown = slowdowns.filter(({ slowdown }) => slowdown === null).length;
  const failed = [...findings.map(({ level }) => level), ...check.faults.map(faultLevel)].filter(
    (level) => level === 'error',
  ).length;
  const { bad } = style();
  return [
    say('check.heading', { pairs: pairCount(check), gpu, mode }),
    ...(slowdowns.length === 0 ? [] : [slowdownTable(check)]),
    ...(slowdowns.some(({ running }) => running !== null) ? [say('check.both')] : []),
    ...(unknown === 0 ? [] : unknownLines(check, unknown)),
    ...(unread === null ? [] : [unread]),
    ...check.races.map((one) => `${placeText(one)}: ${say('check.warning')}: ${raceText(one)}`),
    ...findings.map((one) => `${placeText(one)}: ${levelText(one.level)}: ${findingText(one)}`),
    ...check.faults.map((one) => `${placeText(one)}: ${levelText(faultLevel(one))}: ${faultText(one)}`),
    ...notComparedLines(check),
    failed === 0 ? passedText(check, unknown > 0) : bad(say('check.failed', { failed })),
  ].join('\n');
}

/** What the baseline has a time of and there is none of now, by why. */
function notComparedLines({ notCompared }: CheckResult): readonly string[] {
  return (['gone', 'unknown', 'otherEvidence'] as const).flatMap((why) => {
    const names = notCompared.filter(({ now }) => now === why).map(({ name }) => name);
    return names.length === 0 ? [] : [say(NOT_COMPARED[why], { names: firstOf([...new Set(names)]) })];
  });
}

const NOT_COMPARED = {
  gone: 'check.gone',
  unknown: 'check.untimed',
  otherEvidence: 'check.otherEvidence',
} as const;

/** Things that slowdowns wait for beside numbers, at most. */
const NEEDS = 5;

/** How many slowdowns are not known, what to type for them, and what else they wait for. */
function unknownLines({ unjudged }: CheckResult, unknown: number): readonly string[] {
  const lacks = unjudged.flatMap((one) => one.lacks);
  const needs = [...new Set(needsTexts(lacks.filter(({ what }) => what !== 'sizes')))];
  const more = needs.length - NEEDS;
  const numbers = argumentsWanted(unjudged.map((one) => one.lacks));
  const isRun = lacks.some(isSimulated);
  return [
    say('check.unknown', { unknown }),
    ...(numbers === null ? [] : [`  ${say('check.toType', { how: numbers })}`]),
    ...(isRun ? [`  ${say('check.toType', { how: say('screen.howSimulated') })}`] : []),
    ...needs.slice(0, NEEDS).map((text) => `  ${text}`),
    ...(more > 0 ? [`  ${say('report.andMore', { more })}`] : []),
  ];
}

/** A pair that nothing could be held against, in a sentence without its place. */
export function unjudgedText({ name, beside, lacks }: UnjudgedPair): string {
  const numbers = argumentsWanted([lacks]);
  const said = { name, beside: beside.name, needs: needsTexts(lacks).join('; ') };
  const text = say('check.unjudged', said);
  return numbers === null ? text : `${text}; ${say('check.toType', { how: numbers })}`;
}

/** What fails as written, in a sentence without its place. */
export const faultText = ({ what }: CheckedFault): string => say('check.fault', { what });

/** New faults are errors, others are warned of. */
export const faultLevel = ({ isNew }: CheckedFault): CheckFinding['level'] => (isNew ? 'error' : 'warning');

/** One race in a sentence, without its place. */
export const raceText = ({ what }: RacePlace): string => say('check.race', { what });

/** What nothing to object to rests on; where nothing could be judged, why. */
function passedText(check: CheckResult, hasUnknown: boolean): string {
  const { held, slowdowns, races, unread, notCompared } = check;
  const { good, strong } = style();
  if (judgedNothing(check)) return strong(say('check.nothingJudged', { why: say(whyNothing(check)) }));
  if (isIncomplete(check)) return strong(say('check.incomplete'));
  if (held === null) return say('check.noLimit');
  if (races.length > 0) return good(say('check.passedButRaces'));
  const isAll = !hasUnknown && unread.length === 0 && notCompared.length === 0;
  if (slowdowns.length === 0 && isAll) return good(say('check.noPair'));
  return good(say(isAll ? 'check.passed' : 'check.passedKnown'));
}

function whyNothing({ kernels, slowdowns, races, maxSlowdown }: CheckResult) {
  if (kernels.length === 0) return 'check.whyNoKernels';
  if (maxSlowdown === null) return 'check.whyNothingInBoth';
  if (slowdowns.length === 0 && races.length > 0) return 'check.whyRaces';
  return slowdowns.length === 0 ? 'check.whyNotFollowed' : 'check.whyUnknown';
}

function pairCount({ slowdowns }: CheckResult): number {
  return new Set(slowdowns.map(({ id, beside }) => [id, beside.id].toSorted().join('\0'))).size;
}

function slowdownTable({ slowdowns }: CheckResult): string {
  const rows = slowdowns.map((one) => [
    placeText(one),
    one.name,
    `${one.beside.name} (${placeText(one.beside)})`,
    one.slowdown === null || one.origin === null ? '–' : `${factor(one.slowdown)} ${ORIGIN_MARK[one.origin]}`,
    one.running === null ? '–' : factor(one.running),
  ]);
  return table(
    [
      say('check.where'),
      say('check.kernel'),
      say('check.beside'),
      say('check.slowdown'),
      say('check.running'),
    ],
    rows,
  );
}

const placeText = ({ path, line }: { path: string; line: number }): string => `${path}:${line}`;

function levelText(level: CheckFinding['level']): string {
  return level === 'error' ? style().bad(say('check.error')) : say('check.warning');
}

/** One finding in a sentence, without its place. */
export function findingText(found: CheckFinding): string {
  const { kind, name, beside, value, limit, level, running, error } = found;
  const said = { name, beside: beside?.name ?? '', value, limit };
  if (kind === 'longer') return say('check.longer', said);
  if (kind === 'program') {
    const text = say('check.program', said);
    return level === 'error' || error === null ? text : say('check.within', { text, error });
  }
  const above = running === value ? 'check.aboveRunning' : 'check.above';
  const whole = say(kind === 'slowdown' ? above : 'check.worse', said);
  const text = running === null || running >= value ? whole : say('check.ofIt', { text: whole, running });
  if (level === 'error') return text;
  return error === null ? say('check.estimate', { text }) : say('check.within', { text, error });
}
