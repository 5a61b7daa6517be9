import { conditionsOf } from './conditions';
import { titleOf } from '../titleOf';
import { ORIGIN_MARK } from '../../kernel/origin';
import { groupBy } from '../../stats/grouping';
import { dividedRanges } from '../../analysis/corun/dividedRanges';
import { racesIn } from '../../analysis/results/races';
import { unreadIn } from '../../analysis/results/unreadCode';
import { meetings } from '../../analysis/corun/kernelPairs';
import { mostWanted } from '../../analysis/results/openNumbers';
import type { CoRunMatrix } from '../../analysis/results/coRunResult';
import type { KernelResult } from '../../analysis/results/kernelResult';
import type { ApplicationResult } from '../../analysis/results/timelineResult';
import { kernelTimesSummary } from './kernelTimes';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { chosenNumbers, fitSummary } from './fitTexts';
import { formatText } from './profileFormat';
import { errorLine } from '../errorLine';
import { factor } from '../format';
import {
  blockSummary,
  classSummary,
  dividedSummary,
  fairSplitSummary,
  noDivided,
  orderSummary,
  sizesToSet,
  timeSummary,
} from './summaries';
import { say } from '../say';
import { words } from '../words';
import { adviceLine, firstScreen } from './firstScreen';
import { exampleOf } from './noAdvice';
import { pageWidth, style } from './page';
import { firstOf, unknownsText } from './unknownTexts';
import { table } from './table';

const SHOWN_MATRIX = 10;
/** Columns of a number before a name, and of a slowdown with its mark and the gap before it. */
const ROW_NUMBER = 3;
const CELL = 10;
const SHOWN_ADVICE = 12;
const SHOWN_FAULTS = 20;
const ON_FIRST_SCREEN = 3;
/** Programs without any time that are told of. */
const UNKNOWN_PROGRAMS = 3;

/**
 * The whole analysis as text for a terminal.
 *
 * @param pairs which pairs of kernels the co-run numbers are of: those that can run at the same time, or all
 */
