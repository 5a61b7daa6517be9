import {
  pairVerdicts,
  slowedKernels,
  takesOf,
  type PairVerdict,
  type SlowedKernel,
} from '../../analysis/corun/pairVerdicts';
import { guessesBehind, type ApplicationResult } from '../../analysis/results/timelineResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { ORIGIN_MARK } from '../../kernel/origin';
import type { Prediction } from '../../kernel/prediction';
import { errorLine } from '../errorLine';
import { change, duration, factor } from '../format';
import { say } from '../say';
import { conditionsOf } from './conditions';
import { words } from '../words';
import { racesIn } from '../../analysis/results/races';
import { unreadIn } from '../../analysis/results/unreadCode';
import { unreadText } from './unreadTexts';
import { noPairText, verdictText } from './firstScreen';
import { overlapConditions, pairWithPlaces, startedError, takesText } from './overlapTexts';
import { noAdviceText, openNumbers, openNumbersText } from './noAdvice';
import { unknownsText } from './unknownTexts';
import { blockSummary, classSummary, guessedText, orderSummary, timeSummary } from './summaries';

/** A length to draw, beside what it means. */
export interface ReportBar {
  readonly label: string;
  readonly text: string;
  /** Share of the longest of its group, 0 to 1. */
  readonly share: number;
}

export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a report. */
export interface ReportSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly table: ReportTable | null;
  /** What is long, and not what the section is for: shown where it is asked for. */
  readonly folded: { readonly title: string; readonly table: ReportTable } | null;
  /** Groups of bars, each to a scale of its own. */
  readonly bars: readonly {
    readonly title: string;
    readonly note: string;
    readonly bars: readonly ReportBar[];
  }[];
}

/** What a report says, in whatever form it is written. */
export interface ReportDocument {
  readonly title: string;
  readonly intro: readonly string[];
  readonly sections: readonly ReportSection[];
}

/** The results of a workspace for a colleague: advice and verdicts first, what they rest on after. */
export function reportDocument(results: WorkspaceResults, version: string): ReportDocument {
  const kernels = results.files.flatMap((file) => file.kernels);
  const { gpu, mode } = results;
  return {
    title: say('reportPage.title', { gpu: gpu.name }),
    intro: [
      say('reportPage.intro', {
        kernels: kernels.length,
        gpu: gpu.name,
        sms: say('screen.sms', { sms: gpu.sms }),
        mode,
        version,
      }),
      say('reportPage.marks'),
    ],
    sections: [
      adviceSection(results),
      raceSection(results),
      verdictSection(results),
      applicationSection(results.applications),
      kernelSection(results),
      trustSection(results),
    ].filter((section) => section !== null),
  };
}

const section = (title: string, parts: Partial<ReportSection>): ReportSection => ({
  title,
  paragraphs: [],
  table: null,
  folded: null,
  bars: [],
  ...parts,
});

function adviceSection(results: WorkspaceResults): ReportSection {
  const { advice } = results;
  const title = say('screen.advice');
  const open = openNumbers(results);
  const paragraphs = open === null ? [] : [openNumbersText(open)];
  if (advice.length === 0)
    return section(title, {
      paragraphs: [say('advice.nothing', { why: noAdviceText(results) }), ...paragraphs],
    });
  const head = [say('reportPage.saves'), say('reportPage.advice'), say('reportPage.where')];
  const rows = advice.map(({ title: what, gain, path, line }) => [
    gain === null ? '–' : change(-gain),
    words(what),
    `${path}:${line}`,
  ]);
  return section(title, { paragraphs, table: { head, rows } });
}

/** Launches that run at the same time and must not; null where none is known. */
function raceSection(results: WorkspaceResults): ReportSection | null {
  const rows = racesIn(results).map(({ path, line, what }) => [`${path}:${line}`, words(what)]);
  if (rows.length === 0) return null;
  const head = [say('reportPage.where'), say('reportPage.race')];
  return section(say('screen.races'), { table: { head, rows } });
}

function verdictSection(results: WorkspaceResults): ReportSection {
  const pairs = pairVerdicts(results);
  const title = say('reportPage.verdicts');
  if (pairs.length === 0) return section(title, { paragraphs: [noPairText(results)] });
  const paragraphs = [startedError(pairs), unreadText(unreadIn(results))].filter((text) => text !== null);
  return section(title, { bars: pairs.map(pairBars), paragraphs });
}

const methodOf = ({ started }: PairVerdict): readonly string[] =>
  started === null ? [] : [words(started.method)];

