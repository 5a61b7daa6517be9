import { BASE_RATES, type CounterRates } from '../../counting/rates';
import { ProgressCurve } from '../../splits/progressCurve';
import { classify, fitClassifier, type Classifier } from './classifier';
import { kMeans } from '../../../stats/kMeans';

/**
 * GPM, the scaling model of Wu et al. (HPCA 2015) as Themis uses it, reconstructed: kernels with similar
 * scaling curves are clustered, and a classifier tells a kernel's cluster from the events of one run on the
 * whole GPU. Themis names 8 clusters and the events of its table I. Assumed: k-means on the progress at the
 * allocations, logarithms of the events as inputs, and a softmax classifier where the original has a network
 * with a hidden layer (its training set has hundreds of kernels, Themis' fifteen workloads).
 */
export interface GpmModel {
  /** Share of the GPU's SMs at each point of a curve. */
  readonly fractions: readonly number[];
  /** Progress at these, by cluster. */
  readonly curves: readonly (readonly number[])[];
  readonly classifier: Classifier;
}

/** A kernel alone: its progress (T_solo / T_n) at each fraction, and its events on the whole GPU. */
export interface ScalingSample {
  readonly progress: readonly number[];
  readonly events: CounterRates;
}

const GPM_CLUSTERS = 8;

export function trainGpm(
  fractions: readonly number[],
  samples: readonly ScalingSample[],
  seed: number,
): GpmModel {
  const { centroids, labels } = kMeans(
    samples.map((sample) => sample.progress),
    GPM_CLUSTERS,
    seed,
  );
  const inputs = samples.map((sample) => inputsOf(sample.events));
  return { fractions, curves: centroids, classifier: fitClassifier(inputs, labels, centroids.length) };
}

/** The curve of the cluster that the events point to, on a GPU with `sms` SMs. */
export function gpmCurve(model: GpmModel, events: CounterRates, sms: number): ProgressCurve {
  const progress = model.curves[classify(model.classifier, inputsOf(events))]!;
  const curve = new ProgressCurve(sms);
  model.fractions.forEach((fraction, at) => curve.add(Math.round(fraction * sms), progress[at]!));
  return curve;
}

/** Rates range over many powers of ten; the offset keeps an absent event apart from a rare one. */
function inputsOf(events: CounterRates): number[] {
  return BASE_RATES.map((name) => Math.log10(events[name] + 1e-4));
}
