import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { availableModels, readModel, stampOf } from '../../../../src/analysis/models';
import { readThemisModels } from '../../../../lab/themis/models';
import { told } from '../../../support/told';
import { english } from '../../../../src/words';
import type { ThemisModelFile } from '../../../../src/predictors/themis/model/modelFile';

const SHIPPED = path.resolve('models/themis');

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'corun-models-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

describe('folders of trained models', () => {
  it('leave out files that are no models, and tell which and why', async () => {
    const shipped = readFileSync(path.join(SHIPPED, 'v100-sxm2.json'), 'utf8');
    const folder = folderWith({
      'broken.json': shipped.slice(0, 500),
      'list.json': '[]',
      'before.json': shipped.replace('"version":3', '"version":2'),
      'notes.txt': 'no model at all',
    });
    mkdirSync(path.join(folder, 'folder.json'));
    cpSync(path.join(SHIPPED, 'gtx-950.json'), path.join(folder, 'gtx-950.json'));
    const faults: string[] = [];
    const models = await availableModels([folder, path.join(folder, 'absent')], ({ said }) =>
      faults.push(path.relative(folder, english(said))),
    );
    assert.deepEqual(
      models.map(({ gpu }) => gpu),
      ['gtx-950'],
    );
    assert.equal(faults.length, 4);
    for (const fault of [
      /^folder\.json: not a file/,
      /^broken\.json:\d+: not JSON: column \d+/,
      /^list\.json: format: missing/,
      /^before\.json: version: .*train themis --fit-only/,
    ])
      assert.ok(
        faults.some((line) => fault.test(line)),
        faults.join('\n'),
      );
    await assert.rejects(readThemisModels(folder), told(/\.json: /));
  });

  it('hold files that are told why they cannot be read when they are named', async () => {
    const folder = folderWith({ 'list.json': '[]' });
    await assert.rejects(readModel(path.join(folder, 'none.json')), told(/none\.json: no such file/));
    await assert.rejects(readModel(folder), told(/not a file/));
    await assert.rejects(readModel(path.join(folder, 'list.json')), told(/list\.json: format: missing/));
    const shipped = await readModel(path.join(SHIPPED, 'gtx-950.json'));
    assert.equal(shipped.gpu, 'gtx-950');
  });

  it('go before those that come along', async () => {
    const file = path.join(SHIPPED, 'gtx-950.json');
    const own = JSON.parse(readFileSync(file, 'utf8')) as ThemisModelFile;
    const named = { ...own, provenance: { ...own.provenance, command: 'made here' } };
    const folder = folderWith({ 'mine.json': JSON.stringify(named) });
    const models = await availableModels([folder, SHIPPED], assert.fail);
    const made = models
      .filter(({ gpu }) => gpu === 'gtx-950')
      .map(({ parameters }) => (parameters as ThemisModelFile).provenance.command);
    assert.deepEqual(made, ['made here']);
    assert.ok(models.some(({ gpu }) => gpu === 'h100-sxm'));
  });

  it('have another stamp when they were fitted anew to the same data, and only then', async () => {
    const text = readFileSync(path.join(SHIPPED, 'gtx-950.json'), 'utf8');
    const model = JSON.parse(text) as ThemisModelFile;
    const [first, ...others] = model.variants;
    const parameters = first!.parameters.with(0, first!.parameters[0]! + 0.001);
    const refitted = { ...model, variants: [{ ...first!, parameters }, ...others] };
    const stampWith = async (content: string): Promise<string> =>
      stampOf(await availableModels([folderWith({ 'mine.json': content }), SHIPPED], assert.fail));
    assert.equal(await stampWith(text), await stampWith(JSON.stringify(model, null, 2)));
    assert.notEqual(await stampWith(text), await stampWith(JSON.stringify(refitted)));
  });
});
