// Fits HSM's line of bus use over row hits to runs alone, and validates it on recorded co-runs: npm run study -- hsm-train
//   … --gpu ID   one GPU of the catalogue; each in turn where nothing is said
// The model of each GPU goes to models/hsm: of programs of the suite where hsm-collect has recorded them alone, else of
// synthetic streams. Its error is that on the mixes that hsm-collect has recorded.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listGpus } from '../../src/gpu/catalogue';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { simulatorGeneration } from '../../src/simulator/spec/generation';
import { parseHsmModel } from '../../src/predictors/hsm/modelFile';
import { errorsOf, modelMethods, type RecordedMix } from '../hsm/evaluate';
import { saturatedLine, suiteLine, type FittedLine } from '../hsm/line';
import { readPrograms } from '../hsm/programs';
import { drawnMixes } from '../hsm/mixes';
import { MOST_CYCLES, recordedMixes, Runs } from '../hsm/runs';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
/** Share of the variance of bus use that row hits must explain (insight 4), so that a line is kept. */
const LEAST_FIT = 0.85;
const { values } = parseArgs({ options: { gpu: { type: 'string' } } });

const programs = await readPrograms(ROOT);
const mixes = drawnMixes(programs, 1);

const runsOf = (gpu: LoadedSpec): Runs =>
  new Runs(path.join(ROOT, 'docs/reproduction/hsm-runs.ndjson'), { gpu, cycles: MOST_CYCLES });

function validated(gpu: LoadedSpec, { line }: FittedLine) {
  const runs = runsOf(gpu);
  const recorded = recordedMixes(runs, mixes);
  if (recorded.length === 0) return null;
  const methods = (['issue', 'mix'] as const).map((bound) => modelMethods({ line, spec: gpu.spec }, bound));
  const errors = (counters: 'shared' | 'solo') => ({
    issue: errorOf(methods[0]![counters], recorded),
    mix: errorOf(methods[1]![counters], recorded),
  });
  return { coRuns: recorded.length, cycles: MOST_CYCLES, shared: errors('shared'), solo: errors('solo') };
}

function errorOf(method: Parameters<typeof errorsOf>[0], recorded: readonly RecordedMix[]) {
  const { mean, worst } = errorsOf(method, recorded);
  return { mean: rounded(mean), worst: rounded(worst) };
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** The line and what it was fitted to; null where a GPU has none that holds. */
function trainedLine(gpu: LoadedSpec): { readonly fit: FittedLine; readonly points: string } | null {
  const suite = suiteLine(gpu, runsOf(gpu), programs);
  if (suite !== null)
    return { fit: suite, points: 'programs of the suite that saturate DRAM, streams below their row hits' };
  const fit = saturatedLine(gpu);
  if (fit === null || fit.rSquared < LEAST_FIT) return null;
  const { warpsPerSm, loads } = fit;
  return {
    fit,
    points: `synthetic streams, ${warpsPerSm} warps on each SM, ${loads} loads under way in each`,
  };
}

function modelOf(gpu: LoadedSpec, fit: FittedLine, points: string) {
  const { id } = gpu.gpu;
  return parseHsmModel({
    format: 'corun-hsm-model',
    version: 1,
    gpu: id,
    line: { c1: rounded(fit.line.c1), c2: rounded(fit.line.c2) },
    rSquared: rounded(fit.rSquared),
    points: fit.points.map((point) => ({
      name: point.name,
      rowHitRate: rounded(point.rowHitRate),
      busShare: rounded(point.busShare),
    })),
    validated: validated(gpu, fit),
    provenance: {
      command: `npm run study -- hsm-train --gpu ${id}: ${points}`,
      simulator: simulatorGeneration(id),
    },
  });
}

function train(id: string): string {
  const gpu = loadSpec(id);
  const trained = trainedLine(gpu);
  if (trained === null) return 'no line: its DRAM was not saturated, or row hits do not explain its use';
  const model = modelOf(gpu, trained.fit, trained.points);
  fs.mkdirSync(path.join(ROOT, 'models/hsm'), { recursive: true });
  fs.writeFileSync(path.join(ROOT, `models/hsm/${id}.json`), `${JSON.stringify(model, null, 2)}\n`);
  return JSON.stringify([model.line, model.rSquared, trained.points, model.validated]);
}

const ids = listGpus().map(({ id }) => id);
for (const id of ids.filter((one) => values.gpu === undefined || one === values.gpu))
  console.log(id, train(id));
