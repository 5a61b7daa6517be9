import path from 'node:path';
import type { CheckResult } from '../../analysis/results/checkResult';

/** The check with paths below the folder relative to it, with slashes: how other tools and later checks know them. */
export function withRelativePaths(check: CheckResult, folder: string): CheckResult {
  const relative = (file: string): string => {
    const found = path.relative(folder, path.resolve(folder, file));
    return (found.startsWith('..') ? file : found).split(path.sep).join('/');
  };
  const idOf = (id: string, file: string): string =>
    id.startsWith(file) ? relative(file) + id.slice(file.length) : id;
  const ownPath = (id: string): string => id.slice(0, id.lastIndexOf('#'));
  const placed = <T extends { readonly path: string }>(place: T): T => ({
    ...place,
    path: relative(place.path),
  });
  const named = <T extends { readonly path: string; readonly id: string }>(place: T): T => ({
    ...placed(place),
    id: idOf(place.id, ownPath(place.id)),
  });
  return {
    ...check,
    kernels: check.kernels.map(named),
    programs: check.programs.map(placed),
    slowdowns: check.slowdowns.map((one) => ({ ...named(one), beside: named(one.beside) })),
    unjudged: check.unjudged.map((one) => ({ ...placed(one), beside: placed(one.beside) })),
    races: check.races.map(placed),
    faults: check.faults.map(placed),
    findings: check.findings.map((one) => ({ ...placed(one), beside: one.beside && placed(one.beside) })),
  };
}
