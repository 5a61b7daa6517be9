import assert from 'node:assert/strict';
import { printable, printableJson } from '../../../src/cli/printable';
import { Notes } from '../../../src/cli/terminal';
import { message } from '../../../src/kernel/message';
import { english } from '../../../src/words';
import { COLOURS } from '../../../src/words/texts/page';

const ESC = '\u001b';

describe('what is printed', () => {
  it('shows what would act on a terminal, and keeps lines, tabs and our own colours', () => {
    assert.equal(printable(`a${ESC}[2Jb`), 'a␛[2Jb');
    assert.equal(printable(`${ESC}]0;title\u0007`), '␛]0;title␇');
    assert.equal(printable('a\u009b2Jb\u202ec\u007f'), 'a\uFFFD2Jb\uFFFDc\uFFFD');
    assert.equal(printable('over\rwritten'), 'over␍written');
    assert.equal(printable('a\r\n\tb\n'), 'a\n\tb\n');
    const styles = Object.values(COLOURS) as ((text: string) => string)[];
    assert.deepEqual(
      styles.map((style) => printable(style('a'))),
      [`1:22`, `2:22`, `32:39`, `31:39`].map((pair) => {
        const [on, off] = pair.split(':');
        return `${ESC}[${on}ma${ESC}[${off}m`;
      }),
    );
    assert.equal(printable(`${ESC}[31mred`), '␛[31mred', 'colours of a name are none of ours');
    assert.equal(printable(`${ESC}[8mhidden`), '␛[8mhidden');
    assert.equal(printable('größe 漢字 🙂 →'), 'größe 漢字 🙂 →');
  });

  it('is so for notes and progress as well', () => {
    let all = '';
    const notes = new Notes({ write: (text: string) => ((all += text), true) } as never);
    notes.note(`unknown field ${ESC}[2J`);
    notes.progress(`reading ${ESC}c`);
    assert.equal(all, 'unknown field ␛[2J\nreading ␛c\n');
  });

  it('is JSON of the same value where it is JSON', () => {
    const value = { [`a${ESC}\u009b`]: 'b\u202e\u2028\u007f' };
    const text = printableJson(value);
    assert.deepEqual(JSON.parse(text), value);
    assert.equal(printable(text), text);
  });
});

describe('long values', () => {
  it('are cut in the middle, and never in a pair of code units', () => {
    const said = (name: string): string => english(message('kernel.at', { place: name, what: 'x' }));
    assert.equal(said('n'.repeat(1000)).length, 1003);
    const long = said(`start${'🙂'.repeat(100_000)}end`);
    assert.ok(long.length <= 1003 && long.startsWith('start🙂') && long.endsWith('🙂end: x'));
    assert.doesNotThrow(() => encodeURIComponent(long));
  });
});
