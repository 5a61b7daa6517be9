import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseJson, readJson } from '../../../src/files/json';
import { jsonFault } from '../../../src/files/jsonFault';
import { told } from '../../support/told';
import { TestFolder } from './folder';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('JSON files', () => {
  const folder = new TestFolder();
  after(() => folder.remove());

  it('are read with a byte order mark and in UTF-16, as Windows writes them', async () => {
    for (const bytes of [Buffer.from('\uFEFF{"a":1}'), Buffer.from('\uFEFF{"a":1}', 'utf16le')])
      assert.deepEqual(await readJson(folder.write('mark.json', bytes)), { a: 1 });
  });

  it('say line and column of a fault, and what is missing there', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['{\n  "a": 1,\n}', /^f:3: not JSON: column 1: a field name/],
      ['{"a" 1}', /^f:1: not JSON: column 6: a colon/],
      ['[1\n 2]', /^f:2: not JSON: column 2: a comma/],
      ['{"a": }', /column 7: a value/],
      ['{"a": 1', /column 8: the file ends too early/],
      ['', /^f:1: not JSON: column 1: the file ends too early/],
      ['[1]\n\nx', /^f:3: not JSON: column 1: there is more/],
      ['["a\nb"]', /column 4: the text in quotes/],
      ['["\\x"]', /column 3: the text in quotes/],
      ['[1, 2}', /column 6: a comma or a closing bracket/],
      ["{'a': 1}", /column 2: a field name/],
    ];
    for (const [text, pattern] of cases) assert.throws(() => parseJson('f', text), told(pattern), text);
  });

  it('have a fault exactly where the machine refuses the text', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom(
          '',
          '"',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '\\',
          '\n',
          '0',
          '-',
          '.',
          'e',
          'true',
          '\u0001',
        ),
        fc.nat(3),
        (json, where, put, cut) => {
          const at = where % (json.length + 1);
          const text = json.slice(0, at) + put + json.slice(at + cut);
          assert.equal(jsonFault(text) === null, isJson(text), JSON.stringify(text));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('are looked through at any depth and length', () => {
    assert.equal(jsonFault('['.repeat(200_000))?.column, 200_001);
    assert.equal(jsonFault(`["${'x'.repeat(2_000_000)}`)?.column, 2_000_003);
  });
});
