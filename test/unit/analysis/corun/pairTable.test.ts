import assert from 'node:assert/strict';
import { PairTable } from '../../../../src/analysis/corun/pairTable';
import type { CoRunMatrix } from '../../../../src/analysis/results/coRunResult';
import { ratesBy, type CounterRates } from '../../../../src/predictors/counting/rates';
import type { CoRunModel } from '../../../../src/predictors/themis/coRunModel';
import { fromRunsAlone } from '../../../../src/predictors/themis/fromRunsAlone';
import { rangeWarning } from '../../../../src/predictors/themis/model/inputNames';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import { lawful } from './lawfulModel';

const loaded = loadSpec('h100-sxm');

/** A kernel that has run alone. */
interface Counted {
  readonly id: string;
  readonly rates: CounterRates;
}

/** More of the bandwidth the later the kernel. */
const kernels = [0, 1, 2, 3, 4].map((at): Counted => ({
  id: `k${at}`,
  rates: { ...ratesBy(() => 0), ipc: 50, l2Misses: at, memoryBandwidth: at / 10 },
}));

const tableOf = (model: CoRunModel): PairTable => new PairTable([fromRunsAlone(model)], loaded);

function pairs(table: PairTable, of: readonly Counted[]): CoRunMatrix {
  const empty: CoRunMatrix = {
    kernelIds: of.map(({ id }) => id),
    names: of.map(({ id }) => `kernel ${id}`),
    cells: of.map(() => of.map(() => null)),
    answers: of.map(() => of.map(() => [])),
    refusals: [],
    predictors: [],
    validOnly: [],
    leftOut: [],
  };
  return table.with(empty, {
    mode: 'streams',
    facts: (kernelId) => ({ use: null, launch: null, solo: of.find(({ id }) => id === kernelId)!.rates }),
    simulated: () => null,
    assumptionsOf: () => [],
  });
}

describe('pairs of kernels on SMs of their own', () => {
  let predictions = 0;
  const counting: CoRunModel = {
    ...lawful,
    predict: (...inputs) => {
      predictions++;
      return lawful.predict(...inputs);
    },
  };
  const costOf = (table: PairTable, of: readonly Counted[]): number => {
    predictions = 0;
    pairs(table, of);
    return predictions;
  };

  it('are predicted once: one more kernel asks for its own pairs alone', () => {
    const table = tableOf(counting);
    const without = kernels.filter((_, at) => at !== 2);
    const before = costOf(table, without);
    const more = costOf(table, kernels);
    assert.equal(before + more, costOf(tableOf(counting), kernels));
    assert.ok(more > 0 && more < before, `${before}, then ${more}`);
    assert.equal(costOf(table, kernels), 0);
    assert.equal(costOf(table, without), 0);
    assert.deepEqual(pairs(table, kernels).answers, pairs(tableOf(lawful), kernels).answers);
  });

  it('are told to both kernels alike, beside what is shown for another sharing mode', () => {
    const { answers, cells } = pairs(tableOf(lawful), kernels);
    answers.forEach((row, victim) =>
      row.forEach(([answer], aggressor) => {
        const [own, other] = [answer!.fairSplit, answers[aggressor]![victim]![0]!.fairSplit];
        assert.equal(own === undefined, victim === aggressor);
        assert.deepEqual(own?.sms, other?.sms.toReversed());
        // The one that slows down is the other: half of what it uses of the bandwidth.
        const interference = answer!.parts['interference']!;
        assert.ok(Math.abs(interference - 1 - aggressor / 20) < 1e-12, String(interference));
      }),
    );
    assert.ok(cells.flat().every((cell) => cell === null));
  });

  it('have a fair split where two kernels share one run alone, but not beside themselves', () => {
    const twin = { ...kernels[1]!, id: 'twin' };
    const { answers } = pairs(tableOf(lawful), [kernels[1]!, twin]);
    assert.deepEqual(
      answers.map((row) => row.map(([answer]) => answer!.fairSplit !== undefined)),
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
    const { answers, refusals } = pairs(tableOf(lost), kernels);
    assert.deepEqual(
      refusals.map(({ kernelId }) => kernelId),
      ['k0'],
    );
    assert.ok(answers[0]!.every((cell) => cell.length === 0));
    assert.ok(answers[1]![0]![0]!.fairSplit === undefined && answers[1]![2]![0]!.fairSplit !== undefined);
  });
});
