import type { Setting } from './measured';
import type { SharesData } from './shares';

/** How two applications fare together. */
interface Fare {
  /** Time alone on all SMs over that together, added up over both: 1 is what taking turns gives. */
  readonly paces: number;
  /** The larger of both slowdowns. */
  readonly worst: number;
}

/** Two applications with SMs that are not divided, and at each split. */
interface DividedOrNot {
  readonly undivided: Fare;
  readonly divided: ReadonlyMap<string, Fare>;
  /** At the split with the largest paces, and at that with the smallest slowdown. */
  readonly best: Fare;
}

/** @param undivided pairs of the same applications on all SMs */
export function dividedOrNot({ alone, pairs }: SharesData, undivided: Setting): readonly DividedOrNot[] {
  const found = new Map<string, Map<string, Fare>>();
  for (const pair of pairs) {
    const key = keyOf(pair.map(([name]) => name));
    const [first, second] = pair;
    const splits = found.get(key) ?? new Map<string, Fare>();
    const slowdowns = pair.map(([name, , , us]) => us / alone[name]!['100']!);
    found.set(key, splits.set(`${first[1]}:${second[1]}`, fareOf(slowdowns)));
  }
  const shared = new Map(
    undivided.groups
      .filter(({ length }) => length === 2)
      .map((group) => [
        keyOf(group.map(([name]) => name)),
        fareOf(group.map(([name, us]) => us / undivided.alone[name]!)),
      ]),
  );
  return [...found].map(([key, divided]) => ({
    undivided: shared.get(key)!,
    divided,
    best: {
      paces: Math.max(...[...divided.values()].map(({ paces }) => paces)),
      worst: Math.min(...[...divided.values()].map(({ worst }) => worst)),
    },
  }));
}

const keyOf = (names: readonly string[]): string => names.toSorted().join(' ');

const fareOf = (slowdowns: readonly number[]): Fare => ({
  paces: slowdowns.reduce((sum, slowdown) => sum + 1 / slowdown, 0),
  worst: Math.max(...slowdowns),
});
