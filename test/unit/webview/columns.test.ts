import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  filterRows,
  largestValue,
  rowsAsTable,
  shownCell,
  sortRows,
  tellingColumns,
  toggledSort,
  type Column,
} from '../../../webview/model/columns';

interface Row {
  readonly name: string;
  readonly size: number | null;
}

const NAME: Column<Row> = {
  id: 'name',
  title: 'Name',
  value: ({ name }) => name,
  text: (row) => `<${row.name}>`,
  width: 8,
};
const SIZE: Column<Row> = {
  id: 'size',
  title: 'Size',
  csvTitle: 'size (B)',
  value: ({ size }) => size,
  format: (size) => `${size} B`,
  width: 8,
};
const rows: readonly Row[] = [
  { name: 'k10', size: 5 },
  { name: 'k2', size: null },
  { name: 'K1', size: 70 },
];
const anyRows = fc.array(fc.record({ name: fc.string(), size: fc.option(fc.double({ noNaN: true })) }));

describe('columns of a table', () => {
  it('sorts names as people count and puts what is not known last in both directions', () => {
    const names = (list: readonly Row[]): string[] => list.map(({ name }) => name);
    assert.deepEqual(names(sortRows(rows, NAME.value, false)), ['K1', 'k2', 'k10']);
    assert.deepEqual(names(sortRows(rows, SIZE.value, false)), ['k10', 'K1', 'k2']);
    assert.deepEqual(names(sortRows(rows, SIZE.value, true)), ['K1', 'k10', 'k2']);
  });

  it('keeps every row when it sorts', () => {
    fc.assert(
      fc.property(anyRows, fc.boolean(), (list, descending) => {
        const sorted = sortRows(list, SIZE.value, descending);
        assert.deepEqual(new Set(sorted), new Set(list));
        const known = sorted.flatMap(({ size }) => size ?? []);
        assert.ok(
          known.every((size, i) => i === 0 || (descending ? known[i - 1]! >= size : known[i - 1]! <= size)),
        );
      }),
    );
  });

  it('finds rows that contain every word', () => {
    const text = ({ name, size }: Row): string => `${name} ${size ?? ''}`;
    assert.deepEqual(filterRows(rows, ' K1 70 ', text), [rows[2]]);
    assert.equal(filterRows(rows, '   ', text), rows);
    assert.deepEqual(filterRows(rows, 'k1 absent', text), []);
  });

  it('drops columns that tell nothing, but never the first', () => {
    const unknown = rows.map(({ name }) => ({ name, size: null }));
    assert.deepEqual(tellingColumns([NAME, SIZE], unknown), [NAME]);
    assert.deepEqual(tellingColumns([SIZE, NAME], unknown), [SIZE, NAME]);
    assert.deepEqual(tellingColumns([NAME, SIZE], rows), [NAME, SIZE]);
  });

  it('sorts numbers from the top and names from A at the first click, and turns at the second', () => {
    const first = toggledSort({ column: '', descending: false }, SIZE);
    assert.deepEqual(first, { column: 'size', descending: true });
    assert.deepEqual(toggledSort(first, SIZE), { column: 'size', descending: false });
    assert.deepEqual(toggledSort(first, NAME), { column: 'name', descending: false });
  });

  it('draws bars against the largest number', () => {
    assert.equal(largestValue(SIZE, rows), 70);
    assert.equal(largestValue(NAME, rows), 0);
    assert.equal(largestValue(SIZE, []), 0);
  });

  it('shows text and copies base units', () => {
    assert.equal(shownCell(NAME, rows[0]!), '<k10>');
    assert.equal(shownCell(SIZE, rows[0]!), '5 B');
    assert.equal(shownCell(SIZE, rows[1]!), '–');
    assert.deepEqual(rowsAsTable([NAME, { ...SIZE, csv: ({ size }) => (size ?? 0) * 2 }], rows), {
      columns: [{ title: 'Name' }, { title: 'size (B)' }],
      rows: [
        ['k10', 10],
        ['k2', 0],
        ['K1', 140],
      ],
    });
  });
});
