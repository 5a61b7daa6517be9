import type { Series } from '../plots/lineChart';
import { markdownTable } from '../../src/kernel/markdownTable';
import type { YieldSpaceFile } from '../../src/predictors/gspace/space/modelFile';
import { YIELD_FEATURES } from '../../src/predictors/yieldSearchPort';
import { mean } from '../../src/stats/means';
import { QOS } from './conditions';
import { errMax, type PairResult } from './evaluate';
import { METHODS } from './methods';
import type { Plot } from '../plots/plot';
import { PART } from './programs';
import type { TrialRow } from './rows';
import { scaledApps } from './scaledApps';
import type { GspaceSummary, WholeTrial } from './summary';

const PAPER_ERRORS: Readonly<Record<string, string>> = {
  nearest: '35.7 / 35.1 %',
  regression: '32.8 / 62 %',
};

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/**
 * The reproduction as Markdown.
 *
 * @param plots pictures that lie beside the page
 */
export function renderGspace(summary: GspaceSummary, plots: readonly Plot[]): string {
  const { pairs, applications, space, micros } = summary;
  return [
    '### Micro-benchmarks and their space',
    microText(space, micros),
    '### What is predicted (figure 9)',
    errorTable(pairs),
    '### Searches (figure 10 and the missing ones)',
    searchTable(pairs, 'benchmarks'),
    ...coarseText(summary),
    '### Applications (TC, CN, CC)',
    ...(applications.length === 0
      ? ['No pair was run in full.']
      : [searchTable(applications, 'applications'), flepText(applications), pairTable(applications)]),
    '### Never preempted (figure 2)',
    unpreemptedText(summary),
    '### Against preempting the whole GPU (FLEP)',
    flepText(pairs),
    '### Pairs',
    pairTable(pairs),
    '### Alone on a part of the places (figures 3 and 4)',
    scalingTable(summary),
    '### What tasks cost',
    overheadText(summary),
    '### An eighth against the whole GPU (figures 5 and 6)',
    wholeText(summary),
    ...pictures(plots),
  ].join('\n\n');
}

function pictures(plots: readonly Plot[]): string[] {
  return plots.length === 0
    ? []
    : ['### Pictures', ...plots.map(({ name, title }) => `![${title}](${name}.svg)`)];
}

function coarseText({ coarse }: GspaceSummary): string[] {
  return coarse.map(({ yielding, critical, configurations, best, coarse: other }) =>
    best === null
      ? `Of ${yielding} beside ${critical} all ${configurations} configurations were run: none keeps the target.`
      : `Of ${yielding} beside ${critical} all ${configurations} configurations were run: the best keeps ${percent(best.throughput)}, that of the lattice ${other === null ? 'none' : percent(other.throughput)}.`,
  );
}

function unpreemptedText({ unpreempted }: GspaceSummary): string {
  const over = (limit: number): number =>
    unpreempted.filter(({ latency }) => latency === null || latency > limit).length;
  const rows = unpreempted.map(({ yielding, critical, latency }) => [
    yielding,
    critical,
    latency === null ? 'over 12' : latency.toFixed(2),
  ]);
  return unpreempted.length === 0
    ? 'None were run.'
    : [
        `The best-effort program is launched again and again as it is, without priority for the other. Of ${unpreempted.length} pairs ${over(2)} take more than twice their time alone, ${over(10)} more than ten times. The paper draws 35 pairs, all of which miss a target of less than ten times.`,
        markdownTable(['best effort', 'latency-critical', 'latency over alone'], rows),
      ].join('\n\n');
}

/** Shares of a program's speed that count as all of it. */
const NEARLY_ALL = 0.95;

function scalingTable({ scaling }: GspaceSummary): string {
  const rows = scaledApps(scaling).map(({ app, bySms, byBlocks }) => {
    const fewest = ({ points }: Series): string =>
      `${points.find(({ y }) => y >= NEARLY_ALL)!.x} of ${points.at(-1)!.x}`;
    const most = Math.max(...[...bySms.points, ...byBlocks.points].map(({ y }) => y));
    return [app, fewest(bySms), fewest(byBlocks), percent(most)];
  });
  return rows.length === 0
    ? 'None were run.'
    : markdownTable(
        ['program', 'SMs for 95 % of its speed', 'blocks on each', 'most speed on a part, over that on all'],
        rows,
      );
}

function overheadText({ overhead }: GspaceSummary): string {
  const rows = overhead.map(({ app, plain, yielding }) => [
    app,
    plain === null ? '–' : String(plain),
    yielding === null ? '–' : String(yielding),
    plain === null || yielding === null ? '–' : percent(yielding / plain - 1),
  ]);
  return overhead.length === 0
    ? 'None were run.'
    : markdownTable(['program', 'cycles of a round', 'as a yielding kernel', 'more'], rows);
}

function wholeText({ whole }: GspaceSummary): string {
  if (whole.length === 0) return 'None were run.';
  const both = whole.filter(({ part, whole: { latency } }) => part !== null && latency !== null);
  const off = (of: (row: TrialRow) => number): string =>
    spread(both.map((one) => errMax(of(one.whole), of(one.part!))));
  const rows = whole.map(({ yielding, critical, places, whole: here, part }) => [
    yielding,
    critical,
    `(${places.sms}, ${places.blocks})`,
    latencyText(here),
    part === null ? '–' : latencyText(part),
    percent(here.throughput),
    part === null ? '–' : percent(part.throughput),
  ]);
  return [
    `Of ${both.length} configurations that divide by ${PART} the eighth tells latency with an errMax of ${off(({ latency }) => latency!)} and throughput with one of ${off(({ throughput }) => throughput)}; ${both.filter(isSameSide).length} are on the same side of the target.`,
    markdownTable(
      [
        'best effort',
        'latency-critical',
        'SMs, blocks',
        'latency',
        'on the eighth',
        'throughput',
        'on the eighth',
      ],
      rows,
    ),
  ].join('\n\n');
}

