import { overWindow } from '../../../src/analysis/yielding/searchYield';
import { interpolated } from '../../../src/predictors/gspace/space/coRunMap';
import type { YieldTrial } from '../../../src/predictors/yieldSearchPort';
import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import { QOS } from '../conditions';
import { errMax, type Lattice, type PairResult } from '../evaluate';
import { METHODS } from '../methods';
import { criticalUs } from './lattices';
import { aloneUs, taskCounts, usOf, type CardMode, type CardPoint, type YieldingOnCard } from './measured';

type Table = readonly [head: string[], rows: string[][]];

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const times = (factor: number): string => `×${factor.toFixed(2)}`;
const microseconds = (us: number): string => us.toFixed(us < 100 ? 1 : 0);

/** What a grid takes as it is and in forms that yield, when nobody asks for anything. */
export function costTable(data: YieldingOnCard): Table {
  const names = [...new Set(data.alone.map(([name]) => name))];
  return [
    [
      'kernel',
      'tasks',
      'µs of the grid',
      'µs of a task',
      'pair',
      'array',
      'before: every task by itself',
      'several at a time, first form',
    ],
    names.map((name) => {
      const { tasks, places } = taskCounts(data, name);
      const [plain, pair, array] = ['plain', 'pair', 'array'].map((form) => aloneUs(data, name, form));
      const each = (pair! * places * SMS) / tasks;
      const before = (form: string): string =>
        times(usOf(data.before, name, form) / usOf(data.before, name, 'plain'));
      return [
        ...[name, String(tasks), microseconds(plain!), each.toFixed(1)],
        ...[pair, array].map((us) => times(us! / plain!)),
        ...['pair', 'fast'].map(before),
      ];
    }),
  ];
}

const SMS = 132;
/** SMs that were asked for, of those that starts were measured with. */
const ASKED = 66;

/** How soon another kernel has SMs: asked for, or in a stream of higher priority beside the grid as it is. */
export function startTable({ starts }: YieldingOnCard): Table {
  const names = [...new Set(starts.map(([name]) => name))];
  const at = (name: string, form: string) =>
    starts.find(([kernel, of, sms]) => kernel === name && of === form && sms === ASKED)!;
  return [
    [
      'kernel that runs',
      'asking',
      'first block',
      `all ${ASKED} SMs`,
      'asking by array',
      'priority: first block',
      `priority: all ${ASKED}`,
    ],
    names.map((name) => {
      const [, , , asking, first, all] = at(name, 'pair');
      const [, , , , urgentFirst, urgentAll] = at(name, 'plain-urgent');
      const values = [asking, first, all, at(name, 'array')[3], urgentFirst, urgentAll];
      return [name, ...values.map((us) => `${microseconds(us)} µs`)];
    }),
  ];
}

/** What the first keeps of its pace as a grid over the window of the target, if the other has a stream of higher priority; null where that misses it. */
export function urgentOverWindow(points: readonly CardPoint[]): number | null {
  const of = (wanted: CardMode): CardPoint => points.find(([mode]) => mode === wanted)!;
  const window = QOS * criticalUs(points);
  const urgent = of('plain-urgent');
  return urgent[3] > window ? null : 1 - (urgent[5] - of('plain')[5]) / window;
}

/** What became of each pair. */
export function pairTable(data: YieldingOnCard, results: readonly PairResult[]): Table {
  return [
    [
      'yields',
      'latency-critical',
      'alone',
      'never asked',
      'in the target',
      'best',
      'over the window: best',
      'all SMs first',
      'priority stream instead',
      'NS',
      'NN_SRS',
      'ours',
      'ours, by two trials',
    ],
    results.map((result) => {
      const { points } = data.pairs.find(
        ({ yielding, critical }) => yielding === result.yielding && critical === result.critical,
      )!;
      const alone = criticalUs(points);
      const stays = points.find(([mode]) => mode === 'stays')![3];
      const { best, overWindow: window } = result;
      const found = ['neighbours', 'nearest-scalar', 'corrected', 'law'].map((id) =>
        result.found.find(({ method }) => method === id)!,
      );
      return [
        result.yielding,
        result.critical,
        `${microseconds(alone)} µs`,
        times(stays / alone),
        `${result.kept} of ${result.configurations}`,
        best === null ? '–' : `${placesText(best)}: ${times(best.latency)}, ${percent(best.throughput)}`,
        ...[window.best, window.wholeGpu, urgentOverWindow(points)].map((share) =>
          share === null ? '–' : percent(share),
        ),
        ...found.map(({ ofBest, trials }) => `${percent(ofBest)} in ${trials}`),
      ];
    }),
  ];
}

const placesText = ({ places: { sms, blocks } }: YieldTrial): string => `${11 * sms} SMs, ${blocks}/4`;

/** What searches come to in the mean. */
export function methodTable(results: readonly PairResult[]): Table {
  const ids = results[0]!.found.map(({ method }) => method);
  return [
    ['search', 'of the best', 'trials', 'that miss the target', 'pairs without an answer'],
    ids.map((id) => {
      const found = results.map((result) => result.found.find(({ method }) => method === id)!);
      return [
        METHODS[id]!.name,
        percent(mean(found.map(({ ofBest }) => ofBest))),
        ...[found.map(({ trials }) => trials), found.map(({ violations }) => violations)].map((counts) =>
          mean(counts).toFixed(1),
        ),
        String(found.filter(({ ofBest }) => ofBest === 0).length),
      ];
    }),
  ];
}

