import assert from 'node:assert/strict';
import { trainingHeader } from '../../../../lab/themis/collection/collect';
import { COUNTED_RATES } from '../../../../src/predictors/counting/countedRates';
import type { TrainingRow } from '../../../../lab/themis/collection/trainingData';
import { eventCorrelations } from '../../../../lab/themis/eventAnalysis/correlations';
import { renderCorrelations } from '../../../../lab/themis/eventAnalysis/renderCorrelations';

const header = trainingHeader('themis-60sm', { mostCycles: 1, launchCycles: 5000 }, 1);
const meter = (producer: 'cache' | 'bandwidth', sms: number): TrainingRow => ({
  kind: 'producer',
  producer,
  level: 0,
  sms,
  events: [2, 0, 0, 0, 0, 0, 0, 0],
});

/** Applications of rising IPC: they scale worse and worse, and slow the cache meter down more and more. */
function beside(producer: 'cache' | 'bandwidth', sms: number, ipc: number, level = 0): TrainingRow {
  return {
    kind: 'corun',
    app: `app${ipc}`,
    producer,
    level,
    sms,
    start: 0,
    launches: [
      {
        launch: 0,
        cycles: 1000,
        own: [ipc, 10 - ipc, 1, 0, 0, 0, 0, 0],
        coRunner: [producer === 'cache' ? 2 / ipc : 1, 0, 0, 0, 0, 0, 0, 0],
        others: COUNTED_RATES.map(() => ipc * ipc),
        scalability: 1 / ipc,
        interference: sms === 20 ? ipc : 1 + ((ipc * 7) % 5),
      },
    ],
  };
}

describe('event analysis', () => {
  const rows = [20, 30, 40].flatMap((sms) => [
    meter('cache', 60 - sms),
    meter('bandwidth', 60 - sms),
    ...[1, 2, 3, 4, 5].flatMap((ipc) => [beside('cache', sms, ipc), beside('bandwidth', sms, ipc)]),
    // Weaker producers are no meters.
    beside('cache', sms, 9, 3),
  ]);
  const correlations = eventCorrelations({ header, rows });
  const [ipc, , misses, ...others] = correlations;

  it('correlates events with both factors and with the slowdown of the meters', () => {
    assert.equal(ipc!.event, 'ipc');
    assert.ok(Math.abs(ipc!.coefficients.scalability! - 1) < 1e-12);
    assert.ok(Math.abs(ipc!.coefficients.cache! - 1) < 1e-12);
  });

  it('takes the median over the allocations', () => {
    // 1 on 20 SMs; on the two others the ranks 3, 5, 2, 4, 1: 0.5.
    assert.ok(ipc!.coefficients.interference! < 0.6);
  });

  it('has no coefficient where nothing varies', () => {
    assert.equal(misses!.coefficients.scalability, null);
    assert.equal(ipc!.coefficients.bandwidth, null);
  });

  it('looks at events beyond the table', () => {
    assert.equal(others.at(-1)!.inTable, false);
    assert.ok(Math.abs(others.at(-1)!.coefficients.scalability! - 1) < 1e-12);
    const table = renderCorrelations([ipc!, others.at(-1)!]).split('\n');
    assert.equal(table.length, 4);
    assert.match(table[2]!, /^\| ipc \| 1\.00 \| 0\.81 \|/);
  });

  it('marks events for which nvprof has no metric, and says what stands in', () => {
    const table = renderCorrelations(correlations);
    const marked = table.match(/(?<=^\| )\w+(?= †)/gm);
    assert.deepEqual(marked, ['l1ConstantAccesses', 'l1ConstantMisses']);
    assert.match(table, /\n\n† nvprof has no metric .* l1ConstantMisses those of them .*$/);
    assert.doesNotMatch(renderCorrelations([ipc!]), /†|nvprof/);
  });
});
