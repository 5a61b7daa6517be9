import { fittedModel, type FittedModel } from '../training/fittedModel';
import { slowdownModel } from '../../../src/predictors/themis/model/kernelSlowdownModel';
import type { ThemisModelFile } from '../../../src/predictors/themis/model/modelFile';
import { DEFAULT_FIT } from '../training/descend';
import { fitNetwork } from '../training/fitNetwork';
import { kindsFor } from '../training/networkKinds';
import type { SampleSet } from '../../../src/predictors/themis/model/sampleSets';
import type { TrainingSample } from '../training/samples';

const SEED = 1;

/** The network for the split itself and that for others. */
export interface NetworkPair {
  readonly here: FittedModel;
  readonly there: FittedModel;
}

/** The default networks of a model as they are without some workloads, with as many passes. */
export function networksWithout(
  held: readonly string[],
  samples: Readonly<Record<SampleSet, readonly TrainingSample[]>>,
  file: ThemisModelFile,
): NetworkPair {
  const fit = (events: SampleSet): FittedModel => networkWithout(held, events, samples[events], file);
  return { here: fit('shared'), there: fit('elsewhere') };
}

/** One network of a model, the default or that of a name, as it is without some workloads. */
export function networkWithout(
  held: readonly string[],
  events: SampleSet,
  samples: readonly TrainingSample[],
  file: ThemisModelFile,
  name?: string,
): FittedModel {
  const { variant } = slowdownModel(file, events, name);
  const kept = samples.filter(({ workload }) => !held.includes(workload));
  const kind = kindsFor(events, kept).find((one) => one.name === variant.name)!;
  return fittedModel(fitNetwork(kept, [], kind, { ...DEFAULT_FIT, seed: SEED, stopAfter: variant.epochs }));
}
