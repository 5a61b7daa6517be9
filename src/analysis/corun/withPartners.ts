import type { CoRunMatrix } from '../results/coRunResult';
import type { PartnerResult } from '../results/kernelResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { dividedRanges } from './dividedRanges';
import { sensitivitiesOf } from '../stages/sensitivity';
import { meetings } from './kernelPairs';

const NOBODY: ReadonlySet<string> = new Set();

/** The results with the best and worst neighbour of each kernel, of those that it can run beside. */
export function withPartners(results: WorkspaceResults): WorkspaceResults {
  const { matrix } = results;
  const meet = meetings(results);
  const sensitivities = sensitivitiesOf(matrix, meet);
  const files = results.files.map((file) => ({
    ...file,
    kernels: file.kernels.map((kernel) => {
      const met = meet.get(kernel.id) ?? NOBODY;
      const partners = partnersOf(kernel.id, matrix, met);
      return {
        ...kernel,
        bestPartner: partners[0] ?? null,
        worstPartner: partners.at(-1) ?? null,
        sensitivity: sensitivities.get(kernel.id) ?? null,
        divided: dividedRanges(kernel.id, matrix, met),
      };
    }),
  }));
  return { ...results, files };
}

/** The kernels that one can run beside, by rising slowdown of this one. */
function partnersOf(id: string, matrix: CoRunMatrix, met: ReadonlySet<string>): readonly PartnerResult[] {
  const row = matrix.cells[matrix.kernelIds.indexOf(id)] ?? [];
  return row
    .flatMap((cell, at): PartnerResult[] => {
      const kernelId = matrix.kernelIds[at]!;
      if (cell === null || !met.has(kernelId)) return [];
      const { slowdown, origin, parts } = cell;
      const waiting = parts['waiting'] ?? null;
      const error = cell.error.metric === null ? null : cell.error.mean;
      return [{ kernelId, name: matrix.names[at]!, slowdown, waiting, origin, error }];
    })
    .toSorted((a, b) => a.slowdown - b.slowdown);
}
