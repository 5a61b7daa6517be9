// What runs alone tell of pairs of training workloads, by networks that have seen neither: which network, and how
// the pressure of a co-runner is found, was settled here.
//   npm run study -- themis-alone [--pairs 24]      writes docs/themis-alone.md
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readThemisModels } from '../themis/models';
import { inputsUnder } from '../../src/predictors/themis/fromRunsAlone';
import { roundRates } from '../../src/predictors/counting/soloRound';
import { NO_PRESSURE } from '../../src/predictors/themis/events';
import { type CounterRates } from '../../src/predictors/counting/rates';
import { modelFor } from '../../src/predictors/themis/model/kernelSlowdownModel';
import { Collector } from '../themis/reproduction/collector';
import { REPRODUCTION_OPTIONS, REPRODUCTION_SEED, shuffled } from '../themis/reproduction/protocol';
import type { SlowdownModel } from '../../src/predictors/themis/slowdownModel';
import { sampleSets } from '../themis/training/samples';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { mean } from '../../src/stats/means';
import { median, quantile } from '../../src/stats/quantile';
import { markdownTable } from '../../src/kernel/markdownTable';
import { networkWithout } from '../themis/studies/heldOut';
import { keepsPace } from '../themis/studies/keepsPace';
import { trainingData } from '../themis/studies/models';
import { readPrograms } from '../themis/studies/programs';

const GPU = 'themis-60sm';
const FIRST_SMS = [30, 20, 10];
const NETWORKS = ['warp states alone', 'averaged', 'with biases'];

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '24' } } });
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const loaded = loadSpec(GPU);
const total = loaded.spec.sms;
const file = modelFor(GPU, await readThemisModels(path.join(root, 'models/themis')));
const samples = sampleSets(trainingData(root)).solo;
const { apps, train } = readPrograms(root);
const collector = new Collector(apps, loaded, REPRODUCTION_OPTIONS);

const measurable = train.filter((name) => {
  collector.solo(name, total);
  return collector.solosOf([name])[0]!.launches.every(keepsPace);
});
const pairs = shuffled(
  measurable.flatMap((a) => measurable.filter((b) => b !== a).map((b) => [a, b])),
  REPRODUCTION_SEED,
).slice(0, Number(values.pairs));
const events = new Map(measurable.map((name) => [name, roundRates(collector.solosOf([name])[0]!)]));
const truths = pairs.map((names, at) => {
  const first = FIRST_SMS[at % FIRST_SMS.length]!;
  console.error(`${at + 1}/${pairs.length} ${names.join(' ')} at ${first}`);
  return collector.coRun({ apps: names, sms: [first, total - first] });
});

/** The network of a name as it is without some workloads. */
function modelWithout(name: string, held: readonly string[]): SlowdownModel {
  const model = networkWithout(held, 'solo', samples, file, name);
  return { predict: (share, own, beside) => model.predict(share, own, beside, 1) };
}

type Inputs = ReturnType<typeof inputsUnder>[number];

function slowdownOf(model: SlowdownModel, { smFraction, own, beside }: Inputs): number {
  const { scalability, interference } = model.predict(smFraction, own, beside);
  return scalability * interference;
}

/** How the pressure of co-runners is found: what each asks for of that on the whole GPU. */
const PRESSURES: Readonly<
  Record<string, (model: SlowdownModel, own: readonly CounterRates[], sms: readonly number[]) => number[]>
> = {
  'in proportion to the SMs': (_, __, sms) => sms.map((count) => count / total),
  'alone on its SMs': (model, own, sms) => alone(model, own, sms).map((sd) => 1 / sd),
  'over its slowdown': (model, own, sms) => {
    let asked = alone(model, own, sms).map((sd) => 1 / sd);
    for (let round = 1; round < ROUNDS; round++) {
      const inputs = inputsUnder(own, sms, total, asked);
      // Half of the way: two applications that each make room for the other would swing.
      asked = asked.map((one, app) => Math.sqrt(one / Math.max(1, slowdownOf(model, inputs[app]!))));
    }
    return asked;
  },
};

/** In which slowdowns and the pressures that they leave come to agree. */
const ROUNDS = 8;

/** Slowdowns on fewer SMs beside nothing. */
function alone(model: SlowdownModel, own: readonly CounterRates[], sms: readonly number[]): number[] {
  return own.map((one, app) => Math.max(1, model.predict(sms[app]! / total, one, NO_PRESSURE).scalability));
}

/** Errors of a network by the way in which pressure is found. */
function errorsOf(name: string): ReadonlyMap<string, number[]> {
  const errors = new Map(Object.keys(PRESSURES).map((pressure) => [pressure, [] as number[]]));
  truths.forEach((truth, at) => {
    console.error(`${name}: ${at + 1}/${truths.length}`);
    const model = modelWithout(name, truth.apps);
    const own = truth.apps.map((app) => events.get(app)!);
    for (const [pressure, askedBy] of Object.entries(PRESSURES))
      inputsUnder(own, truth.sms, total, askedBy(model, own, truth.sms)).forEach((inputs, app) =>
        errors.get(pressure)!.push(Math.abs(slowdownOf(model, inputs) / truth.slowdowns[app]! - 1)),
      );
  });
  return errors;
}

function report(): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const lines = NETWORKS.flatMap((name) =>
    [...errorsOf(name)].map(([pressure, errors]) => [
      name,
      pressure,
      String(errors.length),
      ...[mean(errors), median(errors), quantile(errors, 0.9), Math.max(...errors)].map(percent),
    ]),
  );
  const paragraphs = [
    '# What runs alone tell of pairs of training workloads',
    `Written by \`npm run study -- themis-alone\`: ${pairs.length} pairs of training workloads, drawn, at 30:30, 20:40 and ` +
      '10:50 on the 60-SM GPU, with networks that were trained without the two of the pair. Training itself only has ' +
      'producers beside the workloads, which never ask for the L2 cache and for DRAM at once; which network answers from ' +
      'runs alone, and how the pressure of a co-runner is found, was chosen here and not on test workloads. Pressure is ' +
      'what a co-runner asks for on the whole GPU in proportion to its SMs, or over what as few SMs alone cost it, or over ' +
      'its slowdown beside the others (sought so that both agree). Workloads with a launch that is too long to be run to ' +
      'its end and does not go on at ' +
      `the pace that it began with are left out (${train.filter((name) => !measurable.includes(name)).join(', ')}): what was done of them in a ` +
      'co-run has no time alone to compare with.',
    markdownTable(['network', 'pressure', 'slowdowns', 'errSD mean', 'median', '90 %', 'worst'], lines),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

await writeFile(path.join(root, 'docs/themis-alone.md'), report());
