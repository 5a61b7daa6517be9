import { nearestMapper } from '../../../src/predictors/gspace/space/mappers';
import { featureVector } from '../../../src/predictors/gspace/space/features';
import type { TrainedModel } from '../../../src/predictors/port';
import type { YieldTrial } from '../../../src/predictors/yieldSearchPort';
import { scalingOf } from '../../../src/stats/minMax';
import type { Lattice } from '../evaluate';
import type { AloneRow, Row } from '../rows';
import { aloneUs, taskCounts, type CardPoint, type YieldingOnCard } from './measured';

/** Points of each pair: numbers of SMs, and of places on each. */
const [SMS, LEVELS] = [12, 4];

/** Micro-benchmarks of the card by their names in the recorded runs. */
const microName = (name: string): string => {
  const [, stride, overlap, iterations] = /^micro-(\d+)-(\d+)-(\d+)$/.exec(name)!;
  return `stride=${stride}, overlapPercent=${overlap}, iterations=${iterations}`;
};

/** What the first keeps of its pace alone and how much longer the second takes, at one point. */
export function effectAt(
  data: YieldingOnCard,
  yielding: string,
  aloneTime: number,
  [, , , us, tasksPerMs]: CardPoint,
): Pick<YieldTrial, 'latency' | 'throughput'> {
  const { tasks } = taskCounts(data, yielding);
  const pace = (1000 * tasks) / aloneUs(data, yielding, 'pair');
  return { latency: us / aloneTime, throughput: Math.min(1, tasksPerMs / pace) };
}

/** µs of the second alone. */
export function criticalUs(points: readonly CardPoint[]): number {
  return points.find(([mode]) => mode === 'alone')![3];
}

/**
 * Measured pairs as lattices of 12 numbers of SMs and four of places. Where the grid of the first ended before the second,
 * latency is taken for without a bound.
 *
 * @param features of both by name, from simulated runs alone
 */
export function cardLattices(
  data: YieldingOnCard,
  features: (name: string) => AloneRow,
  isWanted: (yielding: string) => boolean,
): Lattice[] {
  return data.pairs
    .filter(({ yielding }) => isWanted(yielding))
    .map(({ yielding, critical, points }) => {
      const alone = criticalUs(points);
      const asked = points.filter(([mode]) => mode === 'pair');
      const levels = [...new Set(asked.map(([, , blocks]) => blocks))].sort((a, b) => a - b);
      const sms = [...new Set(asked.map(([, count]) => count))].sort((a, b) => a - b);
      const trials = asked.map((point): YieldTrial => {
        const effect = effectAt(data, yielding, alone, point);
        const isOver = 2 * point[7] > point[6];
        return {
          places: { sms: 1 + sms.indexOf(point[1]), blocks: 1 + levels.indexOf(point[2]) },
          latency: isOver ? Infinity : effect.latency,
          throughput: effect.throughput,
        };
      });
      return {
        yielding: { ...features(yielding), app: yielding },
        critical: { ...features(critical), app: critical },
        step: { sms: 1, blocks: 1 },
        most: { sms: SMS, blocks: LEVELS },
        trials: new Map(trials.map((one) => [`${one.places.sms} ${one.places.blocks}`, one])),
      };
    });
}

/** The pair of which every number of SMs and places was measured. */
export function wholeLattice(data: YieldingOnCard, features: (name: string) => AloneRow): Lattice {
  const [yielding, critical] = ['matrix-mul-tiles', 'streamcluster'];
  const alone = criticalUs(data.whole);
  const { places } = taskCounts(data, yielding!);
  const trials = data.whole
    .filter(([mode]) => mode === 'pair')
    .map((point): [string, YieldTrial] => {
      const [, sms, blocks] = point;
      return [`${sms} ${blocks}`, { places: { sms, blocks }, ...effectAt(data, yielding!, alone, point) }];
    });
  return {
    yielding: { ...features(yielding!), app: yielding! },
    critical: { ...features(critical!), app: critical! },
    step: { sms: 1, blocks: 1 },
    most: { sms: 132, blocks: places },
    trials: new Map(trials),
  };
}

/** Features of programs and micro-benchmarks by their names on the card, as recorded on a simulated TITAN V. */
export function recordedFeatures(rows: readonly Row[]): (name: string) => AloneRow {
  const alone = rows.filter((row) => row.kind === 'alone');
  return (name) => {
    const wanted = name.startsWith('micro') ? microName(name) : name;
    const found = alone.findLast(({ app }) => app === wanted);
    if (found === undefined) throw new RangeError(`${wanted} was not run alone`);
    return found;
  };
}

/** The maps of the pairs of micro-benchmarks as a model: what NN and all that is led by a map begin with. */
export function cardSpace(data: YieldingOnCard, rows: readonly Row[]): TrainedModel {
  const featuresOf = recordedFeatures(rows);
  const names = [...new Set(data.pairs.map(({ yielding }) => yielding))].filter((one) =>
    one.startsWith('micro'),
  );
  const micros = rows.filter((row) => row.kind === 'alone' && row.app.startsWith('stride='));
  const scaling = scalingOf(micros.map((row) => featureVector((row as AloneRow).features)));
  const lattices = cardLattices(data, featuresOf, (name) => name.startsWith('micro'));
  const rowsOf = ({ trials }: Lattice, value: (trial: YieldTrial) => number): number[][] =>
    Array.from({ length: SMS }, (_, x) =>
      Array.from({ length: LEVELS }, (__, y) => value(trials.get(`${x + 1} ${y + 1}`)!)),
    );
  const part = (of: number): number[] => Array.from({ length: of }, (_, at) => (at + 1) / of);
  return nearestMapper.models.parse({
    format: 'corun-gspace-space',
    version: 1,
    gpu: data.gpu,
    part: { sms: 132, of: 132 },
    scaling,
    axes: { sms: part(SMS), blocks: part(LEVELS) },
    representatives: names.map((name) => {
      const [, stride, overlapPercent, iterations] = name.split('-').map(Number);
      const features = featureVector(featuresOf(name).features);
      return { stride, overlapPercent, iterations, standsFor: 1, features };
    }),
    maps: lattices.map((lattice) => ({
      yielding: names.indexOf(lattice.yielding.app),
      critical: names.indexOf(lattice.critical.app),
      progress: rowsOf(lattice, ({ latency }) => 1 / latency),
      throughput: rowsOf(lattice, ({ throughput }) => throughput),
    })),
    regression: { latency: FLAT, throughput: FLAT },
    provenance: { command: 'lab/gspace/card/maps.cu', simulator: 1 },
  });
}

/** No regression is made of three micro-benchmarks. */
const FLAT = { intercept: 0, weights: Array.from({ length: 16 }, () => 0) };
