import type { NetworkShape } from '../../../src/stats/denseNetwork';
import type { CounterRates } from '../../../src/predictors/counting/rates';
import {
  encodedWidth,
  readsSmLoad,
  readsWarpStates,
  type Encoding,
} from '../../../src/predictors/themis/model/encoding';
import { MODEL_INPUTS } from '../../../src/predictors/themis/model/inputs';
import { SAMPLE_SETS, type SampleSet } from '../../../src/predictors/themis/model/sampleSets';
import type { TrainingSample } from './samples';

/** What is fitted: the paper's network, the same with biases, or our own beside them. */
export interface NetworkKind {
  readonly name: string;
  readonly biases: boolean;
  readonly encoding: Encoding;
  /** Outputs are logarithms of the factors. */
  readonly logarithms: boolean;
  /** So many networks are fitted from different starts, and the mean of their outputs is taken. */
  readonly members: number;
  /** Passes over the samples where others than the options': fewer where there are many more samples. */
  readonly passes?: number;
}

/** The paper's, and two that read the same events. */
const EVENT_KINDS = [
  { name: 'without biases', biases: false, encoding: 'events', logarithms: false, members: 1 },
  { name: 'with biases', biases: true, encoding: 'events', logarithms: false, members: 1 },
  { name: 'utilisation', biases: true, encoding: 'utilisation', logarithms: true, members: 1 },
] as const satisfies readonly NetworkKind[];

/** What is fitted to shared-mode events. */
export const NETWORK_KINDS = [
  ...EVENT_KINDS,
  { name: 'warp states', biases: true, encoding: 'warp-states', logarithms: true, members: 8 },
  { name: 'SM load', biases: true, encoding: 'sm-load', logarithms: true, members: 8 },
] as const satisfies readonly NetworkKind[];

/** What is fitted to events of an application alone on the whole GPU. */
const SOLO_KINDS = [
  ...EVENT_KINDS,
  { name: 'averaged', biases: true, encoding: 'events', logarithms: true, members: 8 },
  { name: 'warp states alone', biases: true, encoding: 'elsewhere', logarithms: true, members: 8 },
  { name: 'SM load alone', biases: true, encoding: 'sm-load-elsewhere', logarithms: true, members: 8 },
] as const satisfies readonly NetworkKind[];

/** What is fitted to tell of other splits than that in which events were counted; ours. */
const ELSEWHERE_KINDS = [
  { name: 'elsewhere', biases: true, encoding: 'elsewhere', logarithms: true, members: 8, passes: 30 },
  {
    name: 'SM load elsewhere',
    biases: true,
    encoding: 'sm-load-elsewhere',
    logarithms: true,
    members: 8,
    passes: 30,
  },
] as const satisfies readonly NetworkKind[];

const KINDS: Readonly<Record<SampleSet, readonly NetworkKind[]>> = {
  shared: NETWORK_KINDS,
  solo: SOLO_KINDS,
  elsewhere: ELSEWHERE_KINDS,
};

/** The kinds that can learn from a set of samples: what a profile counts tells of no warp states. */
export function kindsFor(set: SampleSet, samples: readonly TrainingSample[]): readonly NetworkKind[] {
  const kinds: readonly NetworkKind[] = KINDS[set];
  const every = (isKnown: (own: CounterRates) => boolean): boolean =>
    samples.length > 0 && samples.every(({ own }) => isKnown(own));
  const warpStates = every(({ counted }) => counted !== undefined);
  const smLoad = every(({ smBusy }) => smBusy !== undefined);
  return kinds.filter(
    ({ encoding }) => (warpStates || !readsWarpStates(encoding)) && (smLoad || !readsSmLoad(encoding)),
  );
}

/** What the networks are called, each once. */
export function networkNames(): string[] {
  return [...new Set(SAMPLE_SETS.flatMap((set) => KINDS[set].map(({ name }) => name)))];
}

/**
 * As many nodes in each hidden layer as inputs: 12-12-12-2 with 312 weights, as in table IV, or 338 parameters
 * with a bias in each node. An encoding that is narrower than the paper's inputs has hidden layers as wide as the
 * paper's.
 */
export function networkShape({ biases, encoding }: NetworkKind): NetworkShape {
  const width = encodedWidth(encoding);
  const hidden = Math.max(width, MODEL_INPUTS.length);
  return { layers: [width, hidden, hidden, 2], biases, leak: LEAK };
}

/** The paper names the activation but not its slope; this is the usual one. */
const LEAK = 0.01;
