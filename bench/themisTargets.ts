// Progress targets on pairs of training workloads, by networks that have seen neither: what to aim at was settled
// here: npm run study:themis-targets -- [--pairs 12]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readThemisModels } from '../src/analysis/corun/nodeModels';
import { joinedModel } from '../src/predictors/themis/allocation/elsewhereModel';
import { aimedQosPolicy } from '../src/predictors/themis/allocation/qosAim';
import { modelFor } from '../src/predictors/themis/model/kernelSlowdownModel';
import { otherSplitsModelOf } from '../src/predictors/themis/model/variants';
import { Collector } from '../src/predictors/themis/reproduction/collector';
import { qosAimOf } from '../src/predictors/themis/reproduction/engineMethods';
import { engineRun } from '../src/predictors/themis/reproduction/engineRun';
import { summariseQos } from '../src/predictors/themis/reproduction/engineSummary';
import {
  REPRODUCTION_OPTIONS,
  REPRODUCTION_SEED,
  shuffled,
} from '../src/predictors/themis/reproduction/protocol';
import type { EngineRow } from '../src/predictors/themis/reproduction/rows';
import { sampleSets } from '../src/predictors/themis/training/samples';
import { loadSpec } from '../src/simulator/spec/loadSpec';
import { markdownTable } from './reportBlocks';
import { networksWithout } from './themis/heldOut';
import { trainingData } from './themis/models';
import { readPrograms } from './themis/programs';
import { QOS_METHODS } from './themis/tasks';

const GPU = 'themis-60sm';
const TARGETS = [0.6, 0.75];
const RUN = { cycles: 100_000, epochCycles: 10_000 };

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '12' } } });
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const loaded = loadSpec(GPU);
const files = await readThemisModels(path.join(root, 'models/themis'));
const file = modelFor(GPU, files);
const ratios = otherSplitsModelOf([file])?.elsewhere.variant.progressRatios ?? null;
const samples = sampleSets(trainingData(root));
const { apps, train } = readPrograms(root);
const collector = new Collector(apps, loaded, REPRODUCTION_OPTIONS);

const all = train.flatMap((first) =>
  train.filter((other) => other !== first).map((second) => [first, second]),
);
const pairs = shuffled(all, REPRODUCTION_SEED).slice(0, Number(values.pairs));
for (const name of new Set(pairs.flat())) collector.solo(name, loaded.spec.sms);
const rows = pairs.flatMap((pair, at) => {
  console.error(`${at + 1}/${pairs.length} ${pair.join(' ')}`);
  return runsOf(pair);
});
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
console.log(
  markdownTable(
    ['target', 'method', 'pairs', 'missed by more than 5 %', 'second half', 'progress', 'batch progress'],
    summariseQos(rows).map(({ target, method, coLocations, whole, settled }) => [
      String(target),
      method,
      String(coLocations),
      percent(whole.clearlyViolated),
      percent(settled.clearlyViolated),
      whole.meanProgress.toFixed(2),
      whole.batchProgress.toFixed(2),
    ]),
  ),
);

function runsOf(pair: readonly string[]): EngineRow[] {
  const { here, there } = networksWithout(pair, samples, file);
  const models = { themis: here, elsewhere: joinedModel(here, there) };
  return TARGETS.flatMap((target) =>
    QOS_METHODS.map((method) => {
      const policy = aimedQosPolicy([target, null], qosAimOf(method, ratios, RUN.epochCycles));
      const at = { apps: pair, sms: [30, 30] };
      const policyText = `qos ${target} batch`;
      return engineRun({ at, method, policy, policyText, ...RUN }, collector, loaded, models);
    }),
  );
}
