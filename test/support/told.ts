import assert from 'node:assert/strict';
import { saidOf } from '../../src/kernel/result';
import { english } from '../../src/words';

/** For `assert.throws` and `assert.rejects`: an error that tells the user this, in English. */
export const told =
  (pattern: RegExp) =>
  (error: unknown): true => {
    assert.match(english(saidOf(error)), pattern);
    return true;
  };
