import assert from 'node:assert/strict';
import { spanChart } from '../../../lab/plots/spanChart';

describe('lanes over time', () => {
  const svg = spanChart(
    ['copy', 'kernel'],
    [
      { name: 'service', spans: [{ from: 0, to: 25, kind: 0 }] },
      { name: 'batch', spans: [{ from: 50, to: 100, kind: 1 }] },
    ],
    { title: 'who runs when', xLabel: 'µs' },
  );
  const boxes = [
    ...svg.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)" height="(\d+)" fill="(#\w+)"/g),
  ].map(([, x, y, width, height, fill]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height,
    fill,
  }));
  const spans = boxes.filter(({ height }) => height === '22');

  it('have boxes as long as what they stand for, one lane below the other', () => {
    const [service, batch] = spans as [(typeof spans)[0], (typeof spans)[0]];
    assert.equal(spans.length, 2);
    assert.equal(batch.width, 2 * service.width);
    assert.ok(Math.abs(batch.x - service.x - 2 * service.width) < 0.2);
    assert.ok(batch.y > service.y);
  });

  it('have the colours that the legend tells', () => {
    const legend = boxes.filter(({ height }) => height === '12').map(({ fill }) => fill);
    assert.deepEqual(
      spans.map(({ fill }) => fill),
      legend,
    );
  });
});
