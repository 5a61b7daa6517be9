import type { BlockSizeResult, SimilarKernel } from '../../src/analysis/results/kernelResult';
import { formatNumber } from './format';
import type { TableModel } from './table';
import { say, titleOf } from '../../src/words';

export const MAP = { width: 480, height: 340 } as const;
const PADDING = 34;
/** Room that a character of a label takes, and the height of a label, in units of the drawing. */
const CHARACTER = 6.4;
const LINE = 14;
const DISTANCE = 8;

export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** Where a label stands; `anchor` is the SVG text anchor. */
export interface MapLabel extends MapPoint {
  readonly text: string;
  readonly anchor: 'start' | 'end';
}

export interface PlacedReference extends MapPoint {
  readonly reference: SimilarKernel;
  /** Null where a label would cover another one. */
  readonly label: MapLabel | null;
}

export interface KernelMap {
  readonly kernel: MapPoint;
  readonly references: readonly PlacedReference[];
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The t-SNE map in units of the drawing, same scale in both directions; null without a position. */
export function kernelMap({ position, references }: BlockSizeResult): KernelMap | null {
  if (position === null || references.length === 0) return null;
  const place = placement([position, ...references]);
  const kernel = place(position);
  const taken: Box[] = [around(kernel)];
  for (const reference of references) taken.push(around(place(reference)));
  const labels = new Map<SimilarKernel, MapLabel | null>();
  for (const reference of byImportance(references)) {
    const label = freeLabel(reference, place(reference), taken);
    labels.set(reference, label);
    if (label !== null) taken.push(boxOf(label));
  }
  return {
    kernel,
    references: references.map((reference) => ({
      ...place(reference),
      reference,
      label: labels.get(reference) ?? null,
    })),
  };
}

function placement(points: readonly MapPoint[]): (point: MapPoint) => MapPoint {
  const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  const [left, right] = range(points.map((point) => point.x));
  const [low, high] = range(points.map((point) => point.y));
  const scale = Math.min(
    (MAP.width - 2 * PADDING) / Math.max(right - left, 1e-9),
    (MAP.height - 2 * PADDING) / Math.max(high - low, 1e-9),
  );
  return ({ x, y }) => ({
    x: MAP.width / 2 + (x - (left + right) / 2) * scale,
    y: MAP.height / 2 - (y - (low + high) / 2) * scale,
  });
}

/** Neighbours get their label first, then the nearest others. */
function byImportance(references: readonly SimilarKernel[]): readonly SimilarKernel[] {
  return [...references].sort((a, b) => Number(b.neighbour) - Number(a.neighbour) || a.distance - b.distance);
}

function freeLabel(reference: SimilarKernel, at: MapPoint, taken: readonly Box[]): MapLabel | null {
  const text = `${reference.name} ${reference.bestBlock}`;
  const candidates: readonly MapLabel[] = [
    { x: at.x + DISTANCE, y: at.y + 4, text, anchor: 'start' },
    { x: at.x - DISTANCE, y: at.y + 4, text, anchor: 'end' },
    { x: at.x + DISTANCE, y: at.y - 9, text, anchor: 'start' },
    { x: at.x + DISTANCE, y: at.y + 17, text, anchor: 'start' },
    { x: at.x - DISTANCE, y: at.y - 9, text, anchor: 'end' },
    { x: at.x - DISTANCE, y: at.y + 17, text, anchor: 'end' },
  ];
  return (
    candidates.find((label) => inside(boxOf(label)) && !taken.some((box) => overlap(box, boxOf(label)))) ??
    null
  );
}

function boxOf({ x, y, text, anchor }: MapLabel): Box {
  const width = text.length * CHARACTER;
  const left = anchor === 'start' ? x : x - width;
  return { left, right: left + width, top: y - LINE + 3, bottom: y + 3 };
}

function around({ x, y }: MapPoint): Box {
  return { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 };
}

function inside({ left, right, top, bottom }: Box): boolean {
  return left >= 0 && right <= MAP.width && top >= 0 && bottom <= MAP.height;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The reference kernels, nearest first. */
export function referenceTable({ references }: BlockSizeResult): TableModel {
  return {
    columns: [
      { title: say('webview.block.referenceKernel') },
      { title: say('webview.block.bestBlock') },
      { title: say('webview.block.origin') },
      { title: say('webview.block.distance'), format: (value) => formatNumber(value) },
      { title: say('webview.block.voted') },
      { title: 'x', format: (value) => formatNumber(value) },
      { title: 'y', format: (value) => formatNumber(value) },
    ],
    rows: [...references]
      .sort((a, b) => a.distance - b.distance)
      .map((one) => [
        one.name,
        one.bestBlock,
        titleOf('origin', one.origin),
        one.distance,
        one.neighbour ? say('webview.block.yes') : say('webview.block.no'),
        one.x,
        one.y,
      ]),
  };
}
