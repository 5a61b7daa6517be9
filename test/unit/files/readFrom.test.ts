import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineOfField } from '../../../src/files/jsonField';
import { readFrom } from '../../../src/files/readFrom';
import { fieldFault, InputError } from '../../../src/kernel/result';
import { told } from '../../support/told';
import { TestFolder } from './folder';

const SCENARIO = `{
  "gpu": "v100",
  "apps": [
    { "name": "a, [b]: {\\"c\\"}", "launch": { "grid": 4 } },
    {
      "name": "b",
      "launch": {
        "grid": -4
      },
      "a.b": [[1,
        2]]
    }
  ]
}`;

describe('the line of a field', () => {
  it('is that of its key, and of an element that of its beginning', () => {
    const lines: readonly (readonly [string, number])[] = [
      ['gpu', 2],
      ['apps', 3],
      ['apps[0]', 4],
      ['apps[0].launch.grid', 4],
      ['apps[1]', 5],
      ['apps[1].launch.grid', 8],
      ['apps[1].a.b[0][1]', 11],
    ];
    for (const [field, line] of lines) assert.equal(lineOfField(SCENARIO, field), line, field);
  });

  it('is that of what would hold a field that is missing, and unknown where nothing would', () => {
    assert.equal(lineOfField(SCENARIO, 'apps[1].launch.block'), 7);
    assert.equal(lineOfField(SCENARIO, 'apps[2].launch'), 3);
    assert.equal(lineOfField(SCENARIO, 'app'), null);
    assert.equal(lineOfField(SCENARIO, ''), null);
    assert.equal(lineOfField('no JSON', 'gpu'), null);
  });

  it('is found for every member of any document', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (values) => {
        const named = Object.fromEntries(
          Object.entries(values).map(([key, value], at) => [`${at}:${key}`, value]),
        );
        const text = JSON.stringify(named, null, 1);
        for (const key of Object.keys(named)) {
          const written = text
            .split('\n')
            .indexOf(text.split('\n').find((line) => line.startsWith(` ${JSON.stringify(key)}:`))!);
          assert.equal(lineOfField(text, key), written + 1);
        }
      }),
    );
  });
});

describe('a fault in what a file holds', () => {
  const folder = new TestFolder();
  after(() => folder.remove());
  const failing = (file: string, error: Error) => readFrom(file, () => Promise.reject(error));

  it('names the file, and the line of the field', async () => {
    const file = folder.write('s.json', SCENARIO);
    await assert.rejects(
      failing(file, fieldFault('apps[1].launch.grid', 'too few')),
      told(/s\.json:8: apps\[1\]\.launch\.grid: too few$/),
    );
    await assert.rejects(failing(file, new InputError('no')), told(/s\.json: no$/));
  });

  it('is left as it is where it names another file, or is no fault of the input', async () => {
    const file = folder.write('s.json', SCENARIO);
    await assert.rejects(failing(file, new InputError('no', 'x', 'other.cu', 3)), told(/^other\.cu:3: no$/));
    const bug = new TypeError('bug');
    await assert.rejects(failing(file, bug), (error) => error === bug);
  });

  it('is told without a line when the file is gone', async () => {
    await assert.rejects(
      failing('/none/s.json', fieldFault('gpu', 'unknown')),
      told(/^\/none\/s\.json: gpu: unknown$/),
    );
  });
});
