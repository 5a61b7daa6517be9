import { Columns } from '../../csv';
import type { LineShape } from '../../nvprof/textTables';
import type { StatsHeader } from './header';

const DASHES = /^ *-+(?: +-+)* *$/;

/**
 * The text form of a report: columns stand under dashes, names come last and may be cut. Rows of older versions,
 * whose numbers outgrow their columns, are split at gaps instead.
 */
export function statsTextShape(header: StatsHeader): LineShape {
  let starts: readonly number[] = [];
  const count = header.titles.length;
  return {
    columns: new Columns(header.titles),
    cells(line) {
      if (DASHES.test(line)) {
        starts = [...line.matchAll(/-+/g)].map(({ index }) => index);
        return null;
      }
      if (!/^ *[\d.]/.test(line)) return null;
      const byDashes = starts.length === count ? cellsUnder(line, starts) : null;
      return byDashes ?? cellsAtGaps(line, count);
    },
  };
}

/** A report with borders: names come last and may hold what separates the cells. */
export function statsBoxShape({ titles }: StatsHeader): LineShape {
  return {
    columns: new Columns(titles),
    cells(line) {
      if (!/^\| *[\d.]/.test(line)) return null;
      const row = line.trimEnd();
      const cells = row.slice(1, row.endsWith('|') ? -1 : undefined).split('|');
      const last = titles.length - 1;
      return [...cells.slice(0, last), ...(cells.length > last ? [cells.slice(last).join('|').trim()] : [])];
    },
  };
}

/** The cells under dashes; null where a cell reaches into the gap before another one. */
function cellsUnder(line: string, starts: readonly number[]): string[] | null {
  for (const start of starts.slice(1)) if (line.slice(start - 2, start).trim() !== '') return null;
  return starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
}

/** The cells between gaps: fewer than there are columns where one of them is empty. */
function cellsAtGaps(line: string, count: number): string[] {
  const cells = line.trim().split(/ {2,}/);
  return cells.length < count ? cells : [...cells.slice(0, count - 1), cells.slice(count - 1).join('  ')];
}
