// GPM's scaling curves for every GPU with Themis training data: npm run study -- gpm-train
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GPM_FORMAT, parseGpmModel } from '../../src/predictors/baselines/gpm/modelFile';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { parseTrainingData } from '../themis/collection/trainingData';
import { gpmFrom } from '../themis/reproduction/evaluate';

const SEED = 1;
const ENDING = '.data.ndjson';
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const [from, to] = [path.join(root, 'models/themis'), path.join(root, 'models/gpm')];

/** Six digits tell kernels apart as well as all do. */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

await mkdir(to, { recursive: true });
for (const name of (await readdir(from)).filter((file) => file.endsWith(ENDING))) {
  const data = parseTrainingData(name, await readFile(path.join(from, name), 'utf8'));
  const { gpu } = data.header;
  const model = gpmFrom(data, SEED, loadSpec(gpu).spec);
  if (model === null) {
    console.error(`${gpu}: too few runs alone to learn from`);
    continue;
  }
  const samples = data.rows.filter((row) => row.kind === 'solo' && row.sms === data.header.sms).length;
  const provenance = { command: 'npm run study -- gpm-train', seed: SEED, data: name, samples };
  const file = JSON.stringify({ format: GPM_FORMAT, version: 1, gpu, provenance, model }, rounded);
  parseGpmModel(JSON.parse(file));
  await writeFile(path.join(to, `${gpu}.json`), `${file}\n`);
  console.log(`${gpu}: ${model.curves.length} curves of ${samples} applications`);
}
