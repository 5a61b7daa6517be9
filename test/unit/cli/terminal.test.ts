import assert from 'node:assert/strict';
import { closest } from '../../../src/kernel/closest';
import { Notes, pageOf } from '../../../src/cli/terminal';
import { COLOURS } from '../../../src/words/texts/page';

describe('the page of a terminal', () => {
  it('is as wide as the terminal, else as COLUMNS says, else of any width', () => {
    assert.equal(pageOf({ isTTY: true, columns: 100 }, { COLUMNS: '70' }).width, 100);
    assert.equal(pageOf({}, { COLUMNS: '70' }).width, 70);
    assert.equal(pageOf({}, {}).width, Infinity);
    assert.equal(pageOf({}, { COLUMNS: 'wide' }).width, Infinity);
  });

  it('has colours on a terminal, unless NO_COLOR is set or it is dumb', () => {
    const terminal = { isTTY: true, columns: 80 };
    assert.equal(pageOf(terminal, {}).style, COLOURS);
    assert.equal(pageOf(terminal, { NO_COLOR: '1' }).style, undefined);
    assert.equal(pageOf(terminal, { NO_COLOR: '' }).style, COLOURS);
    assert.equal(pageOf(terminal, { TERM: 'dumb' }).style, undefined);
    assert.equal(pageOf({}, {}).style, undefined);
    assert.equal(pageOf({}, { FORCE_COLOR: '1' }).style, COLOURS);
  });
});

describe('notes', () => {
  const notesOn = (isTTY: boolean): { notes: Notes; written: () => string } => {
    let all = '';
    const write = (text: string): boolean => {
      all += text;
      return true;
    };
    return { notes: new Notes({ write, isTTY, columns: 10 } as never), written: () => all };
  };

  it('are lines of their own where nobody watches', () => {
    const { notes, written } = notesOn(false);
    notes.progress('one of two');
    notes.note('left out');
    assert.equal(written(), 'one of two\nleft out\n');
  });

  it('replace progress on a terminal, and cut it to a line', () => {
    const { notes, written } = notesOn(true);
    notes.progress('one of many simulations');
    notes.note('left out');
    notes.clear();
    assert.equal(written(), 'one of ma\r\u001b[Kleft out\n');
  });
});

describe('what a mistyped word may have meant', () => {
  it('is the candidate with the fewest mistakes', () => {
    const commands = ['analyze', 'allocate', 'gpus', 'order', 'simulate'];
    assert.equal(closest('analyse', commands), 'analyze');
    assert.equal(closest('anlayze', commands), 'analyze');
    assert.equal(closest('gpu', commands), 'gpus');
    assert.equal(closest('simul', commands), 'simulate');
    assert.equal(closest('ordre', commands), 'order');
  });

  it('is nothing where no candidate is near', () => {
    assert.equal(closest('frobnicate', ['analyze', 'gpus']), null);
    assert.equal(closest('g', ['gpus']), null);
  });
});
