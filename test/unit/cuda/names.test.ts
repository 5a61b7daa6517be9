import assert from 'node:assert/strict';
import fc from 'fast-check';
import { directivesAbove } from '../../../src/cuda/lowering/directives';
import {
  closedUp,
  lastIdentifier,
  withoutArguments,
  withoutBrackets,
  withoutLastArguments,
  withoutReference,
} from '../../../src/cuda/syntax/names';

/** Names made of the signs that matter, so that chance finds brackets in every order. */
const name = fc
  .array(fc.constantFrom('a', 'B9', '_c', '<', '>', '::', ' ', ',', '&', '*', '9', '$', '\n'), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));

describe('pieces of names', () => {
  it('are those that plain expressions find, which take the square of the length', () => {
    fc.assert(
      fc.property(name, (text) => {
        assert.equal(lastIdentifier(text), /(?:^|[^\w$])([A-Za-z_$][\w$]*)$/.exec(text)?.[1] ?? null);
        assert.equal(withoutBrackets(text), text.replace(/<.*>/s, ''));
        assert.equal(withoutArguments(text.trim()), text.trim().replace(/<.*>$/s, '').trim());
        assert.equal(withoutReference(text), text.replace(/\s*&$/, ''));
        const twice = text.replace(/\s*(::|<|>|,)\s*/g, '$1');
        assert.equal(closedUp(text), twice);
      }),
      { numRuns: 2000 },
    );
  });

  it('leave out the arguments of the last name only', () => {
    assert.equal(withoutLastArguments('ns::box<int>::run<A<B>, 3>'), 'ns::box<int>::run');
    assert.equal(withoutLastArguments('run'), 'run');
    assert.equal(withoutLastArguments('k<(a>b)>'), 'k');
    assert.equal(lastIdentifier(withoutLastArguments('a<b>::k<c>')), 'k');
  });

  it('are found in texts of any length: 200,000 characters take no minutes', () => {
    for (const unit of ['a', ' ', '<', '>', 'a<', ':: ', ' \n', '<a>']) {
      const text = `${unit.repeat(200_000)}!`;
      assert.equal(lastIdentifier(text), null);
      for (const piece of [
        closedUp,
        withoutArguments,
        withoutBrackets,
        withoutLastArguments,
        withoutReference,
      ])
        assert.ok(piece(text).length <= text.length);
    }
    assert.deepEqual(directivesAbove([`// corun: ${'a'.repeat(200_000)}`], 1), []);
    assert.equal(directivesAbove([`// corun: ${'a'.repeat(200_000)} n=4`], 1)[0]?.value, 4);
  });
});
