import { DenseNetwork, parameterCount, type NetworkShape } from '../../stats/denseNetwork';
import { logarithm, type Quantities } from './quantities';
import { BOTTLENECKS, type TimesAlone } from './timesAlone';

/** The black-box part: small networks that read the quantities and the times of the mechanism. */
export interface Correction {
  readonly shape: NetworkShape;
  /** What is read is kept within these bounds of the fit, shifted by the offsets and divided by the scales. */
  readonly bounds: readonly (readonly [number, number])[];
  readonly offsets: readonly number[];
  readonly scales: readonly number[];
  /** Of one network after another; the mean of their outputs is taken. */
  readonly parameters: readonly number[];
}

/** The logarithm of a slowdown moves by at most so much. */
const MOST = 1;

/** What networks read, in this order. */
export function readings(q: Quantities, { by, time }: TimesAlone): number[] {
  return [
    q.sms,
    q.usableSms,
    logarithm(q.busy),
    q.waitSm,
    q.waitLoads,
    q.waitResults,
    q.held,
    q.waves,
    q.dramOwn,
    q.dramAll,
    q.l2Own,
    q.l2All,
    q.rowHits,
    q.l2Hits,
    q.warps,
    q.issue,
    q.dramPart,
    q.l2Part,
    ...BOTTLENECKS.map((name) => logarithm(by[name])),
    -Math.log(time),
  ];
}

/** How many numbers `readings` has. */
export const READINGS = 23;

/** Networks at work. */
export class CorrectionNetworks {
  private readonly networks: readonly DenseNetwork[];

  constructor(private readonly correction: Correction) {
    const { shape, parameters } = correction;
    const length = parameterCount(shape);
    const all = Float64Array.from(parameters);
    this.networks = Array.from(
      { length: all.length / length },
      (_, at) => new DenseNetwork(shape, all.subarray(at * length, (at + 1) * length)),
    );
  }

  /** What is to be added to the logarithm of a slowdown. */
  of(read: readonly number[]): number {
    const { bounds, offsets, scales } = this.correction;
    const scaled = read.map((value, at) => {
      const [low, high] = bounds[at]!;
      return (Math.min(high, Math.max(low, value)) - offsets[at]!) / scales[at]!;
    });
    const sum = this.networks.reduce((total, network) => {
      network.inputs.set(scaled);
      return total + network.evaluate()[0]!;
    }, 0);
    return Math.max(-MOST, Math.min(MOST, sum / this.networks.length));
  }
}
