import { daseSlowdowns } from '../../src/predictors/baselines/dase/dase';
import { appStretches, type BlocksOf } from '../../src/predictors/counting/kernelStretches';
import { meanRates } from '../../src/predictors/counting/meanRates';
import type { Phase } from '../../src/predictors/counting/phaseSeries';
import { slowdownOf, type OnlinePredictor } from '../../src/predictors/forecast';
import { appShare, slowdownOfApp } from '../../src/predictors/hsm/appProgress';
import type { HsmModelFile } from '../../src/predictors/hsm/modelFile';
import type { TrainedModel } from '../../src/predictors/port';
import { ThemisEstimator } from '../../src/predictors/themis/estimator';
import { modelFor, slowdownModel } from '../../src/predictors/themis/model/kernelSlowdownModel';
import type { SlowdownModel } from '../../src/predictors/themis/slowdownModel';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { parametersOf } from '../themis/models';

/** What tells the slowdowns of an epoch (section 6). */
export const EPOCH_MODELS = ['HSM', 'DASE', 'Themis'] as const;
export type EpochModelName = (typeof EPOCH_MODELS)[number];

/** Trained parameters for a GPU; Themis has none where its networks were not trained for it. */
export interface TrainedModels {
  readonly hsm: TrainedModel;
  readonly themis: TrainedModel | null;
}

/** Slowdown of every application over an epoch. */
export type EpochModel = (epoch: readonly Phase[]) => number[];

/**
 * A model over all of an epoch: our programs end several times in one, so that the kernel at its end says little of it.
 *
 * @throws InputError when Themis is asked for and was not trained for the GPU
 */
export function epochModel(
  name: EpochModelName,
  gpu: LoadedSpec,
  models: TrainedModels,
  blocksOf: BlocksOf,
): EpochModel {
  const total = gpu.spec.sms;
  switch (name) {
    case 'HSM':
      return byHsm(gpu, models.hsm, blocksOf);
    case 'DASE':
      return (epoch) =>
        daseSlowdowns(
          appsOf(epoch).map((app) => daseCounts(epoch, app)),
          smsOf(epoch),
          total,
        );
    case 'Themis': {
      const estimator = new ThemisEstimator(themisNetwork(gpu, models), total);
      return (epoch) => capped(estimator.estimate(epoch).map(slowdownOf), smsOf(epoch), total);
    }
  }
}

/** The cap S_max / S_k that HSM puts on its rivals (section 6): nobody is slower than by the SMs that it lacks. */
export function capped(slowdowns: readonly number[], sms: readonly number[], total: number): number[] {
  return slowdowns.map((slowdown, app) => Math.min(slowdown, total / sms[app]!));
}

/** @throws InputError when no network was trained for the GPU */
export function themisNetwork({ gpu }: LoadedSpec, { themis }: TrainedModels): SlowdownModel {
  return slowdownModel(modelFor(gpu.id, themis === null ? [] : [parametersOf(themis)]), 'shared');
}

function byHsm(gpu: LoadedSpec, { parameters }: TrainedModel, blocksOf: BlocksOf): EpochModel {
  const { line } = parameters as HsmModelFile;
  const model = { line, bound: 'issue', spec: gpu.spec } as const;
  return (epoch) =>
    appsOf(epoch).map((app) => slowdownOfApp(appShare(appStretches(epoch, app, blocksOf), model)));
}

function daseCounts(epoch: readonly Phase[], app: number) {
  const { counted, memoryBandwidth } = meanRates(epoch, app);
  // What a run counts has all counters.
  return { requests: counted!.dramReads + counted!.dramWrites, busShare: memoryBandwidth };
}

const appsOf = (epoch: readonly Phase[]): number[] => epoch[0]!.apps.map((_, app) => app);
const smsOf = (epoch: readonly Phase[]): number[] => epoch[0]!.apps.map(({ sms }) => sms);

/**
 * A model as HSM's policies read it: slowdowns at the split of the epoch, which they carry on along a line through the
 * origin (section 4.2), and the blocks of the largest grid of each application.
 */
export function onlineModel(model: EpochModel, blocksOf: BlocksOf): OnlinePredictor {
  return {
    observe: (epoch) =>
      model(epoch).map((slowdown, app) => {
        const lost = { scalability: slowdown, interference: 1 };
        const blocks = epoch.map(({ apps }) => blocksOf(apps[app]!.kernel) ?? Infinity);
        const mostSms = Math.max(...blocks);
        return {
          lost,
          forecast: { at: () => lost, ...(mostSms === Infinity ? {} : { mostSms }) },
        };
      }),
  };
}
