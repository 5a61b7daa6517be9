import { tableText } from '../../../lab/data/tables';
import assert from 'node:assert/strict';
import { mokaProfiles } from '../../../lab/fitting/mokaProfiles';
import { programFromProfile } from '../../../src/fitting/fromProfile';
import { evaluateFit } from '../../../src/fitting/refine';
import { PREDICTIVE_WEIGHTS } from '../../../src/fitting/residuals';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { median } from '../../../src/stats/quantile';
import { createRandom } from '../../../src/stats/random';

const SAMPLE = 8;

describe('programs fitted to measured counters of a GTX 950', () => {
  it('have the measured counts, and times near the measured ones that the fit never saw', () => {
    const loaded = loadSpec('gtx-950');
    const random = createRandom(950);
    const rows = mokaProfiles(
      tableText(process.env['CORUN_ROOT']!, 'block_sweep_gtx950'),
      'block_sweep_gtx950',
    )
      .map((profile) => ({ profile, order: random.next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, SAMPLE);
    const evaluations = rows.map(({ profile }) => {
      const blind = { ...profile, durationNs: null };
      const fitted = programFromProfile(blind, loaded.gpu);
      assert.deepEqual(programFromProfile(profile, loaded.gpu), fitted);
      return evaluateFit(fitted, profile, loaded, {
        weights: PREDICTIVE_WEIGHTS,
        windowCycles: 30000,
        seed: 1,
      });
    });
    const typical = (metric: string) =>
      median(
        evaluations.flatMap(({ residuals }) =>
          residuals.filter((found) => found.metric === metric).map(({ residual }) => Math.abs(residual ?? 1)),
        ),
      );
    for (const metric of ['inst_executed', 'inst_fp_32', 'gst_transactions', 'l2_tex_read_transactions'])
      assert.ok(typical(metric) < 0.03, `${metric}: ${typical(metric)}`);
    assert.ok(typical('achieved_occupancy') < 0.08, `${typical('achieved_occupancy')}`);
    assert.ok(typical('duration') < 0.12, `${typical('duration')}`);
  });
});
