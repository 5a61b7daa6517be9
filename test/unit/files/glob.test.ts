import assert from 'node:assert/strict';
import { globTest } from '../../../src/files/glob';

const EXCLUDE = '**/{node_modules,build,cmake-build-*,.git,out,dist}/**';
const SOURCES = '**/*.{cu,cuh,h}';

describe('globs of settings', () => {
  it('fit as those of the editor do', () => {
    const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
      [
        EXCLUDE,
        ['build/a.cu', 'x/y/build/z/a.cu', 'cmake-build-debug/a.cu', '.git/config'],
        ['a.cu', 'rebuild/a.cu', 'build.cu', 'builds/a.cu', 'cmake-build-/'.slice(0, -1)],
      ],
      [SOURCES, ['a.cu', 'x/y/a.cuh', '.h'], ['a.cup', 'a_cu', 'a.cu/b']],
      ['src/*.c?', ['src/a.cu'], ['src/a.c', 'src/b/a.cu', 'x/src/a.cu']],
      ['**', ['a', 'a/b'], []],
      ['[a-c].cu', ['b.cu'], ['d.cu', '[a-c].cu']],
      ['[!a].cu', ['b.cu'], ['a.cu']],
      ['a{b,c{d,e}}', ['ab', 'acd', 'ace'], ['ac', 'a']],
      ['a{b', ['a{b'], ['ab']],
      ['a+(b).c', ['a+(b).c'], ['aab.c']],
      ['[z-a].cu', [], ['b.cu', 'z.cu']],
      ['**/'.repeat(500) + '*'.repeat(500) + '.cu', ['a/b/c.cu'], [`${'a/'.repeat(200)}b.c`]],
      ['{'.repeat(500) + 'a' + '}'.repeat(500), ['a'], ['{a}']],
      ['', [], ['', 'a']],
    ];
    for (const [glob, fits, other] of cases) {
      for (const path of fits) assert.ok(globTest(glob)(path), `${glob} fits ${path}`);
      for (const path of other) assert.ok(!globTest(glob)(path), `${glob} does not fit ${path}`);
    }
  });
});
