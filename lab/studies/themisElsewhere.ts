// How far off progress at other splits is on training workloads that were held out one at a time: by equations 9
// and 10, by the network for other splits, and as the engine uses it; of networks trained on the paper's five splits
// and on all: npm run study -- themis-elsewhere
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { joinedModel } from '../../src/predictors/themis/allocation/elsewhereModel';
import { curveForecast } from '../../src/predictors/splits/curveForecast';
import { slowdownOf } from '../../src/predictors/forecast';
import { curveOf, monotone } from '../../src/predictors/themis/allocation/slowdownCurve';
import { paperAllocations } from '../themis/collection/collect';
import { readThemisModels } from '../themis/models';
import { modelFor } from '../../src/predictors/themis/model/kernelSlowdownModel';
import { atPapersAllocations, sampleSets, type TrainingSample } from '../themis/training/samples';
import { groupBy } from '../../src/stats/grouping';
import { mean } from '../../src/stats/means';
import { networksWithout, type NetworkPair } from '../themis/studies/heldOut';
import { trainingData } from '../themis/studies/models';

const root = process.env['CORUN_ROOT'] ?? process.cwd();
const data = trainingData(root);
const { gpu, sms: total } = data.header;
const file = modelFor(gpu, await readThemisModels(path.join(root, 'models/themis')));
const all = sampleSets(data);
const workloads = [...new Set(all.shared.map(({ workload }) => workload))];

type Samples = Parameters<typeof networksWithout>[1];

/** By the workload that was held out. */
const pairsOf = (samples: Samples): ReadonlyMap<string, NetworkPair> =>
  new Map(workloads.map((held) => [held, networksWithout([held], samples, file)]));

/** Slowdowns of a sample under its split, way by way. */
function slowdowns(sample: TrainingSample, { here, there }: NetworkPair): Record<string, number> {
  const { smFraction, own, coRunners, countedFraction = smFraction } = sample;
  const [at, counted] = [smFraction, countedFraction].map((share) => Math.round(share * total)) as [
    number,
    number,
  ];
  const seen = here.predict(countedFraction, own, coRunners);
  const joined = joinedModel(here, there);
  const curve = curveOf((sms) => joined.predict(sms / total, own, coRunners, countedFraction), total);
  return {
    'equations 9 and 10': slowdownOf(curveForecast(0, counted, seen, total).at([at])),
    'network for other splits': slowdownOf(there.predict(smFraction, own, coRunners, countedFraction)),
    'joined to the other network': slowdownOf(curve[at - 1]!),
    'and never falling': slowdownOf(monotone(curve)[at - 1]!),
  };
}

const isPapers = (share: number): boolean => paperAllocations(total).includes(Math.round(share * total));
const GROUPS: Readonly<Record<string, (sample: TrainingSample) => boolean>> = {
  all: () => true,
  "the paper's splits": ({ smFraction, countedFraction }) =>
    isPapers(smFraction) && isPapers(countedFraction!),
  'at most 10 SMs away': ({ smFraction, countedFraction }) =>
    Math.abs(smFraction - countedFraction!) * total < 10.5,
  '5 SMs': ({ smFraction }) => Math.round(smFraction * total) === 5,
  '55 SMs': ({ smFraction }) => Math.round(smFraction * total) === 55,
};

function tableOf(pairs: ReadonlyMap<string, NetworkPair>): string {
  const others = all.elsewhere.filter(({ smFraction, countedFraction }) => smFraction !== countedFraction);
  const errors = others.flatMap((sample) =>
    Object.entries(slowdowns(sample, pairs.get(sample.workload)!)).map(([way, predicted]) => ({
      way,
      sample,
      error: Math.abs(predicted / (sample.scalability * sample.interference) - 1),
    })),
  );
  const percent = (values: readonly number[]): string => `${(100 * mean(values)).toFixed(1)} %`;
  return markdownTable(
    ['errSD between two splits, mean', ...Object.keys(GROUPS)],
    [...groupBy(errors, ({ way }) => way)].map(([way, own]) => [
      way,
      ...Object.values(GROUPS).map((isIn) =>
        percent(own.filter(({ sample }) => isIn(sample)).map(({ error }) => error)),
      ),
    ]),
  );
}

console.log(
  `Trained on the paper's five splits\n\n${tableOf(pairsOf(sampleSets(atPapersAllocations(data))))}\n`,
);
console.log(`Trained on all splits of the data\n\n${tableOf(pairsOf(all))}`);
