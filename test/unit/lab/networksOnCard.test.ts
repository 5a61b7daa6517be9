import assert from 'node:assert/strict';
import path from 'node:path';
import { errorsOf } from '../../../lab/hardware/applications/errors';
import { measuredNetworks } from '../../../lab/hardware/networks/measured';
import { aloneUs, toldTogether } from '../../../lab/hardware/networks/pairs';
import { splitSlowdowns } from '../../../lab/hardware/networks/splits';
import { blockRows } from '../../../lab/reportBlocks';
import { requireGpu } from '../../../src/gpu/findGpu';
import { LATENCY_PREDICTORS } from '../../../src/predictors';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/networks-on-card.md');
const data = measuredNetworks(ROOT);
const gpu = requireGpu(data.gpu);
const [predictor] = LATENCY_PREDICTORS;

describe('networks on a card', () => {
  it('are told what they pay on SMs of their own as the page says', () => {
    const rows = splitSlowdowns(data, gpu);
    const { mean } = errorsOf(rows.map(({ told, interference }) => [told, interference] as const));
    assert.equal(blockRows(PAGE, 'split')[0]![2], `${(100 * mean).toFixed(0)} %`);
    const unchanged = errorsOf(rows.map(({ interference }) => [1, interference] as const));
    assert.ok(mean < unchanged.mean / 3, `${mean} for ${unchanged.mean}`);
  });

  it('are told the errors of the page with answers from their traces', () => {
    const { slowdowns, tails } = predictor!.errors;
    const errorsIn = (table: string): (string | undefined)[] =>
      blockRows(PAGE, table)
        .filter(([pairs]) => pairs === 'of the other seven')
        .map((row) => row[3]);
    const told = [slowdowns, tails].map(({ ofNetworks }) =>
      [ofNetworks!.asTraced, ofNetworks!.atPace].map((error) => `${(100 * error).toFixed(0)} %`),
    );
    assert.deepEqual(errorsIn('together').slice(1), told[0]);
    assert.deepEqual(errorsIn('services'), told[1]);
  });

  it('take as long alone as was told', () => {
    const pair = data.pairs.find(
      (each) =>
        each
          .map(([name]) => name)
          .sort()
          .join() === 'dlrm,vitgraph',
    )!;
    const told = toldTogether(data, { gpu, predictor: predictor!, host: 'pace' }, [pair]);
    assert.equal(told.length, 2);
    for (const { told: slowdown } of told) assert.ok(slowdown >= 0.99 && slowdown < 2, `${slowdown}`);
    assert.equal(aloneUs(data, 'dlrm'), 2068.4);
  });
});
