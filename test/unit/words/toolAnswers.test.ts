import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import { coRunAnswer, kernelAnswer, kernelsAnswer } from '../../../src/words/texts/toolAnswers';
import { sampleResults } from '../../webview/samples/results';
import { analyzed } from '../analysis/support';
import { told } from '../../support/told';

const results = sampleResults({ kernels: 6, ownSms: true });
const [first, second] = results.files.flatMap(({ kernels }) => kernels);

describe('answers to a chat', () => {
  it('list every kernel with its place and what is known, and what the marks mean', () => {
    const text = kernelsAnswer(results);
    assert.match(text, /^6 CUDA kernels, answers for H100 SXM, sharing mode mps/);
    for (const { name, line } of results.files.flatMap(({ kernels }) => kernels))
      assert.ok(text.includes(`${name}`) && text.includes(`:${line})`), name);
    assert.match(text, /● measured, ◐ simulated/);
    assert.equal(kernelsAnswer(sampleResults({ kernels: 80 })).split('\n').length, 63);
  });

  it('tell of one kernel with evidence and assumptions', () => {
    const text = kernelAnswer(results, first!.name);
    assert.match(text, /^Uses: .*\d+ % [●◐○△]/m);
    assert.match(text, /^Block size: .* – /m);
    assert.match(text, /^Assumed △: /m);
  });

  it('tell of a pair by whom, with error, and on SMs of its own', () => {
    const text = coRunAnswer(results, second!.name, first!.name);
    assert.match(text, new RegExp(`^${second!.name} beside ${first!.name} on H100 SXM`));
    assert.match(text, /×\d\.\d\d [●◐○△] by .*typical error \d+ %/);
    assert.match(
      text,
      /On 66 SMs each: ×\d\.\d\d ○ = fewer SMs ×\d\.\d\d × interference ×\d\.\d\d, most from/,
    );
    assert.match(text, /^Fair split of the SMs: 80 : 52 SMs as green contexts, ×1\.30 and ×1\.35 ○$/m);
  });

  it('refuse names that are not there or stand twice', async () => {
    assert.throws(() => kernelAnswer(results, 'nobody'), told(/there is no kernel 'nobody'/));
    const kernel = '__global__ void k(float *a) { a[threadIdx.x] = 1; }';
    const twice = await analyzed({ sources: { 'a.cu': kernel, 'b.cu': kernel } });
    assert.throws(() => kernelAnswer(twice, 'k'), told(/ambiguous; name one of a\.cu:1, b\.cu:1/));
    assert.match(kernelAnswer(twice, 'b.cu:1'), /^k \(b\.cu:1\)/);
  });

  it('say why a kernel was not analysed', async () => {
    const off = await analyzed({
      sources: { 'a.cu': '#if 0\n__global__ void k(float *a) { a[0] = 1; }\n#endif\n' },
    });
    const [file] = off.files;
    assert.match(english(file!.kernels[0]!.refused!), /^not compiled: .*\(line 2\)$/);
    assert.match(kernelAnswer(off, 'k'), /Not analysed: not compiled/);
  });
});
