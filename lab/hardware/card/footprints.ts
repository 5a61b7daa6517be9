import { median } from '../../../src/stats/quantile';
import type { CardPart, CardRun } from './measured';

/** KiB that the blocks of a kernel read, or read and write as much again. */
export const FOOTPRINTS = [16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 256, 320];
/** Kernels whose blocks, one on each SM, go round a footprint of their own, and threads of a block. */
const OWN: readonly (readonly [string, number])[] = [
  ['copyOwn', 64],
  ['copyOwn', 256],
  ['readOwn', 64],
  ['readOwn', 256],
];
/** What is launched after them: kind, KiB of all blocks, threads. Nothing of it stays in the L1 cache. */
const BESIDE: readonly (readonly [string, number, number])[] = [
  ['copy', 1048576, 512],
  ['read', 1048576, 512],
  ['read', 1048576, 64],
];

/** Paces of a kernel over its footprint, alone or beside another one, each over its pace alone at 16 KiB. */
export interface FootprintCurve {
  readonly kind: string;
  readonly threads: number;
  readonly beside: CardPart | null;
  readonly points: readonly FootprintPoint[];
}

export interface FootprintPoint {
  readonly part: CardPart;
  readonly measured: number;
}

/** Curves of a card, of those footprints that were measured. */
export function footprintCurves(runs: readonly CardRun[]): readonly FootprintCurve[] {
  return OWN.flatMap(([kind, threads]) => {
    const alone = runs.filter(({ label, parts }) => label === 'alone' && isOwn(parts[0]!, kind, threads));
    const base = alone.find(({ parts }) => parts[0]!.kib === FOOTPRINTS[0])?.parts[0]!.pace;
    if (base === undefined) return [];
    const curve = (beside: CardPart | null, found: readonly CardRun[]): FootprintCurve => ({
      kind,
      threads,
      beside,
      points: FOOTPRINTS.flatMap((kib) => {
        const part = found.find(({ parts }) => parts[0]!.kib === kib)?.parts[0];
        return part === undefined ? [] : [{ part, measured: part.pace / base }];
      }),
    });
    const pairs = BESIDE.map((other) => {
      const found = runs.filter(({ label, parts }) => {
        const [own, second] = parts;
        return label === 'pair' && isOwn(own!, kind, threads) && isStream(second!, other);
      });
      return curve(found[0]?.parts[1] ?? null, found);
    });
    return [curve(null, alone), ...pairs.filter(({ points }) => points.length > 2)];
  });
}

const isOwn = (part: CardPart, kind: string, threads: number): boolean =>
  part.kind === kind && part.threads === threads && part.blocksPerSm === 1;

const isStream = (part: CardPart, [kind, kib, threads]: readonly [string, number, number]): boolean =>
  part.kind === kind && part.kib === kib && part.threads === threads;

export const curveName = ({ kind, threads, beside }: FootprintCurve): string =>
  beside === null
    ? `${kind}, ${threads}, alone`
    : `${kind}, ${threads}, beside ${beside.kind}, ${beside.threads}`;

export const curveColumns = ['kernel, threads of a block', ...FOOTPRINTS.map((kib) => `${kib} KiB`)];

/** Cells `measured / simulated` of a curve; `simulated` tells the pace here over that alone at 16 KiB. */
export function curveRow(curve: FootprintCurve, simulated: ReadonlyMap<number, number>): readonly string[] {
  const cells = FOOTPRINTS.map((kib) => {
    const point = curve.points.find(({ part }) => part.kib === kib);
    const here = simulated.get(kib);
    return point === undefined || here === undefined
      ? '–'
      : `${point.measured.toFixed(2)} / ${here.toFixed(2)}`;
  });
  return [curveName(curve), ...cells];
}

export const curveSummaryColumns = ['kernels', 'points', 'median factor', 'within 1.25', 'beyond 3'];

/** How many times too fast or too slow points are, of rows of the table. */
export function curveSummary(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const groups: readonly (readonly [string, RegExp])[] = [
    ['alone', /alone$/],
    ['beside a stream', /beside/],
  ];
  return groups.flatMap(([name, pattern]) => {
    const factors = rows
      .filter((row) => pattern.test(row[0]!))
      .flatMap((row) => row.slice(1).filter((cell) => cell.includes('/')))
      .map((cell) => {
        const [card, here] = cell.split(' / ').map((text) => Math.max(0.01, Number(text)));
        return Math.max(card! / here!, here! / card!);
      });
    if (factors.length === 0) return [];
    const within = factors.filter((factor) => factor <= 1.25).length;
    const beyond = factors.filter((factor) => factor > 3).length;
    return [[name, String(factors.length), median(factors).toFixed(2), String(within), String(beyond)]];
  });
}
