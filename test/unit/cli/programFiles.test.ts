import { told } from '../../support/told';
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProgramFiles } from '../../../src/cli/programFiles';
import type { Scenario } from '../../../src/kernel/scenario';
import { alu } from '../simulator/programs';
import { english } from '../../../src/words/words';

const folder = mkdtempSync(path.join(tmpdir(), 'corun-programs-'));
const launch = { grid: 60, block: 64 };

/** The applications of files with such contents. */
function read(...contents: object[]): Promise<Scenario> {
  const files = contents.map((content, at) => {
    const file = path.join(folder, `${at}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  return readProgramFiles(files, {
    gpu: 'themis-60sm',
    launch: null,
    note: (line) => assert.fail(english(line)),
  });
}

const named = (...names: string[]): object => names.map((name) => ({ name, program: alu, launch }));

describe('files of applications', () => {
  it('may hold some that are relaunched for ever', async () => {
    const { apps, limits } = await read({ name: 'always', program: alu, launch, repeat: 'always' });
    assert.deepEqual(
      apps.map(({ name, repeat }) => [name, repeat]),
      [['always', 'always']],
    );
    assert.equal(limits, undefined);
  });

  it('give applications of one name a number each that makes no name of another', async () => {
    const { apps } = await read(named('k', 'k', 'k 2'), named('k', 'k 2'));
    assert.deepEqual(
      apps.map(({ name }) => name),
      ['k', 'k 3', 'k 2', 'k 4', 'k 2 2'],
    );
  });

  it('are refused by name where they hold no application', async () => {
    await assert.rejects(
      read(named('k'), [{ name: 'bad', program: 3 }]),
      told(/1\.json: apps\[0\]\.program/),
    );
    await assert.rejects(
      read(...Array.from({ length: 65 }, () => named('k'))),
      told(/apps: more than 64 entries/),
    );
  });
});