function pairBars(one: PairVerdict): ReportSection['bars'][number] {
  const { pair, verdict } = one;
  const slowdowns = ([0, 1] as const).flatMap((at) => {
    const [text, takes] = [takesText(one, at), takesOf(one, at)];
    return text === null || takes === null ? [] : [`${text} ${ORIGIN_MARK[takes.origin]}`];
  });
  const longest = verdict === null ? 1 : Math.max(verdict.serialNs, verdict.togetherNs);
  const bar = (label: string, ns: number): ReportBar => ({ label, text: duration(ns), share: ns / longest });
  return {
    title: pairWithPlaces(pair),
    note: [
      [verdictText(one), ...overlapConditions(one), ...new Set(slowdowns)]
        .filter((text) => text !== null)
        .join('; '),
      // A sentence of its own.
      ...methodOf(one),
    ].join('. '),
    bars:
      verdict === null
        ? []
        : [
            bar(say('reportPage.serial'), verdict.serialNs),
            bar(say('reportPage.together'), verdict.togetherNs),
          ],
  };
}

function applicationSection(applications: readonly ApplicationResult[]): ReportSection | null {
  if (applications.length === 0) return null;
  const head = ['program', 'where', 'time', 'order'].map((code) => say(`reportPage.${code as 'where'}`));
  const timed = applications.filter(({ predicted, measured }) => predicted !== null || measured !== null);
  const rows = timed.map((application) => [
    application.name,
    `${application.path}:${application.line}`,
    timesOf(application),
    orderSummary(application) ?? (unknownsText(application).join('; ') || '–'),
  ]);
  const others = applications.filter((application) => !timed.includes(application));
  return section(say('reportPage.programs'), {
    table: rows.length === 0 ? null : { head, rows },
    ...untimed(others),
  });
}

/** More programs than these without a time are folded. */
const UNFOLDED = 5;

/** Programs whose times are not known, each with what that would take. */
function untimed(others: readonly ApplicationResult[]): Partial<ReportSection> {
  if (others.length === 0) return {};
  const head = ['program', 'where', 'needs'].map((code) => say(`reportPage.${code as 'where'}`));
  const told = others.map((application) => ({
    name: application.name,
    where: `${application.path}:${application.line}`,
    needs: unknownsText(application).join('; ') || '–',
  }));
  const title = say('reportPage.morePrograms', { programs: told.length });
  if (told.length <= UNFOLDED)
    return { paragraphs: [title, ...told.map((one) => say('reportPage.untimed', one))] };
  const rows = told.map(({ name, where, needs }) => [name, where, needs]);
  return { folded: { title, table: { head, rows } } };
}

/** Its trace and what is predicted of it. */
function timesOf(application: ApplicationResult): string {
  const { predicted, measured } = application;
  const guessed = predicted === null ? null : guessedText(guessesBehind(application));
  const times = [measured, predicted].flatMap((told) =>
    told === null ? [] : [`${duration(told.makespanNs)} ${ORIGIN_MARK[told.origin]}`],
  );
  return [times.join(', '), guessed].filter((text) => text !== null).join(' ');
}

/** The neighbour of each kernel is one that it can run together with; without such pairs there is no column of them. */
function kernelSection(results: WorkspaceResults): ReportSection {
  const slowed = slowedKernels(pairVerdicts(results));
  const column = slowed.length === 0 ? [] : (['worst'] as const);
  const head = [...(['kernel', 'where', 'time', 'class', 'block'] as const), ...column].map((code) =>
    say(`reportPage.${code}`),
  );
  const rows = results.files
    .flatMap(({ kernels }) => kernels)
    .map((kernel) => [
      kernel.name,
      `${kernel.path}:${kernel.line}`,
      timeSummary(kernel) ?? '–',
      classSummary(kernel) ?? '–',
      blockSummary(kernel) ?? '–',
      ...column.map(() => neighbourText(slowed.find(({ victim }) => victim.kernel.id === kernel.id))),
    ]);
  return section(say('reportPage.kernels'), { table: { head, rows } });
}

function neighbourText(slowed: SlowedKernel | undefined): string {
  if (slowed === undefined) return '–';
  const { takes, beside } = slowed;
  return `${factor(takes.slowdown)} ${ORIGIN_MARK[takes.origin]} ${beside.kernel.name}`;
}

/** Predictors' answers that stand above; not those in whose place both launches were started together. */
function slowdownsShown(results: WorkspaceResults): readonly Prediction[] {
  return pairVerdicts(results).flatMap((one) =>
    ([0, 1] as const).flatMap((at) => {
      const answer = one.answers[at];
      return answer !== null && takesOf(one, at)?.predictor === answer.predictor ? [answer] : [];
    }),
  );
}

/** Errors, conditions and assumptions of all that stands above. */
function trustSection(results: WorkspaceResults): ReportSection {
  const { predictors, assumptions } = results;
  const answers = slowdownsShown(results);
  const used = new Set(answers.map(({ predictor }) => predictor));
  const head = [say('reportPage.assumed'), say('reportPage.value')];
  const rows = assumptions.map(({ text, value }) => [words(text), String(value)]);
  return section(say('reportPage.trust'), {
    paragraphs: [
      ...conditionsOf(answers),
      ...predictors
        .filter(({ label }) => used.has(label))
        .map(({ label, error }) => `${label}: ${errorLine(error)}`),
    ],
    table: rows.length === 0 ? null : { head, rows },
  });
}
