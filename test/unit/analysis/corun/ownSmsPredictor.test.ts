import assert from 'node:assert/strict';
import type { CoRunModel } from '../../../../src/predictors/themis/coRunModel';
import { OwnSmsPredictor, type CountedKernel } from '../../../../src/analysis/corun/ownSmsPredictor';
import { ratesBy, type CounterRates } from '../../../../src/predictors/counting/rates';
import { rangeWarning } from '../../../../src/predictors/themis/model/inputNames';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { lawful } from './lawfulModel';

const loaded = loadSpec('h100-sxm');

/** More of the bandwidth the later the kernel. */
const kernels = [0, 1, 2, 3, 4].map((at): CountedKernel => ({
  id: `k${at}`,
  name: `kernel ${at}`,
  events: { ...ratesBy(() => 0), ipc: 50, l2Misses: at, memoryBandwidth: at / 10 },
}));

describe('pairs of kernels on SMs of their own', () => {
  let predictions = 0;
  const counting: CoRunModel = {
    ...lawful,
    predict: (...inputs) => {
      predictions++;
      return lawful.predict(...inputs);
    },
  };
  const costOf = (predictor: OwnSmsPredictor, of: readonly CountedKernel[]): number => {
    predictions = 0;
    predictor.pairs(of);
    return predictions;
  };

  it('are predicted once: one more kernel asks for its own pairs alone', () => {
    const predictor = new OwnSmsPredictor(counting, loaded);
    const without = kernels.filter((_, at) => at !== 2);
    const before = costOf(predictor, without);
    const more = costOf(predictor, kernels);
    assert.equal(before + more, costOf(new OwnSmsPredictor(counting, loaded), kernels));
    assert.ok(more > 0 && more < before, `${before}, then ${more}`);
    assert.equal(costOf(predictor, kernels), 0);
    assert.equal(costOf(predictor, without), 0);
    assert.deepEqual(predictor.pairs(kernels), new OwnSmsPredictor(lawful, loaded).pairs(kernels));
  });

  it('are told to both kernels alike', () => {
    const { cells } = new OwnSmsPredictor(lawful, loaded).pairs(kernels);
    cells.forEach((row, victim) =>
      row.forEach((cell, aggressor) => {
        const [own, other] = [cell!.fair, cells[aggressor]![victim]!.fair];
        assert.equal(own === null, victim === aggressor);
        assert.deepEqual(own?.sms, other?.sms.toReversed());
        // The one that slows down is the other: half of what it uses of the bandwidth.
        assert.ok(Math.abs(cell!.interference - 1 - aggressor / 20) < 1e-12, String(cell!.interference));
      }),
    );
  });

  it('have a fair split where two kernels share one run alone, but not beside themselves', () => {
    const twin = { ...kernels[1]!, id: 'twin' };
    const { cells } = new OwnSmsPredictor(lawful, loaded).pairs([kernels[1]!, twin]);
    assert.deepEqual(
      cells.map((row) => row.map((cell) => cell!.fair !== null)),
      [
        [false, true],
        [true, false],
      ],
    );
  });

  it('are refused by kernel, where what is predicted of it cannot be', () => {
    const isLost = ({ memoryBandwidth }: CounterRates): boolean => memoryBandwidth === 0;
    const lost: CoRunModel = {
      ...lawful,
      predict: (share, own, beside) =>
        isLost(own) ? { scalability: 0.2, interference: 0.2 } : lawful.predict(share, own, beside),
      warnings: (_, own) => (isLost(own) ? [rangeWarning('ipc', own.ipc, [60, 104], 'h100-sxm')] : []),
    };
    const { cells, refusals } = new OwnSmsPredictor(lost, loaded).pairs(kernels);
    assert.deepEqual(
      refusals.map(({ kernelId }) => kernelId),
      ['k0'],
    );
    assert.ok(cells[0]!.every((cell) => cell === null));
    assert.ok(cells[1]![0] && cells[1]![0].fair === null && cells[1]![2]!.fair !== null);
  });
});
