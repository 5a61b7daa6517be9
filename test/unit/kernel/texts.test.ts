import assert from 'node:assert/strict';
import { before, between, withoutEndings, withoutTrailing } from '../../../src/kernel/texts';

describe('cuts of texts', () => {
  it('end before a mark, or nowhere', () => {
    assert.equal(before('pair<int, pair<a>>', '<'), 'pair');
    assert.equal(before('int', '<'), 'int');
  });

  it('lie between the first mark and the last', () => {
    assert.equal(between('a<b<c>, d>e', '<', '>'), 'b<c>, d');
    assert.equal(between('a<>', '<', '>'), '');
    assert.equal(between('a>b<', '<', '>'), null);
    assert.equal(between('ab', '<', '>'), null);
  });

  it('take characters and blanks off the end alone', () => {
    assert.equal(withoutTrailing('const float * & *\n', '*&'), 'const float');
    assert.equal(withoutTrailing('*&', '*&'), '');
  });

  it('take endings off one by one', () => {
    assert.equal(withoutEndings('a.b.trace.CSV.gz', ['csv', 'gz', 'trace']), 'a.b');
    assert.equal(withoutEndings('csv', ['csv']), 'csv');
  });

  it('cost no more than the length of a text', () => {
    const long = '*& '.repeat(200_000);
    assert.equal(withoutTrailing(`${long}x`, '*&').length, long.length + 1);
    assert.equal(withoutEndings(`${'.gz'.repeat(200_000)}.x`, ['gz']).length, 600_002);
    assert.equal(between('<'.repeat(200_000), '<', '>'), null);
  });
});
