// Fits the bottleneck model to co-runs beside pressure producers on four GPUs: npm run study -- bottlenecks-train
// Reads models/themis/*.data.ndjson without the programs that are kept for judging; writes
// src/predictors/bottlenecks/data/model.json (some minutes of processor time).
import fs from 'node:fs';
import path from 'node:path';
import { groupBy } from '../../src/stats/grouping';
import { fit } from '../bottlenecks/fit';
import { gridsOf } from '../bottlenecks/grids';
import { heldOut, meanError } from '../bottlenecks/heldOut';
import { judgedPrograms } from '../bottlenecks/judgedPrograms';
import { samplesOf } from '../bottlenecks/samples';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { parseTrainingData } from '../themis/collection/trainingData';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
/** GPUs whose co-runs are fitted to. */
const GPUS = ['themis-60sm', 'gtx-950', 'v100-sxm2', 'h100-sxm'];
const DIGITS = 6;

const { workloads } = readSuite(await readSuiteTexts(path.join(ROOT, 'workloads')));
const judged = judgedPrograms(workloads);
const samples = GPUS.flatMap((gpu) => {
  const file = path.join(ROOT, `models/themis/${gpu}.data.ndjson`);
  return samplesOf(parseTrainingData(file, fs.readFileSync(file, 'utf8')), judged, gridsOf(workloads));
});
const programs = [...new Set(samples.map(({ app }) => app))].toSorted();
const withheld = heldOut(samples);
for (const [name, list] of groupBy(withheld, ({ bottleneck }) => bottleneck))
  console.log(name, list.length, meanError(list).toFixed(3));
for (const [name, list] of groupBy(withheld, ({ sample }) => sample.gpu))
  console.log(name, list.length, meanError(list).toFixed(3));
const model = {
  ...fit(samples),
  provenance: {
    command: 'npm run study -- bottlenecks-train',
    gpus: GPUS,
    programs,
    samples: samples.length,
    heldOut: meanError(withheld),
  },
};
console.log(model.constants, model.provenance);
const text = JSON.stringify(model, (_, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
);
fs.writeFileSync(path.join(ROOT, 'src/predictors/bottlenecks/data/model.json'), `${text}\n`);
