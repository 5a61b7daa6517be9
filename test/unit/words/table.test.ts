import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FORMATS, TEXT_FORMATS } from '../../../src/words/formats';
import { TABLE } from '../../../src/words/tables';
import { pseudo, pseudoBundle } from '../../support/pseudoLocale';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const texts = [...sources(path.join(ROOT, 'src')), ...sources(path.join(ROOT, 'webview'))]
  .filter((file) => !file.includes(`${path.sep}tables${path.sep}`))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

describe('the table of messages', () => {
  it('has every code that is said', () => {
    const missing = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(?:message|say|told)\(\s*'([\w.-]+\.[\w.-]+)'/g)]
        .filter(([, code]) => !(code! in TABLE))
        .map(([, code]) => `${path.relative(ROOT, file)}: ${code}`),
    );
    assert.deepEqual(missing, []);
  });

  it('has no code that nothing says', () => {
    const all = texts.map(({ text }) => text).join('\n');
    const composed = [...all.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, start]) => start!);
    const said = new Set([...all.matchAll(/'(?=([\w.-]+)')/g)].map(([, text]) => text));
    const unused = Object.keys(TABLE).filter(
      (code) => !said.has(code) && !composed.some((start) => code.startsWith(start)),
    );
    assert.deepEqual(unused, []);
  });

  it('writes its values in formats that there are', () => {
    for (const [code, entry] of Object.entries(TABLE))
      for (const template of typeof entry === 'string' ? [entry] : [entry.one, entry.other])
        for (const [, name, format] of template.matchAll(PLACEHOLDER))
          assert.ok(
            format === undefined || format in FORMATS || format in TEXT_FORMATS,
            `${code}: {${name}:${format}}`,
          );
  });

  it('keeps its placeholders in the pseudo-locale, and nothing else', () => {
    for (const [template, other] of Object.entries(pseudoBundle())) {
      const names = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([whole]) => whole);
      assert.deepEqual(names(other), names(template));
      assert.doesNotMatch(other.replace(PLACEHOLDER, ''), /[a-z]/i);
    }
    assert.equal(pseudo('Copy {name}'), '⟦Çóþý {name}⟧');
  });
});
