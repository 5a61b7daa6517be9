import { markdownTable } from '../../src/kernel/markdownTable';
import { POLICIES, type PolicyFill } from './cluster';

/** Places that are filled when nothing is asked of a service. */
const ALL_PLACES = 'whatever it costs';
/** Section 7.4. */
const PAPER = new Map([[0.7, '80.15 %']]);

/** Places that a predictor fills under each policy, as Markdown. */
export function renderCluster(fills: ReadonlyMap<string, readonly PolicyFill[]>): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return markdownTable(
    ['services keep', ...fills.keys(), ALL_PLACES, 'the paper'],
    POLICIES.map((policy, at) => [
      `${Math.round(100 * policy)} %`,
      ...[...fills.values()].map((each) => percent(each[at]!.utilisation)),
      '100 %',
      PAPER.get(policy) ?? '–',
    ]),
  );
}
