import type { YieldedPlaces, YieldMap, YieldSearch, YieldTrial } from '../../predictors/yieldSearchPort';
import { hasOlderYieldMaps, hasYieldMaps, YIELD_MAPPERS, YIELD_SEARCHES } from '../../predictors';
import type { TrainedModel } from '../../predictors/port';
import { message, type Words } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';
import { YieldBench, type YieldPair } from './yieldBench';

/** What is asked: of the two applications the first yields, the second is latency-critical. */
export interface YieldSearchRequest extends YieldPair {
  /** Where maps of similar kernels are looked for. */
  readonly models?: readonly TrainedModel[];
  readonly onTrial?: (trial: YieldTrial, count: number) => void;
}

/** What a search expected of every configuration before it tried any: a row for each number of SMs from 1, a column for each number of blocks. */
export interface ExpectedMap {
  /** Time of the latency-critical application over that alone. */
  readonly latency: readonly (readonly number[])[];
  /** Pace of the application that yields over that alone. */
  readonly throughput: readonly (readonly number[])[];
}

/** What a search has found. */
export interface YieldSearchResult {
  readonly gpu: string;
  readonly method: string;
  readonly qos: number;
  /** All that can be given: SMs, and resident blocks of the application that yields. */
  readonly most: YieldedPlaces;
  /** Core cycles of the latency-critical application alone. */
  readonly aloneCycles: number;
  readonly best: YieldTrial | null;
  /** Shares of its pace alone that the application that yields keeps over the window of the target; null without. */
  readonly overWindow: { readonly best: number | null; readonly wholeGpu: number | null };
  /** In the order in which they were tried. */
  readonly trials: readonly YieldTrial[];
  readonly configurations: number;
  /** What kernels like these told beforehand; null where the search went without. */
  readonly expected: ExpectedMap | null;
  /** Trials in which the target was missed. */
  readonly violations: number;
  readonly warnings: readonly Words[];
}

/**
 * Looks for the places that an application is to yield, so that another keeps its target and the first loses least.
 * Every configuration that is tried is simulated.
 *
 * @throws InputError where the scenario has not two applications, one does not end alone, or the method lacks its map
 */
export function searchYield(request: YieldSearchRequest, method: YieldSearch): YieldSearchResult {
  const { qos, onTrial } = request;
  const bench = new YieldBench(request);
  const known = new Map<string, YieldTrial>();
  const tried = (places: YieldedPlaces): YieldTrial => {
    const key = `${places.sms} ${places.blocks}`;
    let trial = known.get(key);
    if (trial === undefined) {
      known.set(key, (trial = bench.trial(places)));
      onTrial?.(trial, known.size);
    }
    return trial;
  };
  const map = method.needsMap ? mapOf(request, bench, method.id) : null;
  const best = method.search({ most: bench.most, qos, tried, map });
  const trials = [...known.values()];
  return {
    gpu: request.scenario.gpu,
    method: method.id,
    qos,
    most: bench.most,
    aloneCycles: bench.aloneCycles,
    best,
    overWindow: {
      best: best && overWindow(best, qos),
      wholeGpu: overWindow(tried(bench.most), qos),
    },
    trials,
    configurations: bench.most.sms * bench.most.blocks,
    expected: map && expectedOf(map, bench.most),
    violations: trials.filter(({ latency }) => latency > qos).length,
    warnings: [...mapWarnings(request, method), ...paceWarnings(request, trials)],
  };
}

function expectedOf(map: YieldMap, most: YieldedPlaces): ExpectedMap {
  const rows = Array.from({ length: most.sms }, (_, row) =>
    Array.from({ length: most.blocks }, (__, column) => map({ sms: row + 1, blocks: column + 1 })),
  );
  const rounded = (value: number): number => Number(value.toPrecision(4));
  return {
    latency: rows.map((row) => row.map(({ latency }) => rounded(latency))),
    throughput: rows.map((row) => row.map(({ throughput }) => rounded(throughput))),
  };
}

/** The first search that has what it needs: a map of the GPU, or nothing. */
export function readySearch(gpu: string, models: readonly TrainedModel[]): YieldSearch {
  return YIELD_SEARCHES.find(({ needsMap }) => !needsMap || hasYieldMaps(models, gpu))!;
}

/** Every configuration that is tried is of this simulator; what the search begins with need not be. */
function mapWarnings({ scenario: { gpu }, models = [] }: YieldSearchRequest, method: YieldSearch): Words[] {
  return method.needsMap && hasOlderYieldMaps(models, gpu)
    ? [message('analysis.olderYieldMaps', { gpu })]
    : [];
}

/**
 * A share of the pace alone above this is none that somebody keeps, but a launch more or less. Up to here it may be that
 * launches begin and end outside of the time that both run, which counts in the pace alone.
 */
const PACE_ALONE = 1.1;

/** Nobody keeps more than all of a pace: where trials tell so, they are too short beside a launch to tell what is kept. */
function paceWarnings({ scenario: { apps } }: YieldSearchRequest, trials: readonly YieldTrial[]): Words[] {
  const above = trials.map(({ throughput }) => throughput).filter((share) => share > PACE_ALONE);
  const [yielding, critical] = apps.map(({ name }) => name) as [string, string];
  return above.length === 0
    ? []
    : [
        message('analysis.paceAboveAlone', {
          ...{ yielding, critical },
          count: above.length,
          trials: trials.length,
          most: Math.max(...above),
        }),
      ];
}

/**
 * What kernels like these two did to each other.
 *
 * @throws InputError where there is no model of the GPU
 */
function mapOf({ scenario, models = [] }: YieldSearchRequest, bench: YieldBench, method: string): YieldMap {
  const { gpu } = scenario;
  const map = hasYieldMaps(models, gpu)
    ? YIELD_MAPPERS[0]!.mapOf({ gpu, models, most: bench.most, ...bench.features() })
    : null;
  if (map === null) throw fieldFault('gpu', message('analysis.noYieldMaps', { gpu, method }));
  return map;
}

/** Pace over the window that the target allows: beside the other until that ends, then alone; null where it is missed. */
export function overWindow(
  { latency, throughput }: Pick<YieldTrial, 'latency' | 'throughput'>,
  qos: number,
): number | null {
  return latency > qos ? null : (latency * throughput + (qos - latency)) / qos;
}
