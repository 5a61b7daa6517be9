import { message } from '../../kernel/message';
import type { SourceDiagnostic } from '../../kernel/source';
import { pairLacks } from '../../analysis/corun/pairLacks';
import { pairVerdicts, type PairVerdict } from '../../analysis/corun/pairVerdicts';
import { isRace, type Advice, type WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { OverlapVerdict } from '../../sharing/overlapVerdict';
import { say } from '../say';
import { titleOf } from '../titleOf';
import { words } from '../words';
import {
  argumentsWanted,
  isSimulated,
  needsTexts,
  overlapConditions,
  pairWithPlaces,
  startedError,
} from './overlapTexts';
import { racesIn } from '../../analysis/results/races';
import { unreadIn } from '../../analysis/results/unreadCode';
import { unreadText } from './unreadTexts';
import { noAdviceText, openNumbers, openNumbersText } from './noAdvice';
import { style } from './page';

const ADVICE = 3;
const FAULTS = 5;

/** What an analysis comes to, on one screen: the GPU, the best advice and one verdict. */
export function firstScreen(results: WorkspaceResults): string {
  const { strong } = style();
  const isEmpty =
    results.applications.length === 0 && results.files.every(({ kernels }) => kernels.length === 0);
  if (isEmpty) return [heading(results), say('screen.noKernels')].join('\n');
  return [
    heading(results),
    ...faultLines(results),
    ...raceLines(results),
    strong(say('screen.advice')),
    ...adviceLines(results),
    strong(say('screen.verdict')),
    ...verdictLines(results),
  ].join('\n');
}

function heading({ gpu, mode, files }: WorkspaceResults): string {
  const kernels = files.reduce((sum, file) => sum + file.kernels.length, 0);
  const launches = files.reduce((sum, file) => sum + file.launches.length, 0);
  const found = say('screen.heading', {
    kernels: message('screen.kernels', { kernels }),
    launches: message('screen.launches', { launches }),
    files: message('screen.files', { files: files.length }),
    gpu: style().strong(gpu.name),
    sms: say('screen.sms', { sms: gpu.sms }),
    mode,
  });
  return gpu.note === null ? found : `${found}\n  ${words(gpu.note)}`;
}

/** What cannot work as written, such as a block that the GPU does not take; nothing where all may. */
function faultLines({ files }: WorkspaceResults): readonly string[] {
  return findingLines(say('screen.faults'), files, ({ severity }) => severity === 'error');
}

/** What runs at the same time and must not; nothing where all may. */
function raceLines(results: WorkspaceResults): readonly string[] {
  return findingLines(say('screen.races'), results.files, isRace);
}

function findingLines(
  title: string,
  files: WorkspaceResults['files'],
  isMeant: (finding: SourceDiagnostic) => boolean,
): readonly string[] {
  const found = files.flatMap(({ path, diagnostics }) =>
    diagnostics
      .filter(isMeant)
      .map(
        ({ range, message: what }) => `  ${words(what)}  ${style().faint(`(${path}:${range.startLine})`)}`,
      ),
  );
  if (found.length === 0) return [];
  const more = found.length - FAULTS;
  return [
    style().strong(style().bad(title)),
    ...found.slice(0, FAULTS),
    ...(more > 0 ? [`  ${say('screen.moreFaults', { more })}`] : []),
  ];
}

function adviceLines(results: WorkspaceResults): readonly string[] {
  const { advice } = results;
  const more = advice.length - ADVICE;
  const open = openNumbers(results);
  return [
    ...advice.slice(0, ADVICE).map(adviceLine),
    ...(more > 0 ? [`  ${say('screen.moreAdvice', { more })}`] : []),
    ...(advice.length === 0 ? [`  ${noAdviceText(results)}`] : []),
    ...(open === null ? [] : [`  ${openNumbersText(open)}`]),
  ];
}

/** One piece of advice, its gain first. */
export function adviceLine({ title, gain, path, line }: Advice): string {
  const place = style().faint(`(${path}:${line})`);
  const saved = gain === null ? '' : `${style().good(say('screen.gain', { gain: -gain }))} `;
  return `  ${saved}${words(title)}  ${place}`;
}

/** Whether nothing is known but what ran: what two of it would do to each other is asked of traces, not of kernels. */
const hasTracesAlone = ({ files, applications }: WorkspaceResults): boolean =>
  files.every(({ kernels }) => kernels.length === 0) && applications.every(({ from }) => from === 'trace');

/** Why there is no verdict. */
export function noPairText(results: WorkspaceResults): string {
  if (hasTracesAlone(results)) return say('screen.noPairOfTraces');
  const unread = unreadText(unreadIn(results));
  if (racesIn(results).length > 0)
    return [say('screen.noPairButRaces'), ...(unread === null ? [] : [unread])].join('. ');
  return unread === null ? say('screen.noPair') : say('screen.noPairKnown', { unread });
}

function verdictLines(results: WorkspaceResults): readonly string[] {
  const [first, ...others] = pairVerdicts(results);
  if (first === undefined) return [`  ${noPairText(results)}`];
  const lines = [pairWithPlaces(first.pair), verdictText(first)];
  lines.push(...overlapConditions(first), ...[startedError([first])].filter((line) => line !== null));
  if (others.length > 0) lines.push(say('screen.morePairs', { more: others.length }));
  lines.push(...[unreadText(unreadIn(results))].filter((line) => line !== null));
  return lines.map((line) => `  ${line}`);
}

/** Whether a pair should overlap, and what that saves or costs. */
export function verdictText(one: PairVerdict): string {
  const { verdict } = one;
  if (verdict === null) return unknownText(one);
  const { serialNs, togetherNs, error, word } = verdict;
  const values = {
    together: togetherNs,
    serial: serialNs,
    change: togetherNs / serialNs - 1,
  };
  const times =
    error !== null
      ? say(word === 'unknown' ? 'screen.timesUnsure' : 'screen.times', { ...values, error })
      : say(word === 'unknown' ? 'screen.timesNoError' : 'screen.timesRun', values);
  return `${verdictWord(verdict)}: ${times}`;
}

/** What a pair without a verdict needs, and what to type for it. */
function unknownText(one: PairVerdict): string {
  const lacks = pairLacks(one);
  const isRun = lacks.some(isSimulated);
  const how = [argumentsWanted([lacks]), isRun ? say('screen.howSimulated') : null].filter(
    (text) => text !== null,
  );
  const needs = say('screen.unknown', { needs: needsTexts(lacks).join('; ') });
  return how.length === 0 ? needs : `${needs}; ${say('screen.toType', { how: how.join(', ') })}`;
}

function verdictWord({ word }: OverlapVerdict): string {
  const { good, bad, strong } = style();
  const set = { overlap: good, apart: bad, same: strong, unknown: strong }[word];
  return set(titleOf('verdict', word));
}
