import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  cellAt,
  layoutHeatmap,
  moveCell,
  scrollIntoView,
  visibleSpan,
} from '../../../webview/model/heatmapLayout';

describe('heatmap layout', () => {
  it('keeps room for a number in every cell, however many kernels there are', () => {
    for (const count of [1, 10, 40, 200]) {
      const layout = layoutHeatmap(count, 860, 120, false);
      assert.ok(layout.showNumbers && layout.showLabels, String(count));
      assert.ok(layout.cellWidth >= 46 && layout.cellWidth <= 88);
    }
  });

  it('fits into the width when asked, and drops numbers that would not be readable', () => {
    for (const count of [1, 10, 40, 200]) {
      const layout = layoutHeatmap(count, 860, 120, true);
      assert.ok(layout.left + count * layout.cellWidth <= 860, String(count));
      assert.equal(layout.showNumbers, layout.cellWidth >= 36);
    }
    assert.equal(layoutHeatmap(200, 860, 120, true).showLabels, false);
  });

  it('finds the cell that is drawn under a point', () => {
    const size = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        size,
        fc.nat(59),
        fc.nat(59),
        fc.nat(500),
        fc.nat(500),
        fc.boolean(),
        (n, i, j, sx, sy, fit) => {
          const layout = layoutHeatmap(n, 800, 100, fit);
          const [row, column] = [i % n, j % n];
          const x = layout.left + (column + 0.5) * layout.cellWidth - sx;
          const y = layout.top + (row + 0.5) * layout.cellHeight - sy;
          const expected = x >= layout.left && y >= layout.top ? { row, column } : null;
          assert.deepEqual(cellAt(layout, x, y, sx, sy), expected);
        },
      ),
    );
  });

  it('draws exactly the cells that overlap the viewport', () => {
    assert.deepEqual(visibleSpan(200, 46, 0, 100), { from: 0, to: 3 });
    assert.deepEqual(visibleSpan(200, 46, 92, 46), { from: 2, to: 3 });
    assert.deepEqual(visibleSpan(3, 46, 0, 1000), { from: 0, to: 3 });
    assert.deepEqual(visibleSpan(0, 46, 0, 100), { from: 0, to: 0 });
  });

  it('moves by keys and stops at the borders', () => {
    const from = { row: 1, column: 8 };
    assert.deepEqual(moveCell(from, 'ArrowRight', false, 9), from);
    assert.deepEqual(moveCell(from, 'ArrowLeft', false, 9), { row: 1, column: 7 });
    assert.deepEqual(moveCell(from, 'PageDown', false, 9), { row: 8, column: 8 });
    assert.deepEqual(moveCell(from, 'Home', true, 9), { row: 0, column: 0 });
    assert.deepEqual(moveCell(from, 'Home', false, 9), { row: 1, column: 0 });
    assert.equal(moveCell(from, 'Tab', false, 9), null);
  });

  it('scrolls no further than needed to show a cell', () => {
    assert.equal(scrollIntoView(0, 46, 30, 200), 0);
    assert.equal(scrollIntoView(2, 46, 30, 200), 30);
    assert.equal(scrollIntoView(9, 46, 30, 200), 260);
  });
});
