import { programKey } from '../results/changeResult';
import type {
  CheckedFault,
  CheckedPlace,
  CheckFinding,
  CheckResult,
  NotCompared,
} from '../results/checkResult';
import { groupBy } from '../../stats/grouping';
import type { Baseline, PinnedTime } from './baseline';
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
  const times = new Map(baseline.kernels.map((one) => [one.id, one]));
  const pairs = new Map(baseline.slowdowns.map((one) => [`${one.id}\0${one.beside.id}`, one]));
  const longer = kernels.flatMap((kernel) => {
    const held = heldAgainst(kernel, times.get(kernel.id));
    return held === null ? [] : [longerThan(kernel, held.nowNs, held.beforeNs)];
  });
  const worse = slowdowns.flatMap((one) => {
    const before = pairs.get(`${one.id}\0${one.beside.id}`);
    if (before === undefined || before.slowdown === null || one.slowdown === null) return [];
    const error = Math.max(SCATTER, one.error ?? 0, before.error ?? 0);
    const isWorse = one.slowdown > before.slowdown * (1 + error);
    return [isWorse ? [finding('worse', one, one.slowdown, before.slowdown)] : []];
  });
  const timelines = new Map(baseline.programs.map((one) => [programKey(one), one]));
  const slower = programs.flatMap((one) => {
    const held = heldAgainst(one, timelines.get(programKey(one)));
    return held === null ? [] : [slowerThan(one, held.nowNs, held.beforeNs)];
  });
  return [...longer, ...worse, ...slower];
}

/** Both times where they can be compared: a simulation that comes in the place of an estimate is no change of the code. */
function heldAgainst(
  now: PinnedTime,
  before: PinnedTime | undefined,
): { readonly nowNs: number; readonly beforeNs: number } | null {
  if (before === undefined || before.timeNs === null || now.timeNs === null) return null;
  return isOfOneKind(now, before) ? { nowNs: now.timeNs, beforeNs: before.timeNs } : null;
}

/** Baselines of earlier versions do not say what their times rest on. */
const isOfOneKind = (now: PinnedTime, before: PinnedTime): boolean =>
  before.origin === undefined || before.origin === now.origin;

/** Kernels and programs whose time the baseline has and which have none now that says what became of it. */
export function notCompared({ kernels, programs }: CheckResult, baseline: Baseline): readonly NotCompared[] {
  const ofKernels = new Map(kernels.map((one) => [one.id, one]));
  const ofPrograms = new Map(programs.map((one) => [programKey(one), one]));
  const pairs = [
    ...baseline.kernels.map((was) => ({
      was: { ...was, name: was.name ?? was.id },
      now: ofKernels.get(was.id),
    })),
    ...baseline.programs.map((was) => ({ was, now: ofPrograms.get(programKey(was)) })),
  ];
  return pairs.flatMap(({ was, now }): NotCompared[] => {
    if (was.timeNs === null) return [];
    if (now === undefined) return [{ name: was.name, now: 'gone' }];
    if (now.timeNs === null) return [{ name: was.name, now: 'unknown' }];
    return isOfOneKind(now, was) ? [] : [{ name: was.name, now: 'otherEvidence' }];
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
