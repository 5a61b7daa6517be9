import assert from 'node:assert/strict';
import judged from '../../../../src/predictors/bottlenecks/data/judged.json';
import { bottlenecks } from '../../../../src/predictors/bottlenecks/predictor';
import { appSlowdown } from '../../../../src/predictors/bottlenecks/appSlowdown';
import { SHIPPED } from '../../../../src/predictors/bottlenecks/fitted';
import { quantitiesOf, trafficOf, type Met } from '../../../../src/predictors/bottlenecks/quantities';
import { countedBy } from '../../../../src/predictors/counting/countedRates';
import { ratesBy } from '../../../../src/predictors/counting/rates';
import { simulatorGeneration } from '../../../../src/simulator/spec/generation';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { english } from '../../../../src/words';

const gpu = loadSpec('themis-60sm');
const NOTHING_BESIDE = trafficOf([]);

/** Warps of 64 on each of 30 SMs that wait for nothing but a place to issue. */
const busy: Met = {
  rates: {
    ...ratesBy((name) => (name === 'ipc' ? 60 : 0)),
    counted: countedBy(
      (name) => ({ warpCycles: 1920, smCycles: 30, stallNotSelected: 1860 })[name as string] ?? 0,
    ),
    smBusy: 0.5,
  },
  sms: 30,
  grid: { blocks: 6000, warpsPerBlock: 8 },
  beside: NOTHING_BESIDE,
};

describe('Bottlenecks', () => {
  it('read shares that do not depend on how large the GPU is', () => {
    const q = quantitiesOf(busy, gpu.spec);
    assert.equal(q.busy, 1);
    assert.ok(Math.abs(q.sms - Math.LN2) < 1e-9 && q.usableSms === q.sms);
    assert.equal(q.waves, Math.min(4, Math.log(48000 / 1920)));
    assert.equal(quantitiesOf({ ...busy, grid: { blocks: 30, warpsPerBlock: 8 } }, gpu.spec).usableSms, 0);
  });

  it('tell a kernel that keeps half of the SMs busy twice its time, about', () => {
    const { slowdown } = SHIPPED.predict(quantitiesOf(busy, gpu.spec));
    assert.ok(Math.abs(slowdown / 2 - 1) < 0.15, String(slowdown));
  });

  it('count time without a kernel alike alone and in company', () => {
    const own = { cycles: 1000, met: busy };
    const alone = appSlowdown([own], SHIPPED, gpu.spec).slowdown;
    const half = appSlowdown([own, { cycles: 1000, met: null }], SHIPPED, gpu.spec);
    assert.ok(Math.abs(half.slowdown - 2000 / (1000 + 1000 / alone)) < 1e-9);
    assert.deepEqual(appSlowdown([{ cycles: 9, met: null }], SHIPPED, gpu.spec), {
      slowdown: 1,
      bottleneck: null,
    });
  });

  it('are there for every GPU, with the error on others where it was not judged', () => {
    const errorOn = (id: string) => bottlenecks.availability(loadSpec(id), []).ready[0]!.error;
    const [judged, other] = [errorOn('a100-sxm4-40gb'), errorOn('rtx-3080')];
    assert.ok(judged.metric === 'errSD' && other.metric === 'errSD' && other.mean > judged.mean);
    assert.match(english(other.evidence), /not compared on rtx-3080; \d+ slowdowns .* other GPUs/);
  });

  it('say of which generation of the simulator their co-runs are, where it is not of today', () => {
    const evidenceOn = (id: string): string =>
      english(bottlenecks.availability(loadSpec(id), []).ready[0]!.error.evidence);
    for (const id of ['a100-sxm4-40gb', 'v100-sxm2', 'h100-sxm', 'gtx-950']) {
      const { simulator } = judged.gpus.find(({ gpu }) => gpu === id)!;
      const now = simulatorGeneration(id);
      const older = new RegExp(
        `on generation ${simulator} of the simulator at the latest, which is at ${now} now$`,
      );
      assert.equal(older.test(evidenceOn(id)), simulator < now, id);
    }
    // A paper's GPU stays as its paper has it.
    assert.doesNotMatch(evidenceOn('themis-60sm'), /generation/);
  });
});