const latencyText = ({ latency }: TrialRow): string => (latency === null ? 'over 4' : latency.toFixed(2));

function isSameSide({ whole, part }: WholeTrial): boolean {
  return whole.latency! <= QOS === part!.latency! <= QOS;
}

function microText(space: YieldSpaceFile, micros: GspaceSummary['micros']): string {
  const rows = YIELD_FEATURES.map((name, at) => [
    name,
    number(space.scaling.least[at]!),
    number(space.scaling.most[at]!),
    number(micros.programs.least[at]!),
    number(micros.programs.most[at]!),
  ]);
  return [
    `${micros.count} micro-benchmarks ran alone; ${space.representatives.length} stand for all of them, and ${space.maps.length} ordered pairs of these have maps of ${space.axes.sms.length * space.axes.blocks.length} points. The paper reports L1 hits from 4 to 60 % and intensities from 50 to 98 %.`,
    markdownTable(['feature', 'micro-benchmarks: least', 'most', 'programs of table 2: least', 'most'], rows),
  ].join('\n\n');
}

const number = (value: number): string => (value > 2 ? value.toFixed(0) : value.toFixed(3));

function errorTable(pairs: readonly PairResult[]): string {
  const ids = Object.keys(pairs[0]?.errors ?? {});
  const rows = ids.map((id) => [
    id === 'law' ? 'law of two trials (ours)' : id,
    spread(pairs.map(({ errors }) => errors[id]!.yielding)),
    spread(pairs.map(({ errors }) => errors[id]!.critical)),
    PAPER_ERRORS[id] ?? '–',
  ]);
  return markdownTable(
    ['method', 'errMax best effort', 'errMax latency-critical', 'paper (best effort / latency-critical)'],
    rows,
  );
}

function searchTable(all: readonly PairResult[], paper: 'benchmarks' | 'applications'): string {
  const pairs = all.filter(({ best }) => best !== null);
  const methods = Object.keys(METHODS).filter((id) => pairs[0]?.found.some(({ method }) => method === id));
  const rows = methods.map((id) => {
    const found = pairs.map((pair) => pair.found.find(({ method }) => method === id)!);
    const trials = found.reduce((sum, one) => sum + one.trials, 0);
    const violations = found.reduce((sum, one) => sum + one.violations, 0);
    const everything = pairs.reduce((sum, { configurations }) => sum + configurations, 0);
    return [
      METHODS[id]!.name,
      spread(found.map(({ ofBest }) => ofBest)),
      METHODS[id]![paper] ?? '–',
      String(found.filter(({ ofBest }) => ofBest === 0).length),
      (trials / pairs.length).toFixed(1),
      percent(trials / everything),
      percent(1 - violations / trials),
    ];
  });
  const head = [
    'search',
    'throughput of the best',
    'paper',
    'found none',
    'trials a pair',
    'of brute force',
    'trials in the target',
  ];
  return `${pairs.length} of ${all.length} pairs have a configuration that keeps the target.\n\n${markdownTable(head, rows)}`;
}

function flepText(pairs: readonly PairResult[]): string {
  const lines = (['best', 'scalar'] as const).flatMap((which) => {
    const gains = pairs.flatMap(({ overWindow }) => {
      const [own, whole] = [overWindow[which], overWindow.wholeGpu];
      return own === null || whole === null ? [] : [own / whole - 1];
    });
    if (gains.length === 0) return [];
    const [better, worse] = [gains.filter((gain) => gain > 0.01), gains.filter((gain) => gain < -0.01)];
    return [
      `${which === 'best' ? 'The best configuration' : 'What NN_SRS finds'} keeps more than that on ${better.length} of ${gains.length} pairs and less on ${worse.length} (by over 1 %); what is kept changes by ${percent(mean(gains))} in the mean, from ${percent(Math.min(...gains))} to ${percent(Math.max(...gains))}.`,
    ];
  });
  const missed = pairs.filter(({ overWindow }) => overWindow.wholeGpu === null).length;
  return [
    `Yielding the whole GPU first misses the target on ${missed} of ${pairs.length} pairs. Over the window of the target:`,
    ...lines,
    'The paper has a gain on 16 of 25 pairs for NN_SRS, the rest equal; with applications on 13 of 15, and 30.8 %.',
  ].join(' ');
}

function pairTable(pairs: readonly PairResult[]): string {
  const rows = pairs.map(({ yielding, critical, kept, configurations, best, found }) => {
    const of = (id: string): string => {
      const one = found.find(({ method }) => method === id);
      return one === undefined ? '–' : `${percent(one.ofBest)} in ${one.trials}`;
    };
    return [
      yielding,
      critical,
      `${kept} of ${configurations}`,
      best === null
        ? '–'
        : `${best.places.sms} SMs, ${best.places.blocks} blocks: ${percent(best.throughput)}`,
      ...['neighbours', 'nearest-scalar', 'corrected', 'law'].map(of),
    ];
  });
  return markdownTable(
    [
      'best effort',
      'latency-critical',
      'in the target',
      'best',
      'NS',
      'NN_SRS',
      'ours',
      'ours, by two trials',
    ],
    rows,
  );
}

/** Mean with half of its 95 % interval over pairs. */
function spread(values: readonly number[]): string {
  const middle = mean(values);
  if (values.length < 2) return percent(middle);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return `${percent(middle)} ± ${(196 * Math.sqrt(variance / values.length)).toFixed(1)}`;
}
