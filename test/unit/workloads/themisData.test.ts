import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dataHash } from '../../../src/analysis/training/trainingFile';
import { trainingSet } from '../../../src/analysis/training/trainingApps';
import { lowererOf } from '../../../src/analysis/workloads/lowerWith';
import { readSuiteTexts } from '../../../src/analysis/workloads/suiteFiles';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { collectApp, type TrainingApp } from '../../../src/predictors/themis/collection/collect';
import { PRODUCERS } from '../../../src/predictors/themis/collection/pressureProducers';
import {
  parseTrainingData,
  rowKey,
  type TrainingData,
  type TrainingRow,
} from '../../../src/predictors/themis/collection/trainingData';
import { samplesOf } from '../../../src/predictors/themis/training/samples';
import { parseThemisModel } from '../../../src/predictors/themis/model/modelFile';
import { createRandom } from '../../../src/stats/random';
import { testParser } from '../cuda/support';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const FILE = 'models/themis/themis-60sm.data.ndjson';
/** Shortest whole rounds first: what a seeded sample is drawn from. */
const CHEAP = 5;

async function trainingApps(): Promise<readonly TrainingApp[]> {
  const texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
  const workspace = new CudaWorkspace({ parser: await testParser() });
  for (const [file, text] of texts) if (!file.endsWith('.json')) workspace.setFile(file, text);
  return trainingSet(texts, lowererOf(workspace)).apps;
}

/** Applications that are what they were when the data was collected, shortest round first. */
function unchanged({ rows, header }: TrainingData, apps: readonly TrainingApp[]): TrainingApp[] {
  const cycles = (app: TrainingApp): number => {
    const row = rows.find(
      (one) =>
        one.kind === 'solo' &&
        one.app === app.app.name &&
        one.sms === header.sms &&
        one.programs === app.programs,
    );
    return row?.kind === 'solo' ? row.cycles : NaN;
  };
  return apps.filter((app) => !Number.isNaN(cycles(app))).sort((a, b) => cycles(a) - cycles(b));
}

function close(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= 0.02 * Math.abs(expected) + 1e-3;
}

describe('committed training data of Themis', () => {
  let data: TrainingData;
  before(async () => {
    data = parseTrainingData(FILE, await readFile(path.join(ROOT, FILE), 'utf8'));
  });

  it('is what the committed model was trained on', async () => {
    const text = await readFile(path.join(ROOT, 'models/themis/themis-60sm.json'), 'utf8');
    const { provenance } = parseThemisModel(JSON.parse(text));
    assert.equal(provenance.dataHash, dataHash(data));
    assert.equal(provenance.samples, samplesOf(data, 'shared').length);
  });

  it('comes out of the simulator again', async function () {
    this.timeout(120_000);
    const candidates = unchanged(data, await trainingApps()).slice(0, CHEAP);
    assert.ok(candidates.length > 0, 'all training programs have changed: run corun train themis again');
    const random = createRandom(20261120);
    const training = candidates[random.below(candidates.length)]!;
    const producer = PRODUCERS[random.below(PRODUCERS.length)]!;
    const plan = { allocations: [50], levels: [4] };
    const other = PRODUCERS.find((one) => one !== producer)!;
    const keys = new Set([`corun ${training.app.name} ${other} 4 50`]);
    const rows: TrainingRow[] = [];
    collectApp(data.header, training, plan, { keys, rounds: [] }, (row) => rows.push(row));
    assert.equal(rows.length, 3);
    for (const row of rows) {
      const kept = data.rows.find((one) => rowKey(one) === rowKey(row));
      assert.ok(kept !== undefined && kept.kind === row.kind && kept.kind !== 'producer', rowKey(row));
      if (row.kind === 'solo' && kept.kind === 'solo')
        assert.ok(close(row.scalability, kept.scalability), rowKey(row));
      if (row.kind !== 'corun' || kept.kind !== 'corun') continue;
      assert.equal(row.launches.length, kept.launches.length);
      row.launches.forEach((launch, i) => {
        const known = kept.launches[i]!;
        assert.ok(close(launch.scalability, known.scalability), rowKey(row));
        assert.ok(close(launch.interference, known.interference), rowKey(row));
        launch.own.forEach((value, at) => assert.ok(close(value, known.own[at]!), `${at}: ${value}`));
      });
    }
  });
});
