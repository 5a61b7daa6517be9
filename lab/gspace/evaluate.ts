import { overWindow } from '../../src/analysis/yielding/searchYield';
import { YIELD_MAPPERS, YIELD_SEARCHES } from '../../src/predictors';
import { fewPlaces, yieldLaw } from '../../src/predictors/gspace/search/law';
import type { TrainedModel } from '../../src/predictors/port';
import type {
  MappedQuestion,
  YieldedPlaces,
  YieldMap,
  YieldSearch,
  YieldTrial,
} from '../../src/predictors/yieldSearchPort';
import { groupBy } from '../../src/stats/grouping';
import { mean } from '../../src/stats/means';
import { pairStep } from './lattice';
import { machineOf, type AloneRow, type Row, type TrialRow } from './rows';

/** What a search came to on one pair. */
export interface Found {
  readonly method: string;
  /** Throughput over that of the best configuration that keeps the target; 0 where none was found. */
  readonly ofBest: number;
  readonly trials: number;
  /** Trials in which the target was missed. */
  readonly violations: number;
  /** In their order, in blocks. */
  readonly path: readonly YieldedPlaces[];
  /** What it found, in blocks. */
  readonly end: YieldedPlaces | null;
}

/** A pair of which every configuration of its lattice was run. */
export interface PairResult {
  readonly yielding: string;
  readonly critical: string;
  readonly configurations: number;
  /** Configurations that keep the target. */
  readonly kept: number;
  readonly best: YieldTrial | null;
  /**
   * errMax of what mappers told, mean over the configurations: of the one that yields, and of the other; `law` is that of
   * two trials, over all others.
   */
  readonly errors: Readonly<Record<string, { readonly yielding: number; readonly critical: number }>>;
  readonly found: readonly Found[];
  /** What is kept over the window of the target: by the best configuration, and where all is yielded first (FLEP). */
  readonly overWindow: {
    readonly best: number | null;
    readonly wholeGpu: number | null;
    /** By the configuration that NN_SRS finds. */
    readonly scalar: number | null;
  };
}

/** All recorded trials of one pair on a lattice; places are in its steps. */
export interface Lattice {
  readonly yielding: AloneRow;
  readonly critical: AloneRow;
  /** SMs and blocks between two numbers of them. */
  readonly step: YieldedPlaces;
  readonly most: YieldedPlaces;
  readonly trials: ReadonlyMap<string, YieldTrial>;
}

/**
 * Pairs of which all configurations of a lattice are recorded, on one machine.
 *
 * @param stepOf steps of the lattice, of so many blocks on an SM
 */
export function latticesIn(rows: readonly Row[], sms: number, stepOf = pairStep): Lattice[] {
  const alone = new Map(
    rows.filter((row) => row.kind === 'alone').map((row) => [`${machineOf(row)} ${row.app}`, row]),
  );
  const pairs = groupBy(
    rows.filter((row) => row.kind === 'trial'),
    (row) => `${machineOf(row)} ${row.yielding} ${row.critical}`,
  );
  return [...pairs.values()].flatMap((trials) => {
    const [first] = trials;
    const aloneOf = (app: string) => alone.get(`${machineOf(first!)} ${app}`);
    const [yielding, critical] = [aloneOf(first!.yielding), aloneOf(first!.critical)];
    if (yielding === undefined || critical === undefined) return [];
    const step = stepOf(yielding.blocksPerSm);
    const most = { sms: sms / step.sms, blocks: yielding.blocksPerSm / step.blocks };
    const onLattice = trials.filter(
      ({ places }) => places.sms % step.sms === 0 && places.blocks % step.blocks === 0,
    );
    const known = new Map(
      onLattice.map((row) => trialOf(row, step)).map((trial) => [keyOf(trial.places), trial]),
    );
    return known.size === most.sms * most.blocks ? [{ yielding, critical, step, most, trials: known }] : [];
  });
}

/** A run that was given up goes on at its pace until then. */
function trialOf(
  { places: { sms, blocks }, latency, progress, throughput }: TrialRow,
  step: YieldedPlaces,
): YieldTrial {
  return {
    places: { sms: sms / step.sms, blocks: blocks / step.blocks },
    latency: latency ?? (progress > 0 ? 1 / progress : Infinity),
    throughput,
  };
}

