import assert from 'node:assert/strict';
import { brokenText, code, COLOURS, fitted, shownLength, usePage } from '../../../src/words/texts/page';
import { table } from '../../../src/words/texts/table';

const widest = (text: string): number => Math.max(...text.split('\n').map(shownLength));

describe('texts on a page', () => {
  afterEach(() => usePage({}));

  it('are broken between words, and go on further indented', () => {
    usePage({ width: 20 });
    assert.equal(fitted('  one two three four five'), '  one two three four\n    five');
    assert.equal(fitted('short\n\nlines stay'), 'short\n\nlines stay');
  });

  it('lose no letter of words that are wider than the page', () => {
    usePage({ width: 12 });
    const path = 'src/very/long/folder_name/kernel.cu:12';
    const text = fitted(path);
    assert.ok(widest(text) <= 12);
    assert.equal(text.replace(/\n */g, ''), path);
  });

  it('break words at their seams where they can', () => {
    assert.deepEqual(brokenText('kernels/11_double_buffering.cuh:83', 14), [
      'kernels/',
      '11_double_',
      'buffering.cuh',
      ':83',
    ]);
    assert.deepEqual(brokenText('sgemmWarptiling', 14), ['sgemm', 'Warptiling']);
    assert.deepEqual(brokenText('abcdefghijklmnop', 14), ['abcdefghijklmn', 'op']);
  });

  it('leave code as it is', () => {
    usePage({ width: 10 });
    assert.equal(fitted(code('export CUDA_MPS=50 ./run')), 'export CUDA_MPS=50 ./run');
  });

  it('count colours as nothing', () => {
    assert.equal(shownLength(COLOURS.good('−22 %')), 5);
    usePage({ width: 9 });
    assert.equal(fitted(`ab ${COLOURS.bad('cdef')} g`), `ab ${COLOURS.bad('cdef')} g`);
  });
});

describe('a table', () => {
  const head = ['where', 'kernel', 'time'];
  const rows = [
    ['src/a/quite/long/path/to/file.cu:12', 'copy', '1.5'],
    ['b.cu:1', 'add', '12'],
  ];

  afterEach(() => usePage({}));

  it('aligns numbers to the right where there is room', () => {
    const lines = table(head, rows).split('\n');
    assert.equal(lines[2], 'src/a/quite/long/path/to/file.cu:12  copy     1.5');
    assert.equal(lines[3], 'b.cu:1                               add       12');
  });

  it('takes no more than the page, and loses no letter', () => {
    const letters = (text: string): string => [...text.replace(/[\s─]/g, '')].sort().join('');
    const whole = letters(table(head, rows));
    for (const width of [30, 36, 45]) {
      usePage({ width });
      const text = table(head, rows);
      assert.ok(widest(text) <= width, `${width}:\n${text}`);
      assert.equal(letters(text), whole);
    }
  });

  it('gives every cell a line where not even narrow columns fit', () => {
    usePage({ width: 20 });
    assert.equal(table(['', 'x', 'y', 'z'], [['row', '11111', '22222', '33333']]).split('\n').length, 4);
  });
});
