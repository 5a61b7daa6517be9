import { scaleLinear } from 'd3-scale';
import type { QueueReport, QueueSimilarity } from '../../src/analysis/results/queueResult';
import { say } from '../../src/words';
import { formatNumber } from './format';
import type { TableModel } from './table';

/** Sizes of the chart in the units of its view box. */
export const CLUSTER_MAP = { tree: 120, names: 120, cell: 22, gap: 6 } as const;

/** A dendrogram beside the distances of what it joins, in the order of its leaves. */
export interface ClusterMap {
  /** Names in the order of rows and columns. */
  readonly names: readonly string[];
  /** Branches as SVG paths. */
  readonly branches: readonly string[];
  readonly cells: readonly {
    readonly row: number;
    readonly column: number;
    readonly distance: number;
    /** Of the largest distance, 0–1. */
    readonly share: number;
  }[];
  readonly width: number;
  readonly height: number;
}

/** Null where nothing tells how alike applications are. */
export function clusterMap({ applications, similarity }: QueueReport): ClusterMap | null {
  if (similarity === null) return null;
  const { distances } = similarity;
  const order = leafOrder(similarity);
  const most = distances.flat().reduce((high, value) => Math.max(high, value), 0);
  const { tree, names, cell, gap } = CLUSTER_MAP;
  return {
    names: order.map((at) => applications[at]!.name),
    branches: branchesOf(similarity, order),
    cells: order.flatMap((a, row) =>
      order.map((b, column) => {
        const distance = distances[a]![b]!;
        return { row, column, distance, share: most > 0 ? distance / most : 0 };
      }),
    ),
    width: tree + names + 2 * gap + order.length * cell,
    height: order.length * cell,
  };
}

/** Points in the order in which a dendrogram has them without crossings. */
function leafOrder({ merges, distances }: QueueSimilarity): readonly number[] {
  const points = distances.length;
  const members = distances.map((_, at): readonly number[] => [at]);
  for (const { first, second } of merges) members.push([...members[first]!, ...members[second]!]);
  return members[points + merges.length - 1]!;
}

/** A bracket for each merge: its two clusters at their own distances, joined at that of the merge. */
function branchesOf({ merges, distances }: QueueSimilarity, order: readonly number[]): readonly string[] {
  const { tree, cell } = CLUSTER_MAP;
  const highest = merges.reduce((most, { height }) => Math.max(most, height), 0);
  const x = scaleLinear([0, Math.max(highest, 1e-9)], [tree, 4]);
  const nodes = distances.map((_, at): { x: number; y: number } => ({
    x: tree,
    y: (order.indexOf(at) + 0.5) * cell,
  }));
  return merges.map(({ first, second, height }) => {
    const [a, b] = [nodes[first]!, nodes[second]!];
    const at = x(height);
    nodes.push({ x: at, y: (a.y + b.y) / 2 });
    return `M${a.x} ${a.y}H${at}V${b.y}H${b.x}`;
  });
}

/** One row an application: its distance from every other, and the one that is least like it. */
export function distanceTable({ applications, similarity }: QueueReport): TableModel {
  const format = (value: number): string => formatNumber(value);
  return {
    columns: [
      { title: say('webview.queue.application') },
      { title: say('webview.queue.leastAlike') },
      ...applications.map(({ name }) => ({ title: name, format })),
    ],
    rows: (similarity?.distances ?? []).map((row, at) => [
      applications[at]!.name,
      applications[similarity!.leastSimilar[at]!]!.name,
      ...row,
    ]),
  };
}
