import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listHeight, rowWindow, scrollToRow } from '../../../webview/model/rowWindow';

const ROW = 27;
const list = fc.record({
  rows: fc.integer({ min: 0, max: 3_000_000 }),
  height: fc.integer({ min: 0, max: 2000 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

const scrollTopOf = (rows: number, height: number, share: number): number =>
  share * Math.max(listHeight(rows, ROW) - height, 0);

describe('window of a long list', () => {
  it('covers what is on screen, with little beyond it', () => {
    fc.assert(
      fc.property(list, ({ rows, height, share }) => {
        const scrollTop = scrollTopOf(rows, height, share);
        const { first, end, before, after } = rowWindow(rows, ROW, scrollTop, height);
        assert.ok(0 <= first && first <= end && end <= rows);
        assert.ok(end - first <= height / ROW + 30, `${end - first} rows drawn`);
        if (rows === 0) return;
        const bottom = before + (end - first) * ROW;
        assert.ok(first === 0 || before <= scrollTop + 1e-6, 'a gap at the top');
        assert.ok(end === rows || bottom >= scrollTop + height - 1e-6, 'a gap at the bottom');
        assert.ok(Math.abs(before + (end - first) * ROW + after - listHeight(rows, ROW)) <= ROW);
      }),
    );
  });

  it('reaches both ends, also of a list that is too long for a browser', () => {
    for (const rows of [10, 100_000, 5_000_000]) {
      assert.equal(rowWindow(rows, ROW, 0, 600).first, 0);
      assert.equal(rowWindow(rows, ROW, listHeight(rows, ROW) - 600, 600).end, rows);
    }
    assert.ok(listHeight(5_000_000, ROW) < 16_000_000);
  });

  it('shows the row that it scrolls to, and stays where that row is in view', () => {
    const target = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(list, target, ({ rows, share }, at) => {
        fc.pre(rows > 0);
        const height = 600;
        const row = Math.floor(at * rows);
        const from = scrollTopOf(rows, height, share);
        const scrollTop = scrollToRow(row, rows, ROW, from, height);
        const { first, before } = rowWindow(rows, ROW, scrollTop, height);
        const top = before + (row - first) * ROW - scrollTop;
        // Scaled scrolling is true to a row; without it, nothing moves by a pixel.
        const slack = rows * ROW > listHeight(rows, ROW) ? ROW : 0.5;
        assert.ok(top > -slack && top + ROW < height + slack, `row ${row} at ${top}`);
        assert.ok(Math.abs(scrollToRow(row, rows, ROW, scrollTop, height) - scrollTop) < 1e-6);
      }),
    );
  });
});