/** Places of a lattice in blocks. */
function inBlocks({ sms, blocks }: YieldedPlaces, step: YieldedPlaces): YieldedPlaces {
  return { sms: sms * step.sms, blocks: blocks * step.blocks };
}

/** Judges mappers and searches on a pair. */
export function judge(
  lattice: Lattice,
  gpu: string,
  models: readonly TrainedModel[],
  qos: number,
): PairResult {
  const { yielding, critical, step, most, trials } = lattice;
  const both = { yielding: yielding.features, critical: critical.features };
  const maps = YIELD_MAPPERS.map(({ id, mapOf }) => ({ id, map: mapOf({ gpu, models, most, ...both }) }));
  const all = [...trials.values()];
  const kept = all.filter(({ latency }) => latency <= qos).sort((a, b) => b.throughput - a.throughput);
  const best = kept[0] ?? null;
  const wholeGpu = trials.get(keyOf(most))!;
  const found = YIELD_SEARCHES.flatMap((search) =>
    search.needsMap && maps[0]!.map === null ? [] : [searched(search, lattice, maps[0]!.map, qos, best)],
  );
  const scalar = found.find(({ search }) => search === 'nearest-scalar')?.best ?? null;
  return {
    yielding: yielding.app,
    critical: critical.app,
    configurations: all.length,
    kept: kept.length,
    best: best && { ...best, places: inBlocks(best.places, step) },
    errors: {
      ...Object.fromEntries(maps.flatMap(({ id, map }) => (map === null ? [] : [[id, errorsOf(map, all)]]))),
      law: lawErrors(lattice, qos),
    },
    found: found.map(({ told }) => told),
    overWindow: {
      best: best && overWindow(best, qos),
      wholeGpu: overWindow(wholeGpu, qos),
      scalar: scalar && overWindow(scalar, qos),
    },
  };
}

/** errMax (section 5.4), |D' − D| / max(D, D'); the same of a degradation and of its reciprocal. */
function errorsOf(map: YieldMap, trials: readonly YieldTrial[]): { yielding: number; critical: number } {
  const known = trials.filter(({ latency }) => Number.isFinite(latency));
  const told = known.map(({ places }) => map(places));
  return {
    yielding: mean(known.map(({ throughput }, at) => errMax(throughput, told[at]!.throughput))),
    critical: mean(known.map(({ latency }, at) => errMax(latency, told[at]!.latency))),
  };
}

/** Of the law that the two trials tell with which its search begins. */
function lawErrors({ most, trials }: Lattice, qos: number): ReturnType<typeof errorsOf> {
  const [whole, few] = [most, fewPlaces(most)].map((places) => trials.get(keyOf(places))!) as [
    YieldTrial,
    YieldTrial,
  ];
  const others = [...trials.values()].filter((trial) => trial !== whole && trial !== few);
  return errorsOf(yieldLaw(whole, few, most, qos), others);
}

export function errMax(real: number, told: number): number {
  const most = Math.max(real, told);
  return most > 0 ? Math.abs(real - told) / most : 0;
}

function searched(
  { id, search }: YieldSearch,
  { most, step, trials }: Lattice,
  map: YieldMap | null,
  qos: number,
  best: YieldTrial | null,
): { readonly search: string; readonly best: YieldTrial | null; readonly told: Found } {
  const tried = new Map<string, YieldTrial>();
  const question: MappedQuestion = {
    most,
    qos,
    map,
    tried: (places) => {
      const trial = trials.get(keyOf(places))!;
      tried.set(keyOf(places), trial);
      return trial;
    },
  };
  const found = search(question);
  const told = {
    method: id,
    ofBest: found === null || best === null ? 0 : found.throughput / best.throughput,
    trials: tried.size,
    violations: [...tried.values()].filter(({ latency }) => latency > qos).length,
    path: [...tried.values()].map(({ places }) => inBlocks(places, step)),
    end: found && inBlocks(found.places, step),
  };
  return { search: id, best: found, told };
}

const keyOf = ({ sms, blocks }: YieldedPlaces): string => `${sms} ${blocks}`;
