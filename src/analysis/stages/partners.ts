import type { CoRunMatrix } from '../results/coRunResult';
import type { PartnerResult } from '../results/kernelResult';

/** The partners of a kernel by rising slowdown; itself is none. */
export function partnersOf(id: string, matrix: CoRunMatrix): PartnerResult[] {
  const row = matrix.cells[matrix.kernelIds.indexOf(id)] ?? [];
  return row
    .flatMap((cell, index) => {
      const kernelId = matrix.kernelIds[index]!;
      return cell && kernelId !== id
        ? [
            {
              kernelId,
              name: matrix.names[index]!,
              slowdown: cell.slowdown,
              waiting: cell.parts['waiting'] ?? null,
              origin: cell.origin,
            },
          ]
        : [];
    })
    .sort((a, b) => a.slowdown - b.slowdown);
}
