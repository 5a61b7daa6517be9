import { USUAL_COLOCATION } from '../../../src/sharing/colocation/besideService';
import { latencyOf, isKept, type Latency } from '../../../src/sharing/colocation/qosTarget';
import { readData } from '../../data/tables';
import type { NetworksData } from './measured';
import type { NetworkServices } from './services';

type Latencies = NetworksData['alone'][number];
/** What ran beside a service: name and how many. */
type Beside = readonly (readonly [name: string, instances: number])[];

/** Networks beside many instances on one card; see `about` of the data. */
interface InstancesData {
  readonly alone: readonly Latencies[];
  readonly apart: readonly (readonly [...Latencies, beside: Beside, meanOfOthers: number | null])[];
  /** Beside instances of two networks. */
  readonly mixes: readonly (readonly [...Latencies, beside: Beside, meanOfOthers: number])[];
}

/** Latencies beside 0, 1, 2, … instances over the time alone, one after the other. */
type Curve = readonly Latency[];

/** What was told of the curves before they were measured. */
interface ToldBefore {
  readonly pairs: readonly ({ readonly service: string; readonly beside: string } & Readonly<
    Record<
      'colocate' | 'paced',
      { readonly aloneUs: number; readonly p95: readonly number[]; readonly mean: readonly number[] }
    >
  >)[];
}

/** One pair: what was measured, what was told before that, and what is told now. */
export interface InstanceCurves {
  readonly service: string;
  readonly beside: string;
  readonly measured: Curve;
  readonly before: Readonly<Record<'colocate' | 'paced', Curve>>;
  readonly now: Readonly<Record<'taken' | 'paced', Curve>>;
}

/** Counts that were looked at. */
const MOST = 8;
/** A curve of answers ends behind this. */
const FAR = 6;

/**
 * Measured and told curves of the pairs.
 *
 * @param services by traces alone, and with times alone
 */
export function instanceCurves(
  root: string,
  services: Readonly<Record<'taken' | 'paced', NetworkServices>>,
): readonly InstanceCurves[] {
  const data: InstancesData = readData(root, 'h100_instances');
  const { pairs }: ToldBefore = readData(root, 'h100_instances_told');
  return pairs.map(({ service, beside, ...before }) => ({
    ...{ service, beside, measured: measuredCurve(data, service, beside) },
    before: { colocate: toldCurve(before.colocate), paced: toldCurve(before.paced) },
    now: { taken: curveOf(services.taken, service, beside), paced: curveOf(services.paced, service, beside) },
  }));
}

/** Beside instances of two networks: 95th percentiles over the mean alone, as told and as measured. */
export interface MixTold {
  readonly service: string;
  readonly beside: Beside;
  readonly told: number;
  readonly measured: number;
}

/** What a predictor tells of the measured mixes. */
export function mixesTold(root: string, services: NetworkServices): readonly MixTold[] {
  const data: InstancesData = readData(root, 'h100_instances');
  return data.mixes.map(([service, , , , p95, , beside]) => {
    const others = beside.flatMap(([name, instances]) => Array.from({ length: instances }, () => name));
    const { p95: told } = latencyOf(services.latencies(service, others));
    return { service, beside, told, measured: p95 / aloneOf(data, service) };
  });
}

/** The shorter of the means alone, µs. */
const aloneOf = ({ alone }: InstancesData, service: string): number =>
  Math.min(...alone.filter(([name]) => name === service).map(([, , mean]) => mean));

function measuredCurve(data: InstancesData, service: string, beside: string): Curve {
  const alone = aloneOf(data, service);
  return Array.from({ length: MOST + 1 }, (_, count) => {
    const own = data.apart.find(
      ([name, , , , , , others]) =>
        name === service && (others[0]?.[1] ?? 0) === count && (count === 0 || others[0]![0] === beside),
    );
    return own === undefined ? null : { mean: own[2] / alone, p95: own[4] / alone };
  }).flatMap((each) => each ?? []);
}

const toldCurve = ({ aloneUs, p95, mean }: ToldBefore['pairs'][number]['colocate']): Curve =>
  p95.map((own, at) => ({ mean: mean[at]! / aloneUs, p95: own / aloneUs }));

function curveOf(services: NetworkServices, service: string, beside: string): Curve {
  const curve: Latency[] = [];
  for (let count = 0; count <= MOST; count++) {
    const others = Array.from({ length: count }, () => beside);
    curve.push(latencyOf(services.latencies(service, others, USUAL_COLOCATION.queries)));
    if (curve.at(-1)!.p95 > FAR) break;
  }
  return curve;
}

/** Instances beside which, as beside any fewer, 95 % of the queries keep the target. */
export function safeOf(curve: Curve, slowdown: number): number {
  const target = { slowdown, ns: null, of: 'p95' } as const;
  const broken = curve.findIndex((latency, count) => count > 0 && !isKept(latency, target, 1));
  return (broken < 0 ? curve.length : broken) - 1;
}

/** How safe counts that were told are, by what was measured. */
export interface Safety {
  /** Instances that are safe by what was measured, and that were told, over those looked at. */
  readonly oracle: number;
  readonly utilisation: number;
  /** Pairs whose target the told count breaks, and the most by which it does, as a share of the target. */
  readonly violations: number;
  readonly worst: number;
  /** Pairs to which more would be safe. */
  readonly tooFew: number;
}

export function safetyOf(
  curves: readonly InstanceCurves[],
  told: (curves: InstanceCurves) => Curve,
  slowdown: number,
): Safety {
  const counts = curves.map((each) => {
    const { measured } = each;
    const own = safeOf(told(each), slowdown);
    // Behind the last count that was measured a curve is beyond any target.
    const over = own === 0 ? 0 : (measured[own]?.p95 ?? Infinity) / slowdown - 1;
    return { most: MOST, own, oracle: safeOf(measured, slowdown), over };
  });
  const all = counts.length * MOST;
  const share = (of: (each: (typeof counts)[number]) => number): number =>
    counts.reduce((sum, each) => sum + of(each), 0) / all;
  const broken = counts.filter(({ over }) => over > 0);
  return {
    oracle: share(({ oracle }) => oracle),
    utilisation: share(({ own }) => own),
    violations: broken.length,
    worst: Math.max(0, ...broken.map(({ over }) => over)),
    tooFew: counts.filter(({ own, oracle }) => own < oracle).length,
  };
}
