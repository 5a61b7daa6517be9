import { programKey } from '../results/changeResult';
import type {
  CheckedFault,
  CheckedPlace,
  CheckFinding,
  CheckResult,
  NotCompared,
} from '../results/checkResult';
import { groupBy } from '../../stats/grouping';
import type { Baseline } from './baseline';
import { finding } from './finding';

/** What differs less than this from the baseline differs by chance, where no error says more. */
const SCATTER = 0.05;

/** How far the change between two timelines was from the measured one, of 291 at most (docs/verdicts.md). */
const TIMELINE_ERROR = 0.133;

/** What got worse, by each time and slowdown that the baseline knows as well. */
export function comparedWith(
  { kernels, slowdowns, programs }: CheckResult,
  baseline: Baseline,
): readonly (readonly CheckFinding[])[] {
  const times = new Map(baseline.kernels.map(({ id, timeNs }) => [id, timeNs]));
  const pairs = new Map(baseline.slowdowns.map((one) => [`${one.id}\0${one.beside.id}`, one]));
  const longer = kernels.flatMap((kernel) => {
    const before = times.get(kernel.id) ?? null;
    return before === null || kernel.timeNs === null ? [] : [longerThan(kernel, kernel.timeNs, before)];
  });
  const worse = slowdowns.flatMap((one) => {
    const before = pairs.get(`${one.id}\0${one.beside.id}`);
    if (before === undefined || before.slowdown === null || one.slowdown === null) return [];
    const error = Math.max(SCATTER, one.error ?? 0, before.error ?? 0);
    const isWorse = one.slowdown > before.slowdown * (1 + error);
    return [isWorse ? [finding('worse', one, one.slowdown, before.slowdown)] : []];
  });
  const timelines = new Map(baseline.programs.map((one) => [programKey(one), one.timeNs]));
  const slower = programs.flatMap((one) => {
    const before = timelines.get(programKey(one)) ?? null;
    return before === null || one.timeNs === null ? [] : [slowerThan(one, one.timeNs, before)];
  });
  return [...longer, ...worse, ...slower];
}

/** Kernels and programs whose time the baseline has and which have none now. */
export function notCompared({ kernels, programs }: CheckResult, baseline: Baseline): readonly NotCompared[] {
  const ofKernels = new Map(kernels.map(({ id, timeNs }) => [id, timeNs]));
  const ofPrograms = new Map(programs.map((one) => [programKey(one), one.timeNs]));
  const before = [
    ...baseline.kernels.map(({ id, name = id, timeNs }) => ({ name, timeNs, now: ofKernels.get(id) })),
    ...baseline.programs.map((one) => ({ ...one, now: ofPrograms.get(programKey(one)) })),
  ];
  return before.flatMap(({ name, timeNs, now }): NotCompared[] => {
    if (timeNs === null || typeof now === 'number') return [];
    return [{ name, now: now === null ? 'unknown' : 'gone' }];
  });
}

/** A program fails by what is beyond any error that such changes had, and is warned of by what is beyond chance. */
function slowerThan(
  { name, path, line }: CheckedPlace,
  timeNs: number,
  before: number,
): readonly CheckFinding[] {
  const growth = timeNs / before - 1;
  if (growth <= SCATTER) return [];
  const level = growth > TIMELINE_ERROR ? 'error' : 'warning';
  const place = { name, path, line, beside: null };
  return [
    { kind: 'program', level, ...place, value: timeNs, limit: before, running: null, error: TIMELINE_ERROR },
  ];
}

function longerThan(
  { name, path, line }: CheckedPlace,
  timeNs: number,
  before: number,
): readonly CheckFinding[] {
  if (timeNs <= before * (1 + SCATTER)) return [];
  const place = { name, path, line, beside: null };
  return [
    { kind: 'longer', level: 'error', ...place, value: timeNs, limit: before, running: null, error: null },
  ];
}

/** Faults, of which those are new that stand on other lines, where a file has more of a kind than in the baseline. */
export function newFaults({ faults }: CheckResult, baseline: Baseline): readonly CheckedFault[] {
  const keyOf = ({ path, code }: { readonly path: string; readonly code: string }): string =>
    `${path}\0${code}`;
  const before = groupBy(baseline.faults, keyOf);
  const now = groupBy(faults, keyOf);
  return faults.map((fault) => {
    const known = before.get(keyOf(fault)) ?? [];
    const areMore = now.get(keyOf(fault))!.length > known.length;
    return { ...fault, isNew: areMore && known.every(({ line }) => line !== fault.line) };
  });
}
