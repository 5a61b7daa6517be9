// Time of one prediction of Themis' kernel slowdown model: npm run bench -- themis
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unpackEvents } from '../themis/collection/packedRounds';
import { COUNTED_RATES } from '../../src/predictors/counting/countedRates';
import { pressureOf } from '../../src/predictors/themis/events';
import { PROTOCOL_SPEC } from '../themis/reproduction/protocol';
import { KernelSlowdownModel } from '../../src/predictors/themis/model/kernelSlowdownModel';
import { parseThemisModel } from '../../src/predictors/themis/model/modelFile';

const RUNS = 200_000;
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const file = parseThemisModel(
  JSON.parse(await readFile(path.join(root, 'models/themis/themis-60sm.json'), 'utf8')),
);
const own = unpackEvents(
  [40, 3, 2, 0.5, 0.01, 2.5, 1.5, 0.2],
  COUNTED_RATES.map((_, i) => 100 / (i + 1)),
  PROTOCOL_SPEC,
);
const coRunners = pressureOf(own);
const target = new Float64Array(2);
for (const variant of file.variants.filter(({ events }) => events === 'shared')) {
  const model = new KernelSlowdownModel(file, variant);
  let best = Infinity;
  let sum = 0;
  for (let round = 0; round < 7; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < RUNS; i++) {
      model.predictInto(target, 0.1 + (i % 8) / 10, own, coRunners);
      sum += target[0]!;
    }
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / RUNS);
  }
  console.log(`${variant.name}: ${best.toFixed(2)} µs a prediction (checksum ${sum.toFixed(0)})`);
}
