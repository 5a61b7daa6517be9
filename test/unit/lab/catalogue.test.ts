import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Names that `npm run study -- NAME` or `npm run bench -- NAME` takes: of files, with hyphens. */
const programs = (folder: string): readonly string[] =>
  readdirSync(path.join(ROOT, 'lab', folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.basename(file, '.ts').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** Texts that people read: pages, comments of studies, what reports say of themselves. */
function texts(): readonly { readonly file: string; readonly text: string }[] {
  const below = (folder: string): string[] =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(md|ts|mjs)$/.test(entry.name))
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...['docs', 'lab', 'scripts', 'src'].flatMap(below),
  ];
  return files.map((file) => ({ file, text: read(file) }));
}

describe('the catalogue of studies', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  it('has every study and bench that a text names', () => {
    const known = { study: programs('studies'), bench: programs('benches') };
    const missing = texts().flatMap(({ file, text }) =>
      [...text.matchAll(/npm run (study|bench) -- (\w[\w-]*)/g)]
        .filter(([, kind, name]) => !known[kind as 'study' | 'bench'].includes(name!) && name !== 'NAME')
        .map(([whole]) => `${file}: ${whole}`),
    );
    assert.deepEqual(missing, []);
  });

  it('leaves no other script named than package.json has', () => {
    const missing = texts().flatMap(({ file, text }) =>
      [...text.matchAll(/npm run ([a-z][\w:-]*)/g)]
        .filter(([, name]) => !(name! in scripts))
        .map(([whole]) => `${file}: ${whole}`),
    );
    assert.deepEqual(missing, []);
  });

  it('tells in each file what it is for', () => {
    for (const folder of ['studies', 'benches'])
      for (const file of readdirSync(path.join(ROOT, 'lab', folder)).filter((name) => name.endsWith('.ts')))
        assert.match(read(`lab/${folder}/${file}`), /^(\/\*\*|\/\/ \w)/, `lab/${folder}/${file}`);
  });
});
