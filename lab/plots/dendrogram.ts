import { scaleLinear } from 'd3-scale';
import type { Merge } from '../../src/stats/linkage';
import { svgDocument, text, widthOf } from './svg';

/** A clustering of the same leaves as its neighbours. */
export interface Tree {
  readonly title: string;
  readonly merges: readonly Merge[];
}

const ROW = 20;
const BRANCHES = 160;
const GAP = 36;
const TOP = 60;

/** Clusterings side by side, each with its leaves in its own order, from distance 0 to its largest. */
export function dendrograms(names: readonly string[], trees: readonly Tree[], title: string): string {
  const width = BRANCHES + widthOf(names) + GAP;
  const height = TOP + names.length * ROW + 16;
  return svgDocument(trees.length * width, height, [
    text((trees.length * width) / 2, 22, title, 'middle', 15),
    ...trees.flatMap((tree, at) => drawTree(tree, names, at * width + 16)),
  ]);
}

function drawTree({ title, merges }: Tree, names: readonly string[], left: number): string[] {
  const order = leafOrder(merges, names.length);
  const highest = merges.reduce((most, { height }) => Math.max(most, height), 0);
  const right = left + BRANCHES;
  const x = scaleLinear([0, highest], [right, left]);
  const nodes = names.map((_, leaf) => ({ x: right, y: TOP + (order.indexOf(leaf) + 0.5) * ROW }));
  const branches = merges.map(({ first, second, height }) => {
    const [a, b] = [nodes[first]!, nodes[second]!];
    const at = x(height);
    nodes.push({ x: at, y: (a.y + b.y) / 2 });
    const [from, over, to] = [a.x, at, b.x].map((value) => value.toFixed(1));
    return `<path d="M${from} ${a.y}H${over}V${b.y}H${to}" fill="none" stroke="#0072b2" stroke-width="1.5"/>`;
  });
  return [
    text((left + right) / 2, TOP - 14, `${title} (up to ${highest.toFixed(2)})`, 'middle', 12),
    ...branches,
    ...order.map((leaf, row) => text(right + 6, TOP + (row + 0.5) * ROW + 4, names[leaf]!, 'start', 11)),
  ];
}

/** Leaves in an order in which no branches cross. */
function leafOrder(merges: readonly Merge[], leaves: number): readonly number[] {
  const members = Array.from({ length: leaves }, (_, at): readonly number[] => [at]);
  for (const { first, second } of merges) members.push([...members[first]!, ...members[second]!]);
  return members.at(-1)!;
}