export function report(results: WorkspaceResults, pairs: 'all' | 'meeting' = 'meeting'): string {
  const kernels = results.files.flatMap((file) => file.kernels);
  const meet = pairs === 'all' ? null : meetings(results);
  const sections = [
    firstScreen(results),
    kernelTable(kernels),
    faultText(results),
    matrixTable(results, meet),
    dividedText(results, meet),
    simulationText(results),
    fitText(kernels),
    applicationsText(results.applications),
    adviceText(results),
    profileText(results),
    say('report.legend'),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function kernelTable(kernels: readonly KernelResult[]): string {
  const rows = kernels.map((kernel) => [
    `${kernel.path}:${kernel.line}`,
    kernel.name,
    classSummary(kernel) ?? '–',
    timeSummary(kernel) ?? '–',
    blockSummary(kernel) ?? '–',
  ]);
  return rows.length === 0
    ? ''
    : table(
        [
          say('report.where'),
          say('report.kernel'),
          say('report.classAndOccupancy'),
          say('report.time'),
          say('report.blockSize'),
        ],
        rows,
      );
}

/** Launches that fail, and sources that are not understood, by file and line. */
function faultText({ files }: WorkspaceResults): string {
  const faults = files.flatMap(({ path, diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ range, message }) => `  ${path}:${range.startLine} ${words(message)}`),
  );
  if (faults.length === 0) return '';
  const more = faults.length - SHOWN_FAULTS;
  return [
    say('report.faults'),
    ...faults.slice(0, SHOWN_FAULTS),
    ...(more > 0 ? [`  ${say('report.andMore', { more })}`] : []),
  ].join('\n');
}

/** Why no pair has a place in the matrix. */
function noMeeting(results: WorkspaceResults) {
  if (racesIn(results).length > 0) return 'noMeetingButRaces';
  return unreadIn(results).length === 0 ? 'noMeeting' : 'noMeetingKnown';
}

/** For each kernel those that it can run beside, by their ids. */
type Meetings = ReturnType<typeof meetings>;

/** @param meet null for all pairs */
function matrixTable(results: WorkspaceResults, meet: Meetings | null): string {
  const { matrix } = results;
  if (matrix.kernelIds.length < 2) return '';
  const rowsOf = matrix.kernelIds.flatMap((id, row) => (meet === null || meet.has(id) ? [row] : []));
  // Pairs that meet and have no numbers are told of where it says what they lack.
  if (rowsOf.length === 0) return meet!.size > 0 ? '' : say(`report.${noMeeting(results)}`);
  const shown = shownKernels(matrix, rowsOf, fittingColumns(matrix));
  const isOf = (row: number, column: number): boolean =>
    meet === null || meet.get(matrix.kernelIds[row]!)?.has(matrix.kernelIds[column]!) === true;
  const cells = shown.map((row) =>
    shown.map((column) => (isOf(row, column) ? (matrix.cells[row]?.[column] ?? null) : null)),
  );
  const rows = shown.map((row, place) => [
    `${place + 1} ${matrix.names[row]}`,
    ...cells[place]!.map((cell) =>
      cell === null ? '–' : `${factor(cell.slowdown)} ${ORIGIN_MARK[cell.origin]}`,
    ),
  ]);
  const more = rowsOf.length - shown.length;
  const predictors = matrix.predictors.reduce((first, next) => say('report.else', { first, next }));
  const notes = [
    more > 0 ? say('report.coRunMore', { predictors, more }) : say('report.coRun', { predictors }),
    ...conditionsOf(cells.flat()).map((condition) => `  ${condition}`),
  ];
  return [...notes, table(['', ...shown.map((_, place) => String(place + 1))], rows)].join('\n');
}

/** What half of the SMs would cost, and how they are better split, by the predictor to be trusted most of each kernel. */
function dividedText(results: WorkspaceResults, meet: Meetings | null): string {
  const { files, matrix } = results;
  if (meet?.size === 0) return '';
  const told = files
    .flatMap(({ kernels }) => kernels)
    .map((found) =>
      meet === null
        ? { ...found, divided: dividedRanges(found.id, matrix, new Set(matrix.kernelIds)) }
        : found,
    )
    .filter(({ divided }) => divided.length > 0);
  const lines = told.map((kernel) => {
    const texts = [dividedSummary(kernel), fairSplitSummary(kernel)].filter((text) => text !== null);
    return `  ${kernel.name}: ${texts.join('; ')}`;
  });
  if (lines.length === 0) return noDivided(results).join('\n');
  const used = new Map(
    told.map(({ divided }) => {
      const { predictor, error } = divided[0]!.worst.prediction;
      return [predictor, error];
    }),
  );
  const named = [...used].map(([predictor, error]) => `${predictor}; ${errorLine(error)}`);
  return [say('report.ownSms', { predictors: named.join('; ') }), ...lines].join('\n');
}

/**
 * Kernels that the simulator could not run or time, but for those that are not analyzed, which their rows say; those beyond the number asked for are not worth a line each, and
 * what is to be set for others stands in the place of their times.
 */
function simulationText({ simulations, files }: WorkspaceResults): string {
  const refused = files
    .flatMap(({ kernels }) => kernels)
    .filter(
      ({ refused: why, simulation }) =>
        why === null && simulation?.status !== 'waiting' && (simulation?.reason ?? null) !== null,
    );
  if (simulations === null || refused.length === 0) return '';
  const told = refused.filter((kernel) => sizesToSet(kernel) === null);
  const byReason = groupBy(told, (kernel) => words(kernel.simulation!.reason!));
  const lines = [...byReason].map(
    ([reason, kernels]) => `  ${firstOf([...new Set(kernels.map(({ name }) => name))])}: ${reason}`,
  );
  return [say('report.notSimulated'), ...lines, ...argumentsHint(refused)].join('\n');
}

/** How numbers are given that the sources leave open, by those that most kernels need. */
function argumentsHint(kernels: readonly KernelResult[]): readonly string[] {
  const wanted = mostWanted(kernels);
  return wanted === null ? [] : [`  ${say('report.arguments', { example: exampleOf(wanted.names) })}`];
}

/** How near simulated programs are to the profiles of their kernels. */
function fitText(kernels: readonly KernelResult[]): string {
  const lines = kernels.flatMap(({ name, simulation }) => {
    const fit = simulation?.fit;
    return fit ? [`  ${[`${name}: ${fitSummary(fit)}`, ...chosenNumbers(fit)].join('; ')}`] : [];
  });
  return lines.length === 0 ? '' : [say('report.programs'), ...lines].join('\n');
}

/** Columns of `×1.23 ◐` that fit beside the names. */
function fittingColumns({ names }: CoRunMatrix): number {
  const longest = Math.max(...names.map((name) => name.length));
  const fitting = Math.floor((pageWidth() - longest - ROW_NUMBER) / CELL);
  return Math.min(SHOWN_MATRIX, Math.max(2, fitting));
}

/** Positions of the kernels to show: those with simulated pairs first. */
function shownKernels(matrix: CoRunMatrix, rows: readonly number[], most: number): readonly number[] {
  const simulated = (row: number): number =>
    matrix.cells[row]!.filter((cell) => cell?.origin === 'simulated').length;
  return rows.toSorted((a, b) => simulated(b) - simulated(a) || a - b).slice(0, most);
}

/** Programs in full, but for most of those that nothing is known of. */
function applicationsText(applications: readonly ApplicationResult[]): string {
  const isKnown = ({ predicted, measured }: ApplicationResult): boolean =>
    predicted !== null || measured !== null;
  const others = applications.filter((one) => !isKnown(one));
  const shown = [...applications.filter(isKnown), ...others.slice(0, UNKNOWN_PROGRAMS)];
  const more = others.slice(UNKNOWN_PROGRAMS).map(({ name }) => name);
  return [
    ...shown.map(applicationText),
    ...(more.length === 0
      ? []
      : [say('report.morePrograms', { programs: more.length, names: firstOf([...new Set(more)]) })]),
  ].join('\n');
}

function applicationText(application: ApplicationResult): string {
  const { name, path, line, operationCount, streams, measured, predicted, order, orderKept, unknowns } =
    application;
  const lines: string[] = [];
  if (measured)
    lines.push(say('report.traced', { time: measured.makespanNs, mark: ORIGIN_MARK[measured.origin] }));
  if (predicted) {
    const kernelTimes = kernelTimesSummary(application);
    const values = { time: predicted.makespanNs, mark: ORIGIN_MARK.predicted };
    lines.push(
      kernelTimes === ''
        ? say('report.makespanOfCopies', values)
        : say('report.predictedMakespan', { ...values, kernelTimes }),
    );
  }
  if (order)
    lines.push(
      say('report.limitedBy', { order: orderSummary(application)!, what: order.bestOrder.limitedBy }),
    );
  if (orderKept !== undefined) lines.push(words(orderKept));
  if (unknowns.length > 0)
    lines.push(say('report.notKnown', { unknowns: unknownsText(application).join('; ') }));
  const head = say('report.application', {
    name,
    place: `${path}:${line}`,
    work: say('report.operations', { operations: operationCount }),
    streams: streams.length,
  });
  return [head, ...lines.map((text) => `  ${text}`)].join('\n');
}

/** The advice that the first screen has no room for. */
function adviceText({ advice }: WorkspaceResults): string {
  if (advice.length <= ON_FIRST_SCREEN) return '';
  const more = advice.length - SHOWN_ADVICE;
  return [
    style().strong(say('report.moreAdvice')),
    ...advice.slice(ON_FIRST_SCREEN, SHOWN_ADVICE).map(adviceLine),
    ...(more > 0 ? [`  ${say('report.andMore', { more })}`] : []),
  ].join('\n');
}

function profileText({ profiles }: WorkspaceResults): string {
  if (profiles.length === 0) return '';
  const rows = profiles.map(({ path, status, format, device, joined, notJoined, reason }) => [
    path,
    titleOf('status', status),
    words(reason ?? `${formatText(format)}, ${device ?? say('report.deviceNotNamed')}`),
    say('report.joined', { joined: joined.length, not: notJoined.length }),
  ]);
  return [
    say('report.profiles'),
    table([say('report.file'), say('report.status'), say('report.what'), say('report.kernels')], rows),
  ].join('\n');
}
