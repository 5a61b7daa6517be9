import { phasesBeforeCut } from '../counting/phasesBeforeCut';
import { appStretches, UNKNOWN_BLOCKS, type BlocksOf } from '../counting/kernelStretches';
import { answerFields, type Said } from '../answerFields';
import type { OnlinePredictor } from '../forecast';
import type {
  CoRunAnswer,
  CoRunQuestion,
  OtherSplit,
  OwnPolicies,
  ReadyPredictor,
  SharedEpoch,
} from '../port';
import {
  appForecast,
  appShare,
  currentShare,
  factorsOf,
  isMostlyMemoryBound,
  slowdownElsewhere,
  slowdownOfApp,
  type AppShare,
} from './appProgress';
import type { HybridModel } from './kernelProgress';
import { hsmFair, hsmQos } from './policies';
import { HSM, MODES } from './shared';

/** HSM-Fair and HSM-QoS. */
const OWN_POLICIES: OwnPolicies = {
  fair: () => hsmFair(),
  target: (app, target) => hsmQos({ app, target }),
};

/** HSM on the counters of an epoch in which all share the GPU: as published. */
export function fromEpoch(model: HybridModel, said: Said): ReadyPredictor {
  const { label, error } = said;
  const elsewhere = (question: CoRunQuestion, sms: readonly number[]): OtherSplit => ({
    sms,
    slowdowns: sharesOf(question.epoch!, model).map((share, app) => slowdownElsewhere(share, sms[app]!)),
    predictor: label,
    error,
    warnings: [],
  });
  return {
    id: HSM,
    evidence: 'shared',
    label,
    error,
    modes: MODES,
    predict: (question) =>
      sharesOf(question.epoch!, model).map((share, app) => answer(question, app, share, said)),
    splits: {
      forecast: ({ epoch }) => sharesOf(epoch!, model).map(appForecast),
      others: (question, splits) => splits.map((sms) => elsewhere(question, sms)),
      online: (blocksOf) => onlinePredictor(model, blocksOf),
      policies: OWN_POLICIES,
      elsewhere: null,
      untrained: () => [],
      doubts: () => [],
    },
  };
}

/** HSM epoch by epoch. */
function onlinePredictor(model: HybridModel, blocksOf: BlocksOf = UNKNOWN_BLOCKS): OnlinePredictor {
  return {
    observe: (epoch) =>
      epoch.at(-1)!.apps.map((_, app) => {
        const share = currentShare(epoch, app, model, blocksOf);
        return { lost: factorsOf(share, slowdownOfApp(share)), forecast: appForecast(share, app) };
      }),
  };
}

function sharesOf({ phases, kernelBlocks }: SharedEpoch, model: HybridModel): AppShare[] {
  return phases[0]!.apps.map((_, app) =>
    appShare(
      appStretches(phasesBeforeCut(phases, app), app, (kernel) => kernelBlocks?.[kernel] ?? null),
      model,
    ),
  );
}

function answer(question: CoRunQuestion, app: number, share: AppShare, said: Said): CoRunAnswer {
  const slowdown = slowdownOfApp(share);
  const isMemory = isMostlyMemoryBound(share);
  return {
    ...answerFields(question, app, said),
    slowdown,
    parts: isMemory ? {} : { scalability: slowdown },
    cause: isMemory ? 'DRAM bandwidth' : 'fewer SMs',
    inputs: inputsOf(share),
  };
}

/** What was read of the kernel that ran longest. */
function inputsOf({ kernels }: AppShare): Record<string, number> {
  const [longest] = kernels.toSorted((a, b) => b.cycles - a.cycles);
  if (longest === undefined) return {};
  const { counters, demand, potential } = longest;
  return { rowHitRate: counters.rowHitRate, busShare: counters.busShare, demand, potential };
}
