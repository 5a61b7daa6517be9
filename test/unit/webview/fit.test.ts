import assert from 'node:assert/strict';
import { fitRows, fitSentences } from '../../../webview/model/fit';
import { SAMPLE_FITS } from '../../webview/samples/fit';

const [done, first, means, unknown] = SAMPLE_FITS;
const GAP = '\u202f';

describe('a fit as the dashboard tells it', () => {
  it('puts metrics beside each other, each in its unit', () => {
    const rows = new Map(fitRows(done!.check!).map((row) => [row.metric, row]));
    const cells = (metric: string): readonly string[] => {
      const { measured, simulated, difference } = rows.get(metric)!;
      return [measured, simulated, difference].map((text) => text.replaceAll(GAP, ' '));
    };
    assert.deepEqual(cells('inst_executed'), ['3,194,880', '3,104,768', '−3 %']);
    assert.deepEqual(cells('dram_read_transactions'), ['262,144', '341,954', '+30 %']);
    assert.deepEqual(cells('achieved_occupancy'), ['91 %', '87 %', '−3.8 points']);
    assert.deepEqual(cells('duration'), ['151 µs', '180 µs', '+19 %']);
    assert.deepEqual(cells('inst_fp_64'), ['0', '12', '–']);
  });

  it('says how far it is, and what it rests on', () => {
    const text = (fit: (typeof SAMPLE_FITS)[number]): string =>
      fitSentences(fit!).join(' ').replaceAll(GAP, ' ');
    assert.match(
      text(done!),
      /off by ×1\.05 on the mean, ×3\.32 without the profile\. Counters are off by 11 %/,
    );
    assert.match(
      text(done!),
      /41 % before .*: the best of 4 simulations on GTX 950, 60,000 cycles, .* waves of/,
    );
    assert.match(text(first!), /A first fit by counts; the simulation .* is yet to come/);
    assert.match(text(means!), /^Not fitted: profiles\/run\.metrics\.csv:6: its counters are of 3704 warps/);
    assert.match(text(unknown!), /Not simulated beside the profile: its GPU, Imaginary 9000, is not known/);
    const sliced = { ...done!, check: { ...done!.check!, gpuShare: 0.12, simulations: 1 } };
    assert.match(text(sliced), /one simulation on GTX 950, of which a slice of 12 % was simulated/);
  });
});