/** How far off what is told of points that were not tried is, in the mean over pairs. */
export function toldTable(results: readonly PairResult[]): Table {
  const row = (name: string, id: string): string[] => [
    name,
    percent(mean(results.map(({ errors }) => errors[id]!.yielding))),
    percent(mean(results.map(({ errors }) => errors[id]!.critical))),
  ];
  return [
    ['told by', 'errMax of what is kept', 'errMax of latency'],
    [row('nearest pair of micro-benchmarks', 'nearest'), row('law of two trials', 'law')],
  ];
}

/** How far a map through every second number of SMs is off between them, and what its best is worth. */
export interface Interpolation {
  readonly latency: number;
  readonly throughput: number;
  /** Pairs whose best of the map keeps the target, and its throughput over the best, 0 where it does not. */
  readonly kept: number;
  readonly ofBest: number;
}

/** Through 24 of the 48 points of each pair, told of the other 24. */
export function interpolation(lattices: readonly Lattice[]): Interpolation {
  const each = lattices.map(({ most, trials }) => {
    const all = [...trials.values()];
    const sampled = (value: (trial: YieldTrial) => number): number[][] =>
      [2, 4, 6, 8, 10, 12].map((sms) => [1, 2, 3, 4].map((blocks) => value(trials.get(`${sms} ${blocks}`)!)));
    const axes = { sms: [2, 4, 6, 8, 10, 12].map((sms) => sms / 12), blocks: [0.25, 0.5, 0.75, 1] };
    const map = interpolated(
      axes,
      {
        progress: sampled(({ latency }) => 1 / latency),
        throughput: sampled(({ throughput }) => throughput),
      },
      most,
    );
    const between = all.filter(
      ({ places, latency }) => places.sms % 2 === 1 && places.sms > 1 && Number.isFinite(latency),
    );
    const told = all.map((trial) => ({ trial, effect: map(trial.places) }));
    const [chosen] = told
      .filter(({ effect }) => effect.latency <= QOS)
      .sort((a, b) => b.effect.throughput - a.effect.throughput);
    const best = Math.max(...all.filter(({ latency }) => latency <= QOS).map(({ throughput }) => throughput));
    const isKept = chosen !== undefined && chosen.trial.latency <= QOS;
    return {
      latency: mean(between.map(({ places, latency }) => errMax(latency, map(places).latency))),
      throughput: mean(between.map(({ places, throughput }) => errMax(throughput, map(places).throughput))),
      kept: isKept ? 1 : 0,
      ofBest: isKept ? chosen.trial.throughput / best : 0,
    };
  });
  return {
    latency: mean(each.map(({ latency }) => latency)),
    throughput: mean(each.map(({ throughput }) => throughput)),
    kept: each.reduce((sum, { kept }) => sum + kept, 0),
    ofBest: mean(each.map(({ ofBest }) => ofBest)),
  };
}

/** Kernels that were run beside their yielding forms, by source and by how long they take. */
export function kernelTable({ kernels }: YieldingOnCard): Table {
  const sources = [...new Set(kernels.map(([id]) => id.split('/')[0]!))];
  return [
    [
      'sources',
      'ran',
      'the same from run to run',
      'the same in both variants',
      'fewer places on an SM',
      'below 20 µs',
      '20 to 100 µs',
      'longer',
    ],
    sources.map((source) => {
      const own = kernels.filter(([id]) => id.startsWith(`${source}/`)).map(([, ...numbers]) => numbers);
      const stable = own.filter((row) => row[3] === 0);
      const same = stable.filter((row) => row.slice(4, 8).every((words) => words === 0));
      const fewer = own.filter((row) => row[12]! < row[11]!);
      const ratio = (from: number, to: number): string => {
        const some = own.filter((row) => row[14]! >= from && row[14]! < to && row[15]! > 0);
        return some.length === 0
          ? '–'
          : `${times(median(some.map((row) => row[15]! / row[14]!)))} (${some.length})`;
      };
      const counts = [own, stable, same, fewer].map((list) => String(list.length));
      return [source, ...counts, ratio(0, 20), ratio(20, 100), ratio(100, Infinity)];
    }),
  ];
}

/** The map of a pair: latency over alone, and what the first keeps, by SMs and places. */
export function mapTable({ trials, most }: Lattice): Table {
  const quarters = Array.from({ length: most.blocks }, (_, at) => at + 1);
  return [
    ['SMs', ...quarters.map((quarter) => `${quarter}/4 of the places`)],
    Array.from({ length: most.sms }, (_, at) => [
      String(11 * (at + 1)),
      ...quarters.map((quarter) => {
        const { latency, throughput } = trials.get(`${at + 1} ${quarter}`)!;
        return Number.isFinite(latency) ? `${times(latency)}, ${percent(throughput)}` : 'not before the end';
      }),
    ]),
  ];
}

/** Mean over pairs of what is kept over the window of the target. */
export function windowMeans(
  data: YieldingOnCard,
  results: readonly PairResult[],
): {
  readonly best: number;
  /** The same of the pace of the grid as it is. */
  readonly bestOfGrid: number;
  readonly wholeGpu: number;
  readonly urgent: number;
  readonly urgentMisses: number;
} {
  const urgent = results.map(({ yielding, critical }) =>
    urgentOverWindow(
      data.pairs.find((pair) => pair.yielding === yielding && pair.critical === critical)!.points,
    ),
  );
  const told = urgent.filter((share) => share !== null);
  const best = results.map((result) => (result.best === null ? 0 : overWindow(result.best, QOS)!));
  const price = results.map(
    ({ yielding }) => aloneUs(data, yielding, 'plain') / aloneUs(data, yielding, 'pair'),
  );
  return {
    best: mean(best),
    bestOfGrid: mean(best.map((share, at) => share * price[at]!)),
    wholeGpu: mean(results.map(({ overWindow: { wholeGpu } }) => wholeGpu ?? 0)),
    urgent: mean(told),
    urgentMisses: urgent.length - told.length,
  };
}
