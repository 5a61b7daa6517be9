import assert from 'node:assert/strict';
import fc from 'fast-check';
import Papa from 'papaparse';
import { cellText, toCsv } from '../../../webview/model/table';

describe('tables behind charts', () => {
  it('copy numbers unformatted and unknown values empty', () => {
    const columns = [{ title: 'kernel' }, { title: 'time, ns', format: () => 'never in CSV' }];
    const rows = [
      ['a"b', 1.5],
      ['c\nd', null],
    ];
    assert.equal(toCsv({ columns, rows }), 'kernel,"time, ns"\r\n"a""b",1.5\r\n"c\nd",\r\n');
    assert.equal(cellText(columns[1]!, null), '–');
    assert.equal(cellText(columns[1]!, 2), 'never in CSV');
  });

  it('do not let a name become a formula of a spreadsheet, and leave negative numbers alone', () => {
    const csv = toCsv({ columns: [{ title: 'x' }], rows: [['=HYPERLINK("http://x")'], ['@a'], [-3]] });
    assert.equal(csv, 'x\r\n"\'=HYPERLINK(""http://x"")"\r\n\'@a\r\n-3\r\n');
  });

  it('survive a CSV reader with any text', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/^[=+\-@\t\r]/.test(value));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (rows) => {
        const csv = toCsv({ columns: [{ title: 'a' }, { title: 'b' }], rows });
        const read = Papa.parse<string[]>(csv, { delimiter: ',', newline: '\r\n' }).data;
        assert.deepEqual(read.slice(1, -1), rows);
      }),
    );
  });
});
