import assert from 'node:assert/strict';
import { everyPhase } from '../../../src/cli/phases';
import type { Words } from '../../../src/kernel/message';
import { words } from '../../../src/words';

describe('phases of an analysis on the command line', () => {
  it('are told once, then by their tenths, and not where they are done at once', () => {
    const lines: string[] = [];
    const listen = everyPhase((line: Words) => lines.push(words(line)));
    listen({ phase: 'Reading a.csv', fraction: 1 });
    for (let done = 0; done <= 100; done++) listen({ phase: 'Reading b.csv', fraction: done / 100 });
    listen({ phase: 'Analyzing', fraction: null });
    for (const fraction of [0, 0.34, 0.2, 0.39, 0.99, 1]) listen({ phase: 'Analyzing', fraction });
    const tenths = Array.from({ length: 9 }, (_, tenth) => `Reading b.csv: ${10 * (tenth + 1)} %`);
    const analyzed = ['Analyzing', 'Analyzing: 30 %', 'Analyzing: 90 %'];
    assert.deepEqual(lines, ['Reading b.csv', ...tenths, ...analyzed]);
  });
});
