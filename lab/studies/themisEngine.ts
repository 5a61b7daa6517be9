// The allocation engine on pairs of training workloads, by networks that have seen neither: how SMs are to change
// hands and what to aim at for progress targets was settled here.
//   npm run study -- themis-engine [--pairs 12]      writes docs/themis-engine.md
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../src/kernel/markdownTable';
import { readThemisModels } from '../themis/models';
import { joinedModel } from '../../src/predictors/themis/allocation/elsewhereModel';
import { fairPolicy } from '../../src/predictors/themis/allocation/policy';
import { aimedQosPolicy } from '../../src/predictors/themis/allocation/qosAim';
import { modelFor } from '../../src/predictors/themis/model/kernelSlowdownModel';
import { otherSplitsModelOf } from '../../src/predictors/themis/model/variants';
import { Collector } from '../themis/reproduction/collector';
import { qosAimOf, type EngineMethod } from '../themis/reproduction/engineMethods';
import { engineRun } from '../themis/reproduction/engineRun';
import { summariseFairness, summariseQos } from '../themis/reproduction/engineSummary';
import { REPRODUCTION_OPTIONS, REPRODUCTION_SEED, shuffled } from '../themis/reproduction/protocol';
import { FAIRNESS_COLUMNS, fairnessCells } from '../themis/reproduction/renderThemis';
import type { EngineRow } from '../themis/reproduction/rows';
import { sampleSets } from '../themis/training/samples';
import type { RepartitionPolicy } from '../../src/simulator/run/simulatorRun';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { networksWithout } from '../themis/studies/heldOut';
import { trainingData } from '../themis/studies/models';
import { readPrograms } from '../themis/studies/programs';
import { QOS_METHODS } from '../themis/studies/tasks';

const GPU = 'themis-60sm';
const TARGETS = [0.6, 0.75];
const FAIR_METHODS = ['HP', 'Themis', 'Themis learned'] as const satisfies readonly EngineMethod[];
const TARGET_METHODS = [
  ...QOS_METHODS,
  'Themis giving back',
  'Most SMs',
] as const satisfies readonly EngineMethod[];
const PREEMPTIONS = ['drain', 'switch'] as const satisfies readonly RepartitionPolicy[];
const RUN = { cycles: 100_000, epochCycles: 10_000 };

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '12' } } });
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const loaded = loadSpec(GPU);
const file = modelFor(GPU, await readThemisModels(path.join(root, 'models/themis')));
const ratios = otherSplitsModelOf([file])?.elsewhere.variant.progressRatios ?? null;
const samples = sampleSets(trainingData(root));
const { apps, train } = readPrograms(root);
const collector = new Collector(apps, loaded, REPRODUCTION_OPTIONS);

const all = train.flatMap((first) =>
  train.filter((other) => other !== first).map((second) => [first, second]),
);
const pairs = shuffled(all, REPRODUCTION_SEED).slice(0, Number(values.pairs));
for (const name of new Set(pairs.flat())) collector.solo(name, loaded.spec.sms);
const rows = new Map(PREEMPTIONS.map((preemption) => [preemption, [] as EngineRow[]]));
for (const [at, pair] of pairs.entries()) {
  console.error(`${at + 1}/${pairs.length} ${pair.join(' ')}`);
  const { here, there } = networksWithout(pair, samples, file);
  const models = { themis: here, elsewhere: joinedModel(here, there) };
  for (const preemption of PREEMPTIONS) rows.get(preemption)!.push(...runsOf(pair, preemption, models));
}
await writeFile(path.join(root, 'docs/themis-engine.md'), report());

function runsOf(
  pair: readonly string[],
  preemption: RepartitionPolicy,
  models: Parameters<typeof engineRun>[3],
): EngineRow[] {
  const common = { at: { apps: pair, sms: [30, 30] }, preemption, ...RUN };
  const run = (method: EngineMethod, policy: ReturnType<typeof fairPolicy>, policyText: string): EngineRow =>
    engineRun({ ...common, method, policy, policyText }, collector, loaded, models);
  const fair = FAIR_METHODS.map((method) => run(method, fairPolicy([0.5, 0.5]), 'fair 0.5 0.5'));
  const targets = TARGETS.flatMap((target) =>
    TARGET_METHODS.map((method) =>
      run(
        method,
        aimedQosPolicy([target, null], qosAimOf(method, ratios, RUN.epochCycles)),
        `qos ${target} batch`,
      ),
    ),
  );
  return [...fair, ...targets];
}

function report(): string {
  const paragraphs = [
    '# The allocation engine on training workloads',
    `Written by \`npm run study -- themis-engine\`: ${pairs.length} pairs of training workloads, drawn, on the 60-SM GPU, with ` +
      'networks that were trained without the two of the pair. What [the reproduction](reproduction/themis.md) does ' +
      'with its test workloads was chosen here. SMs change hands by draining (blocks end; what is left at the next ' +
      'decision is written out) or by switching contexts at once.',
    '## Fair sharing, ⟨0.5, 0.5⟩',
    fairnessTable(),
    '## Progress targets',
    targetTable(),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function fairnessTable(): string {
  const cells = [...rows].flatMap(([preemption, own]) =>
    summariseFairness(own).map((summary) => [preemption, ...fairnessCells(summary)]),
  );
  return markdownTable(['preemption', ...FAIRNESS_COLUMNS], cells);
}

function targetTable(): string {
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const cells = [...rows].flatMap(([preemption, own]) =>
    summariseQos(own).map(({ target, method, coLocations, whole, settled }) => [
      preemption,
      String(target),
      method,
      String(coLocations),
      percent(whole.clearlyViolated),
      percent(settled.clearlyViolated),
      whole.meanProgress.toFixed(2),
      whole.batchProgress.toFixed(2),
    ]),
  );
  const columns = [
    'preemption',
    'target',
    'method',
    'co-locations',
    'missed by more than 5 %',
    'second half',
    'progress',
    'batch progress',
  ];
  return markdownTable(columns, cells);
}
