import assert from 'node:assert/strict';
import { missingWork } from '../../../src/analysis/corun/missingWork';
import { message } from '../../../src/kernel/message';
import { english } from '../../../src/words';

const application = { name: 'sort', operations: [], footprintBytes: null };
const assumption = (text: ReturnType<typeof message>) => ({ key: 'k', value: '', text });
const rounds = message('kernel.of', { name: 'a.cu:3', what: message('cuda.roundsLeftOut', { rounds: 12 }) });

describe('work that a program has and its application has not', () => {
  it('is rounds that were left out, wherever that stands in what is taken for granted', () => {
    const taken = [assumption(rounds), assumption(message('cuda.branchTaken'))];
    const [line, ...more] = missingWork({ application, assumptions: taken }).map(english);
    assert.match(
      line!,
      /^sort: a\.cu:3: 12 further rounds of the loop are left out: a run is told too short/,
    );
    assert.deepEqual(more, []);
  });

  it('is code that was not followed, of which three places are named', () => {
    const unread = [1, 2, 3, 4, 5].map((line) => ({ what: `call${line}`, location: { path: 'a.cu', line } }));
    const [line] = missingWork({ application, assumptions: [], unread }).map(english);
    assert.match(line!, /call1 \(a\.cu:1\), call2 .*, call3 .*2 more places; what is given to the GPU there/);
    assert.doesNotMatch(line!, /call4/);
    const [short] = missingWork({ application, assumptions: [], unread: unread.slice(0, 3) }).map(english);
    assert.doesNotMatch(short!, /more places/);
  });

  it('is nothing where all was followed', () => {
    assert.deepEqual(missingWork({ application, assumptions: [] }), []);
  });
});
