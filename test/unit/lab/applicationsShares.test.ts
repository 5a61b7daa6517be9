import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { measuredApplications } from '../../../lab/hardware/applications/measured';
import {
  errorsOfAnswer,
  measuredShares,
  scalings,
  splitSlowdowns,
} from '../../../lab/hardware/applications/shares';
import { dividedOrNot } from '../../../lab/hardware/applications/sharesGains';
import { blockRows } from '../../../lab/reportBlocks';
import { availableModels } from '../../../src/analysis/models';
import type { CopyOperation } from '../../../src/kernel/application';
import type { ProgressRatios } from '../../../src/predictors/port';
import { errorOfApplications, ratiosOfApplications } from '../../../src/sharing/applications/errors';
import { hsm } from '../../../src/predictors/hsm/predictor';
import { themis } from '../../../src/predictors/themis/predictor';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import { english } from '../../../src/words';

const ROOT = process.env['CORUN_ROOT']!;
const PAGE = path.join(ROOT, 'docs/applications-on-card.md');
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const SPLITS = ['25:75', '50:50', '75:25'];

describe('applications measured on parts of a card', () => {
  const shares = measuredShares(ROOT);
  const measured = measuredApplications(ROOT);
  const undivided = measured.settings.find(({ id }) => id === 'kernels-mps')!;

  it('are those of the page, on all parts and at three splits', () => {
    assert.deepEqual(Object.keys(shares.alone).toSorted(), Object.keys(undivided.alone).toSorted());
    for (const times of Object.values(shares.alone))
      assert.deepEqual(Object.keys(times), Object.keys(shares.sms));
    const slowdowns = splitSlowdowns(shares);
    for (const { of, beside, split } of slowdowns) assert.ok(SPLITS.includes(split), `${of} ${beside}`);
    assert.equal(
      new Set(slowdowns.map((row) => `${row.of} ${row.beside} ${row.split}`)).size,
      slowdowns.length,
    );
    for (const { slowdown, scalability, interference } of slowdowns)
      assert.ok(Math.abs(slowdown / (scalability * interference) - 1) < 1e-9);
  });

  it('take as long by themselves as was measured before', () => {
    // Half of the SMs are a setting of the other measurements, too.
    const halves = measured.settings.find(({ id }) => id === 'kernels-mps-50')!;
    const apart = Object.entries(shares.alone).map(([name, times]) =>
      Math.abs(times['50']! / halves.alone[name]! - 1),
    );
    assert.ok(median(apart) < 0.01, `${median(apart)}`);
  });

  it('scale and lose as the page says', () => {
    const rows = new Map(blockRows(PAGE, 'shares').map(([share, ...cells]) => [share, cells]));
    for (const share of [25, 50, 75]) {
      const own = scalings(shares).filter(({ percent }) => percent === share);
      const [sms, , middle] = rows.get(`${share} %`)!;
      assert.equal(Number(sms), own[0]!.sms);
      assert.equal(middle, median(own.map(({ scalability }) => scalability)).toFixed(2));
    }
    const all = splitSlowdowns(shares);
    const fromAlone = errorsOfAnswer(
      all,
      ({ slowdown }) => slowdown,
      ({ scalability }) => scalability,
    )!;
    const told = blockRows(PAGE, 'split told').find(
      ([of, answer]) => of === 'all' && answer!.startsWith('measured alone'),
    )!;
    assert.deepEqual(told.slice(2, 4), [String(all.length), percent(fromAlone.mean)]);
  });

  it('are predicted as far off as answers say', async () => {
    const loaded = loadSpec(shares.gpu);
    const folders = ['themis', 'hsm'].map((folder) => path.join(ROOT, 'models', folder));
    const models = await availableModels(folders, assert.fail);
    for (const predictor of [themis, hsm]) {
      const { ready } = predictor.availability(loaded, models);
      const { label, error } = ready.find(({ evidence }) => evidence === 'solo')!;
      const row = blockRows(PAGE, 'split told').find(
        ([of, answer]) => of === 'simulated from sources' && answer === label,
      )!;
      assert.ok(error.metric === 'errSD', label);
      assert.deepEqual([row[3], row[5]], [percent(error.mean), percent(error.worst)]);
      assert.ok(english(error.evidence).startsWith(`${row[2]} slowdowns`), english(error.evidence));
    }
  });

  it('gain by a division what the page says', () => {
    const pairs = dividedOrNot(shares, undivided);
    const row = blockRows(PAGE, 'split gains').find(([split]) => split === 'the best of the three')!;
    assert.equal(row[1], mean(pairs.map(({ best }) => best.paces)).toFixed(2));
    assert.equal(row[2], mean(pairs.map(({ best }) => best.worst)).toFixed(2));
  });

  it('with their copies are told the error of the page on halves, which is not that of their kernels', () => {
    const copies = { name: 'copies', footprintBytes: null, operations: [COPY] };
    const error = errorOfApplications(measured.gpu, [copies], { error: themisError });
    const [told, kernels] = blockRows(PAGE, 'split with copies');
    assert.ok(error.metric !== null);
    assert.deepEqual([percent(error.mean), percent(error.worst)], [told![2], told![4]]);
    assert.ok(Number.parseInt(kernels![2]!, 10) > 2 * 100 * error.mean);
    const { progressRatios } = ratiosOfApplications(measured.gpu, [copies], {});
    assert.match(readFileSync(PAGE, 'utf8'), new RegExp(ratioText(progressRatios!)));
  });
});

const COPY: CopyOperation = {
  ...{ kind: 'copy', stream: 'default', direction: 'HtoD', bytes: 1e6, pinned: false, blocking: true },
};
const themisError = { metric: null, evidence: '' } as const;
const ratioText = ({ quarter, tenth }: ProgressRatios): string =>
  `below ${quarter} of the predicted in a quarter of these, below ${tenth} in a tenth`;
