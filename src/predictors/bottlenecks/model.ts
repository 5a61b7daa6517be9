import { CorrectionNetworks, readings, type Correction } from './correction';
import type { Quantities } from './quantities';
import { BOTTLENECKS, timesAlone, type Bottleneck, type Constants, type TimesAlone } from './timesAlone';

/** Fitted parameters, the same for every GPU. */
export interface Fitted {
  readonly constants: Constants;
  readonly correction: Correction;
}

/** What the model makes of a kernel in company. */
export interface KernelSlowdown {
  readonly slowdown: number;
  /** What would hold it up most alone. */
  readonly bottleneck: Bottleneck;
}

/** The hybrid: a mechanism of four bottlenecks, and networks that learned what it is off by. */
export class BottleneckModel {
  private readonly networks: CorrectionNetworks;

  constructor(private readonly fitted: Fitted) {
    this.networks = new CorrectionNetworks(fitted.correction);
  }

  predict(q: Quantities): KernelSlowdown {
    const times = timesAlone(q, this.fitted.constants);
    const logarithm = -Math.log(times.time) + this.networks.of(readings(q, times));
    return { slowdown: Math.exp(logarithm), bottleneck: longestOf(times) };
  }
}

function longestOf({ by }: TimesAlone): Bottleneck {
  return BOTTLENECKS.reduce((most, one) => (by[one] > by[most] ? one : most));
}
