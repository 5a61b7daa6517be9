import assert from 'node:assert/strict';
import { profilePage } from '../../../src/analysis/profilePage';
import { compiledLines, isCompiled } from '../../../src/cli/compiledKernels';
import { lines, read } from '../profiles/helpers';

describe('a compiler’s log on the command line', () => {
  it('is told to be one, with what each kernel takes and where to hand it over', async () => {
    const log = lines(
      "ptxas info    : Compiling entry function 'scale' for 'sm_90'",
      'ptxas info    : Function properties for scale',
      '    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads',
      'ptxas info    : Used 12 registers, 2048 bytes smem, 380 bytes cmem[0]',
    );
    const page = profilePage(await read(log));
    assert.ok(isCompiled(page));
    const [what, kernels, use] = compiledLines(page);
    assert.match(what!, /^The log of a compiler: .* without times/);
    assert.match(kernels!.split('\n').at(-1)!, /^scale +sm_90 +12 +2 KiB +12 B$/);
    assert.match(use!, /corun analyze SOURCES /);
  });
});
