import type { AnyCompareResult, ComparedGpu, WayResult } from '../../analysis/results/compareResult';
import { ORIGIN_MARK } from '../../kernel/origin';
import { change, duration, factor } from '../format';
import { say } from '../say';
import { titleOf } from '../titleOf';
import { words } from '../words';
import { code, style } from './page';
import { sizesOfFirst } from './summaries';
import { table } from './table';

/** What `corun compare` prints: for each GPU the answer, every way beside the others, and what to type. */
export function compareReport(result: AnyCompareResult): string {
  const names = comparedNames(result);
  return [...result.gpus.map((gpu) => gpuText(gpu, names, result)), compareNotes(result).join('\n')].join(
    '\n\n',
  );
}

/** What they are called. */
export function comparedNames(result: AnyCompareResult): readonly string[] {
  return ('programs' in result ? result.programs : result.kernels).map(({ name }) => name);
}

/** What all numbers of a comparison are of. */
export function compareNotes(result: AnyCompareResult): readonly string[] {
  return [
    ...firstNotes(result),
    say('compare.note'),
    ...(comparedNames(result).length > 2 ? [say('compare.addedNote')] : []),
    ...('programs' in result ? [say('compare.programsNote')] : []),
  ];
}

/** Of which launch the times are, where a kernel has several. */
function firstNotes(result: AnyCompareResult): readonly string[] {
  if ('programs' in result) return [];
  return result.kernels.flatMap(({ name, ofFirst }) =>
    ofFirst === undefined ? [] : [say('overlap.atFirst', { name, sizes: sizesOfFirst(ofFirst) })],
  );
}

/** What two of the kernels do to each other's data, and nothing of programs, whose data are their own. */
export function conflictTexts(result: AnyCompareResult): readonly string[] {
  if ('programs' in result) return [];
  return (result.conflicts ?? []).map(({ kernels: [a, b], kind, buffer, program, path, line }) => {
    const [writer, user] = [result.kernels[a]!.name, result.kernels[b]!.name];
    return say(`compare.${kind}`, {
      writer,
      user: a !== b && writer === user ? say('overlap.anotherLaunch') : user,
      buffer: buffer ?? '',
      program,
      place: `${path}:${line}`,
    });
  });
}

function gpuText(gpu: ComparedGpu, names: readonly string[], result: AnyCompareResult): string {
  const { strong, faint, bad } = style();
  const usable = gpu.ways.filter(({ refused }) => refused === null);
  return [
    strong(say('compare.heading', { names: names.join(' + '), gpu: gpu.name, alone: aloneText(gpu) })),
    bestText(gpu, result),
    ...conflictTexts(result).map(bad),
    wayTable(usable, names),
    ...refusedTexts(gpu).map(faint),
    ...typeTexts(gpu),
  ].join('\n');
}

/** Times alone, in the order of the names. */
export const aloneText = ({ soloNs }: ComparedGpu): string =>
  soloNs.map((ns) => (ns === null ? '?' : duration(ns))).join(' + ');

/** The way to take, with what it saves. */
export function bestText({ ways, best }: ComparedGpu, result: AnyCompareResult): string {
  if (isApart(result)) return say('compare.apart');
  const serial = ways.find(({ way }) => way === 'serial')?.times;
  const found = ways.find(({ way }) => way === best);
  if (!serial) return say('compare.noTime');
  if (!found?.times) return say('compare.noBest');
  const { finishNs, error } = found.times;
  const values = {
    way: style().good(titleOf('way', found.way)),
    time: finishNs,
    change: finishNs / serial.finishNs - 1,
  };
  return error === null ? say('compare.best', values) : say('compare.bestError', { ...values, error });
}

/** Whether a program gives two of the kernels the same data. */
const isApart = (result: AnyCompareResult): boolean =>
  !('programs' in result) &&
  (result.conflicts ?? []).some(({ kind }) => kind === 'race' || kind === 'ordered');

/** Cells of a way, for rows of a table: its name, all done, change, slowdowns, shared, faults, memory. */
export function wayCells(
  one: WayResult,
  serialNs: number | null,
  names: readonly string[],
): readonly string[] {
  const { way, times, shared, isolation, fits, settings } = one;
  const set = settings.length === 0 ? '' : ` (${settings.map(words).join(' + ')})`;
  const mark = times?.origin ? ` ${ORIGIN_MARK[times.origin]}` : '';
  const memory = fits === null ? 'unknown' : fits ? 'fits' : 'full';
  return [
    `${titleOf('way', way)}${set}`,
    times === null ? say('compare.unknown') : `${duration(times.finishNs)}${mark}`,
    times === null || serialNs === null || way === 'serial' ? '–' : change(times.finishNs / serialNs - 1),
    ...names.map((_, at) => (times === null ? '–' : factor(times.slowdowns[at]!))),
    shared.length === 0 ? say('compare.nothing') : shared.map((one) => titleOf('resource', one)).join(', '),
    titleOf('isolation', isolation),
    say(`compare.${memory}`),
  ];
}

/** Headings of `wayCells`. */
export const wayHead = (names: readonly string[]): readonly string[] => [
  say('compare.way'),
  say('compare.finish'),
  say('compare.change'),
  ...names,
  say('compare.shared'),
  say('compare.fault'),
  say('compare.memory'),
];

function wayTable(ways: readonly WayResult[], names: readonly string[]): string {
  const serialNs = ways.find(({ way }) => way === 'serial')?.times?.finishNs ?? null;
  return table(
    wayHead(names),
    ways.map((one) => wayCells(one, serialNs, names)),
  );
}

/** Ways that the GPU lacks, and why nothing is simulated. */
export function refusedTexts({ ways, notSimulated }: ComparedGpu): readonly string[] {
  return [
    ...ways.flatMap(({ way, refused }) =>
      refused === null ? [] : [say('compare.cannot', { way: titleOf('way', way), reason: refused })],
    ),
    ...new Set(notSimulated.map((reason) => say('compare.notSimulated', { reason }))),
  ];
}

/** What to type for the best way, or one after the other; nothing while no way has a time. */
function typeTexts({ ways, best }: ComparedGpu): readonly string[] {
  const chosen = ways.find(({ way }) => way === (best ?? 'serial'))!;
  if (chosen.times === null) return [];
  return chosen.apply.flatMap(({ title, code: lines }) => [
    say('compare.type', { way: titleOf('way', chosen.way), title: words(title) }),
    ...lines.split('\n').map((line) => code(`  ${line}`)),
  ]);
}
