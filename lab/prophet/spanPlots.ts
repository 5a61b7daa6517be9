import type { Plot } from '../plots/plot';
import { spanChart, type ChartSpan, type Lane } from '../plots/spanChart';
import type { ProfileRow, Row, Span, SpansRow } from './rows';

const KINDS = ['copy', 'kernel'] as const;

/** Pairs of which the paper shows who runs when, and where. */
const SHOWN: readonly (readonly [service: string, batch: string, name: string, title: string])[] = [
  ['gmm', 'lavamd', 'prophet-figure3', 'A query of gmm beside lavamd (figure 3)'],
  ['stemmer', 'pathfinder', 'prophet-figure5a', 'A query of stemmer beside pathfinder (figure 5 a)'],
  [
    'stemmer',
    'pathfinder-pinned',
    'prophet-figure5b',
    'A query of stemmer beside pathfinder-pinned (figure 5 b)',
  ],
];

/** Who ran when, of the pairs that were recorded so. */
export function spanPlots(rows: readonly Row[]): Plot[] {
  const clocks = new Map(rows.flatMap((row) => (row.kind === 'profile' ? [[row.app, row]] : [])));
  return SHOWN.flatMap(([service, batch, name, title]) => {
    const row = rows.findLast(
      (each): each is SpansRow => each.kind === 'spans' && each.service === service && each.batch === batch,
    );
    return row === undefined ? [] : [{ name, title, svg: svgOf(row, clocks.get(service)!, title) }];
  });
}

function svgOf({ service, batch, spans }: SpansRow, { clockMHz, cycles }: ProfileRow, title: string): string {
  const alone = (cycles / clockMHz).toFixed(0);
  const lane = (name: string, own: readonly Span[]): Lane => ({
    name,
    spans: own.map(([from, to, what]): ChartSpan => ({
      ...{ from: from / clockMHz, to: to / clockMHz },
      kind: KINDS.indexOf(what),
    })),
  });
  const lanes = [lane(service, spans.service), lane(batch, spans.batch)];
  const xLabel = `µs since the query came; ${service} alone takes ${alone}`;
  return spanChart(KINDS, lanes, { title, xLabel });
}
