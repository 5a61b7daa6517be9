import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = process.env['CORUN_ROOT']!;
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const foldersOf = (folder: string): readonly string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe('the pages', () => {
  it('all stand in their map, which names nothing else', () => {
    const links = [...read('docs/README.md').matchAll(/\]\(([^)#]+)/g)].map(([, target]) => target!);
    for (const link of links) assert.ok(existsSync(path.join(ROOT, 'docs', link)), link);
    const pages = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => file.replaceAll(path.sep, '/'));
    const missing = pages.filter((page) => !links.includes(page));
    assert.deepEqual(missing, []);
  });

  it('of the house name every room, every subject of the laboratory and nothing that is gone', () => {
    const house = read('docs/ARCHITECTURE.md');
    for (const room of foldersOf('src')) assert.ok(house.includes(`\`src/${room}\``), `src/${room}`);
    const laboratory = house.split('\n').find((line) => line.startsWith('**`lab`**'))!;
    for (const subject of foldersOf('lab'))
      assert.ok(laboratory.includes(`\`${subject}\``), `lab/${subject}`);
    const named = [...house.matchAll(/`((?:src|lab|webview|scripts)\/[\w/.-]+)`/g)].map(([, name]) => name!);
    for (const name of named)
      if (!/[A-Z]{4}\.ts$/.test(name)) assert.ok(existsSync(path.join(ROOT, name)), name);
  });
});
