import assert from 'node:assert/strict';
import path from 'node:path';
import { measuredClasses } from '../../../../lab/magic/onGpus/classes';
import { classResults, predictedClasses } from '../../../../lab/magic/reproduction/classes';
import { FEATURE_SETS, matricesOf } from '../../../../lab/magic/reproduction/data';
import { deviceResult } from '../../../../lab/magic/reproduction/devices';
import { mpsMatrices } from '../../../../lab/magic/reproduction/mps';
import { trainedBefore, type TrainedRow, type Training } from '../../../../lab/magic/reproduction/training';
import type { Row } from '../../../../lab/magic/jobs/rows';
import { readRows } from '../../../../lab/recordedRows';
import { createRandom } from '../../../../src/stats/random';

const root = process.env['CORUN_ROOT'] ?? process.cwd();
const folder = path.join(root, 'docs/reproduction');
const runs = readRows<Row>(path.join(folder, 'magic-runs.ndjson'));
const matrices = matricesOf(runs);
const rows = readRows<TrainedRow>(path.join(folder, 'magic-trained.ndjson'));
const before = trainedBefore(rows);
const find = (gpu: string, host: boolean) => matrices.find((each) => each.gpu === gpu && each.host === host)!;

/** Asks for all that the reproduction trains, by way of `training`. */
function askAll(training: Training): void {
  classResults(find('gtx-1080-ti', true), training);
  for (const matrix of [...matrices, ...mpsMatrices(runs)])
    for (const set of FEATURE_SETS) predictedClasses(matrix, set, 0.5, training);
  for (const set of ['FeatAll', 'Feat9'] as const)
    deviceResult(find('gtx-760', true), find('gtx-950', true), set, training);
  measuredClasses(root, training);
}

describe('what classifiers were trained to', () => {
  it('is on record for all that the reproduction asks for', () => {
    askAll((task, inputs) =>
      before(task, inputs, () => assert.fail(`${task} is missing: npm run study -- magic-reproduction`)),
    );
  });

  it('comes out again, on a seeded sample of what trains fast', () => {
    const random = createRandom(1);
    const quick = /k nearest|naive Bayes|decision tree|quadratic/;
    let again = 0;
    askAll((task, inputs, train) => {
      const recorded = before(task, inputs, train);
      const settings = JSON.stringify((inputs as unknown[]).at(-1));
      const isNetwork = task === 'device' && settings.includes('"width":30');
      const isSampled =
        (task === 'scores' && quick.test(settings) && random.below(8) === 0) ||
        (isNetwork && random.below(40) === 0);
      if (isSampled) {
        assert.deepEqual(JSON.parse(JSON.stringify(train())), recorded, `${task} ${settings}`);
        again++;
      }
      return recorded;
    });
    assert.ok(again >= 5, String(again));
  });

  it('is not that of other inputs', () => {
    const [first] = rows;
    assert.equal(
      before(first!.key.split(' ')[0]!, 'other', () => 'trained'),
      'trained',
    );
  });
});
