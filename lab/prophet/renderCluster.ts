import { markdownTable } from '../../src/kernel/markdownTable';
import { POLICIES, type ClusterFills } from './cluster';
import { keptShares } from './kept';

/** Section 7.4. */
const PAPER = new Map([[0.7, '80.15 %']]);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Places that are filled under each policy, as Markdown. */
export function renderCluster(fills: ClusterFills): string {
  return markdownTable(
    ['services keep', ...fills.keys(), 'the paper'],
    POLICIES.map((policy, at) => [
      percentOfPolicy(policy),
      ...[...fills.values()].map((each) => percent(each[at]!.utilisation)),
      PAPER.get(policy) ?? '–',
    ]),
  );
}

const percentOfPolicy = (policy: number): string => `${Math.round(100 * policy)} %`;

/** Whether services keep what is asked beside what is placed, where that was simulated, as Markdown. */
export function renderKept(fills: ClusterFills): string {
  return markdownTable(
    ['services keep', 'filled by', 'GPUs with neighbours', 'simulated', 'miss it', 'by 2 %', 'by 10 %'],
    POLICIES.flatMap((policy, at) =>
      [...fills].flatMap(([id, each]) => {
        const { gpus, simulated, missed, by2, by10 } = keptShares(each[at]!);
        if (simulated === 0) return [];
        const shares = [missed, by2, by10].map(percent);
        return [[percentOfPolicy(policy), id, `${gpus}`, `${simulated}`, ...shares]];
      }),
    ),
  );
}
