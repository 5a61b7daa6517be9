import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readPrograms } from '../../../lab/themis/studies/programs';
import { readThemisModels } from '../../../lab/themis/models';
import { dataHash } from '../../../lab/themis/training/files/trainingFile';
import { collectApp, type TrainingApp } from '../../../lab/themis/collection/collect';
import { PRODUCERS } from '../../../lab/themis/collection/pressureProducers';
import {
  parseTrainingData,
  rowKey,
  type TrainingData,
  type TrainingRow,
} from '../../../lab/themis/collection/trainingData';
import { samplesOf } from '../../../lab/themis/training/samples';
import { createRandom } from '../../../src/stats/random';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const FILE = 'models/themis/themis-60sm.data.ndjson';
/** Shortest whole rounds first: what a seeded sample is drawn from. */
const CHEAP = 5;

/**
 * Applications of the data with their programs as they were kept beside the reproduction's runs, since the lowering of
 * the sources changes; shortest round first.
 */
function keptApps({ rows, header }: TrainingData): TrainingApp[] {
  const { apps } = readPrograms(ROOT);
  const rounds = rows.filter((row) => row.kind === 'solo').filter((row) => row.sms === header.sms);
  return rounds
    .sort((a, b) => a.cycles - b.cycles)
    .flatMap(({ app: name, programs, class: kind }) => {
      const kept = apps.get(name);
      return kept !== undefined && programs.startsWith(kept.programs)
        ? [{ app: kept.app, class: kind, programs }]
        : [];
    });
}

function close(actual: number, expected: number): boolean {
  return Math.abs(actual - expected) <= 0.02 * Math.abs(expected) + 1e-3;
}

describe('committed training data of Themis', () => {
  let data: TrainingData;
  before(async () => {
    data = parseTrainingData(FILE, await readFile(path.join(ROOT, FILE), 'utf8'));
  });

  it('is what each of the committed models was trained on, shared-mode networks and all', async () => {
    const files = await readThemisModels(path.join(ROOT, 'models/themis'));
    assert.deepEqual(
      files.map(({ gpu }) => gpu),
      ['gtx-950', 'h100-sxm', 'hsm-80sm-hbm', 'themis-60sm', 'v100-sxm2'],
    );
    for (const { gpu, sms, provenance, variants } of files) {
      const file = path.join(ROOT, 'models/themis', provenance.data);
      const own = parseTrainingData(file, await readFile(file, 'utf8'));
      assert.equal(own.header.gpu, gpu);
      assert.equal(own.header.sms, sms);
      assert.equal(provenance.dataHash, dataHash(own), gpu);
      assert.equal(provenance.samples, samplesOf(own, 'shared').length, gpu);
      assert.ok(
        variants.some(({ events }) => events === 'elsewhere'),
        gpu,
      );
      for (const { heldOut } of variants.slice(0, 1)) assert.ok(heldOut.slowdown.mean < 0.3, gpu);
    }
  });

  it('comes out of the simulator again', () => {
    const kept = keptApps(data);
    assert.equal(
      kept.length,
      new Set(data.rows.map((row) => (row.kind === 'solo' ? row.app : 'x'))).size - 1,
    );
    const candidates = kept.slice(0, CHEAP);
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
      const known = data.rows.find((one) => rowKey(one) === rowKey(row));
      assert.ok(known !== undefined && known.kind === row.kind && known.kind !== 'producer', rowKey(row));
      if (row.kind === 'solo' && known.kind === 'solo')
        assert.ok(close(row.scalability, known.scalability), rowKey(row));
      if (row.kind !== 'corun' || known.kind !== 'corun') continue;
      assert.equal(row.launches.length, known.launches.length);
      row.launches.forEach((launch, i) => {
        const before = known.launches[i]!;
        assert.ok(close(launch.scalability, before.scalability), rowKey(row));
        assert.ok(close(launch.interference, before.interference), rowKey(row));
        launch.own.forEach((value, at) => assert.ok(close(value, before.own[at]!), `${at}: ${value}`));
      });
    }
  });
});
