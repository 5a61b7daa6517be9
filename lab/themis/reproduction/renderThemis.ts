import { markdownTable } from '../../../src/kernel/markdownTable';
import type { FairnessSummary } from './engineSummary';
import { SCALABILITY_SIZES, type ThemisSummary } from './summary';

/** What the paper reports, beside which ours is printed; null where it gives no number. */
const PAPER: Readonly<Record<string, { readonly mean: string; readonly other: string }>> = {
  'pairs Themis': { mean: '9.5 %', other: '' },
  'pairs 30:30 ASM': { mean: '45 %', other: 'maximum 105 %' },
  'triples Themis': { mean: '10 %', other: 'median 7 %' },
  'quads Themis': { mean: '10 %', other: 'median 8 %' },
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const two = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '–');

/** A part of the report. */
export interface ThemisSection {
  readonly about: 'errors' | 'slowdowns' | 'bubble' | 'fairness' | 'targets';
  readonly heading: string;
  /** Paragraphs and tables. */
  readonly blocks: readonly string[];
}

/** The summary as markdown, the paper's numbers beside ours. */
export function renderThemis(summary: ThemisSummary): string {
  return themisSections(summary)
    .flatMap(({ heading, blocks }) => [heading, ...blocks])
    .join('\n\n');
}

/** The summary part by part. */
export function themisSections(summary: ThemisSummary): ThemisSection[] {
  return [
    { about: 'errors', heading: '## Prediction error (errSD)', blocks: [accuracyTable(summary)] },
    {
      about: 'slowdowns',
      heading: '## Scalability and interference slowdowns (figure 2)',
      blocks: [scalabilityTable(summary), interferenceTable(summary)],
    },
    {
      about: 'bubble',
      heading: '## Bubble-Flux and aggregate performance (figure 1)',
      blocks: [bubbleText(summary)],
    },
    { about: 'fairness', heading: '## Fair sharing (figures 9 to 11)', blocks: [fairnessTable(summary)] },
    { about: 'targets', heading: '## Progress targets (figure 12)', blocks: [qosTable(summary)] },
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? 'Not run yet.' : markdownTable(head, rows);
}

function accuracyTable({ accuracy }: ThemisSummary): string {
  return table(
    ['co-locations', 'runs', 'predictor', 'mean', 'median', '90 %', 'maximum', 'paper'],
    accuracy.map(({ group, predictor, errors }) => {
      const paper = PAPER[`${group} ${predictor.replace(/ \(.*\)$/, '')}`];
      return [
        group,
        String(errors.coLocations),
        predictor,
        percent(errors.mean),
        percent(errors.median),
        percent(errors.p90),
        percent(errors.maximum),
        paper === undefined ? '' : `${paper.mean}${paper.other && `, ${paper.other}`}`,
      ];
    }),
  );
}

function scalabilityTable({ scalability }: ThemisSummary): string {
  const sizes = SCALABILITY_SIZES.filter((size) =>
    scalability.some(({ slowdowns }) => slowdowns[size] !== undefined),
  );
  return table(
    ['SD_scal', ...sizes.map((size) => `${size} SMs`)],
    scalability.map(({ app, slowdowns }) => [app, ...sizes.map((size) => two(slowdowns[size] ?? NaN))]),
  );
}

function interferenceTable({ interference }: ThemisSummary): string {
  return table(
    ['30:30 beside mri-gridding', 'SD_inter', 'SD_inter of mri-gridding'],
    interference.map(({ app, own, partner }) => [app, two(own), two(partner)]),
  );
}

function bubbleText({ bubble }: ThemisSummary): string {
  if (bubble === null) return 'Not run yet.';
  const { coLocations, undisturbed, profiled } = bubble;
  return `On ${coLocations} co-locations at 30:30 the aggregate performance is ${two(undisturbed)} without and ${two(profiled)} with Bubble-Flux's stages of 300 000 cycles (paper, all 49: 1.22 and 0.95).`;
}

/** Of a table of fair sharing, beside what tells its rows apart. */
export const FAIRNESS_COLUMNS = [
  'method',
  'co-locations',
  'unfairness, mean',
  'median',
  'aggregate performance',
  'contexts moved, MB',
] as const;

/** A row under `FAIRNESS_COLUMNS`. */
export function fairnessCells(summary: FairnessSummary): string[] {
  const { method, coLocations, unfairness, aggregate, contextBytes } = summary;
  return [
    method,
    String(coLocations),
    two(unfairness.mean),
    two(unfairness.median),
    two(aggregate),
    (contextBytes / 1e6).toFixed(1),
  ];
}

function fairnessTable({ fairness }: ThemisSummary): string {
  return table(
    ['policy', ...FAIRNESS_COLUMNS],
    fairness.map((summary) => [summary.policy, ...fairnessCells(summary)]),
  );
}

function qosTable({ qos }: ThemisSummary): string {
  return table(
    [
      'cycles',
      'target',
      'method',
      'co-locations',
      'attainable',
      'missed',
      'by more than 5 %',
      'worst shortfall',
      'second half: missed',
      'by more than 5 %',
      'progress, mean',
      'batch progress',
    ],
    qos.map(({ cycles, target, method, coLocations, attainable, whole, settled }) => [
      String(cycles),
      String(target),
      method,
      String(coLocations),
      percent(attainable),
      percent(whole.violated),
      percent(whole.clearlyViolated),
      percent(whole.worstShortfall),
      percent(settled.violated),
      percent(settled.clearlyViolated),
      two(whole.meanProgress),
      two(whole.batchProgress),
    ]),
  );
}
