// Figure 7 of Themis: the error on pairs by pressure levels and SM allocations in training, and by the period of
// prediction: npm run study -- themis-figure7, then npm run study -- themis-reproduction, which prints it
import fs from 'node:fs';
import path from 'node:path';
import type { TrainingData } from '../themis/collection/trainingData';
import { KernelSlowdownModel } from '../../src/predictors/themis/model/kernelSlowdownModel';
import { parseThemisModel, type ThemisModelVariant } from '../../src/predictors/themis/model/modelFile';
import { errorByPeriod, pairError } from '../themis/reproduction/evaluate';
import { parseRows } from '../themis/reproduction/rows';
import { DEFAULT_FIT } from '../themis/training/descend';
import { fitNetwork } from '../themis/training/fitNetwork';
import { NETWORK_KINDS } from '../themis/training/networkKinds';
import { samplesOf } from '../themis/training/samples';
import { mean } from '../../src/stats/means';
import { trainingData } from '../themis/studies/models';
import { figure7File, type Figure7, type NetworkFigure } from '../themis/studies/figure7';

const SEEDS = [1, 2, 3];
const ALLOCATIONS = [
  [10, 50],
  [10, 30, 50],
  [10, 20, 40, 50],
  [10, 20, 30, 40, 50],
  [5, 10, 20, 30, 40, 50, 55],
];
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const runs = path.join(root, 'docs/reproduction/themis-runs.ndjson');
const rows = parseRows(runs, fs.readFileSync(runs, 'utf8'));
const data = trainingData(root);
const file = parseThemisModel(
  JSON.parse(fs.readFileSync(path.join(root, 'models/themis/themis-60sm.json'), 'utf8')),
);
const part = (keep: (row: { level: number; sms: number }) => boolean): TrainingData => ({
  header: data.header,
  rows: data.rows.filter((row) => row.kind !== 'corun' || keep(row)),
});

const levels = [...new Set(data.rows.flatMap((row) => (row.kind === 'corun' ? [row.level] : [])))].sort(
  (a, b) => a - b,
);
const counts = [1, 2, 3, 4, 6, 12].filter((count) => count < levels.length).concat(levels.length);
const shared = file.variants.filter(({ events }) => events === 'shared');
const figure: Figure7 = {
  data: file.provenance.dataHash,
  ...figureOf(shared.find(({ name }) => name === 'with biases')!),
  ours: { name: shared[0]!.name, ...figureOf(shared[0]!) },
};
fs.writeFileSync(figure7File(root), `${JSON.stringify(figure, null, 2)}\n`);
console.log(figure);

function figureOf(variant: ThemisModelVariant): NetworkFigure {
  const kind = NETWORK_KINDS.find(({ name }) => name === variant.name)!;
  /** Mean error on pairs of the network trained on a part of the data; mean over a few seeds. */
  const errorOf = (kept: TrainingData): { readonly samples: number; readonly error: number } => {
    const samples = samplesOf(kept, 'shared');
    const errors = SEEDS.map((seed) => {
      const fit = fitNetwork(samples, [], kind, { ...DEFAULT_FIT, seed, stopAfter: variant.epochs });
      return pairError(rows, fit);
    });
    return { samples: samples.length, error: mean(errors) };
  };
  return {
    levels: counts.map((count) => {
      const chosen = Array.from(
        { length: count },
        (_, i) => levels[Math.floor((i * levels.length) / count)]!,
      );
      return { count, ...errorOf(part(({ level }) => chosen.includes(level))) };
    }),
    allocations: ALLOCATIONS.map((chosen) => ({
      count: chosen.length,
      ...errorOf(part(({ sms }) => chosen.includes(sms))),
    })),
    periods: errorByPeriod(rows, new KernelSlowdownModel(file, variant)),
  };
}
