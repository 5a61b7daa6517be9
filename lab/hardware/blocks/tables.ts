import { markdownTable } from '../../../src/kernel/markdownTable';
import { mean } from '../../../src/stats/means';
import { median, quantile } from '../../../src/stats/quantile';
import {
  advisedOf,
  cardVerdict,
  changesOf,
  errorsOf,
  type BlockChange,
  type CardVerdict,
  type Simulated,
} from './changes';
import type { MeasuredBlocks } from './measured';

/** A way to advise a block, and the launches that it is asked about. */
export interface AdviceRule {
  readonly name: string;
  readonly how: 'edit' | 'source';
  /** Least gain. */
  readonly least: number;
  readonly which?: Simulated;
}

const WORDS: readonly CardVerdict[] = ['faster', 'same', 'depends', 'slower'];
const percent = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(0)} %`;
const plain = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** What each rule advises for a launch, and what the card says to it. */
export function adviceTable(launches: readonly MeasuredBlocks[], rules: readonly AdviceRule[]): string {
  const rows = rules.map(({ name, how, least, which }) => {
    const asked = launches.filter((launch) => launch.how === how);
    const advised = asked.map((launch) => advisedOf(launch, least, which)).filter((one) => one !== null);
    const counts = WORDS.map((word) => `${advised.filter((one) => cardVerdict(one) === word).length}`);
    const middle = (of: (one: BlockChange) => number): string =>
      advised.length === 0 ? '–' : percent(median(advised.map(of)));
    const worst = Math.max(...advised.map(({ cold, warm }) => Math.max(cold, warm)));
    return [
      name,
      `${asked.length}`,
      `${advised.length}`,
      ...counts,
      middle(({ told }) => told),
      middle(({ cold }) => cold),
      middle(({ warm }) => warm),
      advised.length === 0 ? '–' : percent(worst),
    ];
  });
  const head = [
    'advice',
    'launches',
    'advised',
    'faster on the card',
    'the same',
    'depends on caches',
    'slower',
  ];
  return markdownTable([...head, 'told, median', 'cold', 'warm', 'worst'], rows);
}

/** How far simulated changes are from the card's, by what is told. */
export function errorTable(launches: readonly MeasuredBlocks[]): string {
  const all = launches.flatMap((launch) => changesOf(launch));
  const classes: readonly (readonly [string, (told: number) => boolean])[] = [
    ['faster by more than 20 %', (told) => told <= -0.2],
    ['faster by 2 to 20 %', (told) => told > -0.2 && told <= -0.02],
    ['within 2 %', (told) => Math.abs(told) < 0.02],
    ['slower by 2 to 20 %', (told) => told >= 0.02 && told < 0.2],
    ['slower by more than 20 %', (told) => told >= 0.2],
  ];
  const rows = classes.map(([name, isIn]) => {
    const some = all.filter(({ told }) => isIn(told));
    const errors = some.flatMap(errorsOf);
    return [
      name,
      `${some.length}`,
      ...WORDS.map((word) => `${some.filter((one) => cardVerdict(one) === word).length}`),
      plain(mean(errors)),
      plain(quantile(errors, 0.9)),
      plain(Math.max(...errors)),
    ];
  });
  const head = ['told', 'changes', 'faster on the card', 'the same', 'depends on caches', 'slower'];
  return markdownTable([...head, 'error, mean', '90th percentile', 'worst'], rows);
}

/** Launches that a block of those that are simulated makes faster on the card, cold and warm, by more than `least`. */
export function missedTable(launches: readonly MeasuredBlocks[], least: number, gain: number): string {
  const rows = (['edit', 'source'] as const).map((how) => {
    const asked = launches.filter((launch) => launch.how === how);
    const better = asked.filter((launch) =>
      changesOf(launch).some(({ cold, warm }) => Math.max(cold, warm) <= -gain),
    );
    const advised = better.filter((launch) => advisedOf(launch, least) !== null);
    return [how, `${asked.length}`, `${better.length}`, `${advised.length}`];
  });
  return markdownTable(
    ['blocks', 'launches', `faster by ${plain(gain)} or more with another`, 'advised'],
    rows,
  );
}

/** By how much the best block of all that leave the same beats the one that is written, on the card. */
export function bestTable(launches: readonly MeasuredBlocks[]): string {
  const limits = [0.02, 0.05, 0.1, 0.2, 0.5];
  const rows = (['coldUs', 'warmUs'] as const).map((state) => {
    const gains = launches.map(
      ({ blocks }) => 1 - Math.min(...blocks.map((one) => one[state])) / blocks[0]![state],
    );
    const above = limits.map((limit) => `${gains.filter((one) => one > limit).length}`);
    return [state === 'coldUs' ? 'cold' : 'warm', `${launches.length}`, percent(-median(gains)), ...above];
  });
  return markdownTable(
    ['caches', 'launches', 'median', ...limits.map((limit) => `more than ${plain(limit)}`)],
    rows,
  );
}
