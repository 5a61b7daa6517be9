import { simulatorGeneration } from '../../../simulator/spec/generation';
import { nearestNeighbours } from '../../../stats/distances';
import { scaled } from '../../../stats/minMax';
import type { ModelReader, TrainedModel } from '../../port';
import type { YieldEffect, YieldFeatures, YieldMapper } from '../../yieldSearchPort';
import { interpolated } from './coRunMap';
import { featureVector } from './features';
import { parseYieldSpace, type Plane, type YieldSpaceFile } from './modelFile';

const SPACE = 'gspace';

const models: ModelReader = {
  folder: SPACE,
  format: 'corun-gspace-space',
  parse: (json) => {
    const parameters = parseYieldSpace(json);
    return { predictor: SPACE, gpu: parameters.gpu, parameters };
  },
};

/** Only `parse` above makes models of this name. */
function spaceOf(all: readonly TrainedModel[], gpu: string): YieldSpaceFile | null {
  const model = all.find((one) => one.predictor === SPACE && one.gpu === gpu);
  return model === undefined ? null : (model.parameters as YieldSpaceFile);
}

/** Tests whether there are maps of a GPU. */
export const hasYieldMaps = (all: readonly TrainedModel[], gpu: string): boolean =>
  spaceOf(all, gpu) !== null;

/** Tests whether the maps of a GPU are of a simulator before the one that simulates it now. */
export const hasOlderYieldMaps = (all: readonly TrainedModel[], gpu: string): boolean => {
  const space = spaceOf(all, gpu);
  return space !== null && space.provenance.simulator < simulatorGeneration(gpu);
};

/**
 * Nearest neighbour (section 4.4): each application is taken for the micro-benchmark that is next to it in seven
 * features, scaled from least to most of the micro-benchmarks, and the map is that of these two.
 */
export const nearestMapper: YieldMapper = {
  id: 'nearest',
  models,
  mapOf: ({ gpu, models: all, yielding, critical, most }) => {
    const space = spaceOf(all, gpu);
    if (space === null) return null;
    const [first, second] = [yielding, critical].map((features) => representativeOf(space, features));
    const map = space.maps.find((one) => one.yielding === first && one.critical === second);
    return map === undefined ? null : interpolated(space.axes, map, most);
  },
};

/** Place of the representative that is next to an application. */
function representativeOf({ representatives, scaling }: YieldSpaceFile, features: YieldFeatures): number {
  const own = scaled(featureVector(features), scaling);
  const points = representatives.map((one) => scaled(one.features, scaling));
  return nearestNeighbours(points, own, 1)[0]!.index;
}

/** Linear regression on both applications' features and the configuration (section 4.4). */
export const regressionMapper: YieldMapper = {
  id: 'regression',
  models,
  mapOf: ({ gpu, models: all, yielding, critical, most }) => {
    const space = spaceOf(all, gpu);
    if (space === null) return null;
    const { regression, scaling } = space;
    const both = [yielding, critical].flatMap((features) => scaled(featureVector(features), scaling));
    return ({ sms, blocks }): YieldEffect => {
      const inputs = [...both, sms / most.sms, blocks / most.blocks];
      return {
        latency: Math.max(0, valueOf(regression.latency, inputs)),
        throughput: Math.min(1, Math.max(0, valueOf(regression.throughput, inputs))),
      };
    };
  },
};

function valueOf({ intercept, weights }: Plane, inputs: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * inputs[at]!, intercept);
}
