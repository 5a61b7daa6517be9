import assert from 'node:assert/strict';
import { SourceBudget } from '../../../src/analysis/sourceBudget';

describe('room for sources', () => {
  it('is taken by what fits, smaller files behind a large one included, and given back by what replaces them', () => {
    const budget = new SourceBudget(10);
    assert.ok(budget.take('a.cu', 6));
    assert.ok(!budget.take('b.cu', 5));
    assert.ok(budget.take('c.cu', 4));
    assert.ok(!budget.take('a.cu', 7), 'a file that grew counts once');
    assert.ok(budget.take('a.cu', 1));
    assert.ok(budget.take('b.cu', 5));
  });
});
