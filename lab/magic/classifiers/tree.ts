/** A decision tree: a leaf says how much weight is on the class `true`, less that on `false`. */
export type Tree =
  | { readonly balance: number }
  | { readonly feature: number; readonly threshold: number; readonly below: Tree; readonly above: Tree };

export interface TreeOptions {
  readonly depth: number;
  /** Features that a split may look at; asked anew for each. Default all. */
  readonly features?: () => readonly number[];
}

interface Weighted {
  readonly rows: readonly (readonly number[])[];
  readonly labels: readonly boolean[];
  readonly weights: readonly number[];
}

/** Grows a tree that splits where Gini impurity falls most (CART: Breiman et al. 1984), ties to the first feature. */
export function growTree(examples: Weighted, options: TreeOptions): Tree {
  const all = examples.rows.map((_, at) => at);
  return grow(examples, all, options, options.depth);
}

/** Weight on `true` less that on `false` in the leaf that a row falls into. */
export function balanceOf(tree: Tree, row: readonly number[]): number {
  if ('balance' in tree) return tree.balance;
  return balanceOf(row[tree.feature]! <= tree.threshold ? tree.below : tree.above, row);
}

function grow(examples: Weighted, members: readonly number[], options: TreeOptions, depth: number): Tree {
  const [yes, no] = weightsOf(examples, members);
  const split = depth === 0 || yes === 0 || no === 0 ? null : bestSplit(examples, members, options);
  if (split === null) return { balance: (yes - no) / (yes + no) };
  const { feature, threshold } = split;
  const isBelow = (at: number): boolean => examples.rows[at]![feature]! <= threshold;
  return {
    feature,
    threshold,
    below: grow(examples, members.filter(isBelow), options, depth - 1),
    above: grow(
      examples,
      members.filter((at) => !isBelow(at)),
      options,
      depth - 1,
    ),
  };
}

function bestSplit(
  examples: Weighted,
  members: readonly number[],
  { features }: TreeOptions,
): { feature: number; threshold: number } | null {
  const [allYes, allNo] = weightsOf(examples, members);
  let best: { feature: number; threshold: number } | null = null;
  let least = impurity(allYes, allNo) - 1e-12;
  for (const feature of features?.() ?? examples.rows[0]!.map((_, at) => at)) {
    const sorted = [...members].sort((a, b) => examples.rows[a]![feature]! - examples.rows[b]![feature]!);
    let [yes, no] = [0, 0];
    for (const [at, member] of sorted.slice(0, -1).entries()) {
      if (examples.labels[member]!) yes += examples.weights[member]!;
      else no += examples.weights[member]!;
      const [value, next] = [examples.rows[member]![feature]!, examples.rows[sorted[at + 1]!]![feature]!];
      if (value === next) continue;
      const left = impurity(yes, no) + impurity(allYes - yes, allNo - no);
      if (left < least) [best, least] = [{ feature, threshold: (value + next) / 2 }, left];
    }
  }
  return best;
}

/** Gini impurity times weight: 2 · yes · no / (yes + no). */
const impurity = (yes: number, no: number): number => (yes + no > 0 ? (2 * yes * no) / (yes + no) : 0);

function weightsOf({ labels, weights }: Weighted, members: readonly number[]): [yes: number, no: number] {
  let [yes, no] = [0, 0];
  for (const at of members)
    if (labels[at]!) yes += weights[at]!;
    else no += weights[at]!;
  return [yes, no];
}
