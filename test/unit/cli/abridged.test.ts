import assert from 'node:assert/strict';
import type { AnalyzeAnswer } from '../../../src/cli/answers';
import { abridged } from '../../../src/cli/abridged';
import { analyzeJson } from '../../../src/cli/analyzeJson';
import { english, worded } from '../../../src/words';
import { analyzed } from '../analysis/support';

const FILES = 12;

/** Files of one kernel, of which the last one has a launch that fails. */
function source(at: number): string {
  const threads = at === FILES - 1 ? 4096 : 128;
  return `__global__ void scale${at}(float *a) { a[threadIdx.x] *= 2; }\nvoid run${at}(float *a) { scale${at}<<<80, ${threads}>>>(a); }\n`;
}

const sizeOf = (answer: AnalyzeAnswer): number => Buffer.byteLength(JSON.stringify(worded(answer, english)));

describe('the JSON of a large analysis', () => {
  let whole: AnalyzeAnswer;
  before(async () => {
    const sources = Array.from({ length: FILES }, (_, at) => [`f${at}.cu`, source(at)]);
    whole = analyzeJson(
      await analyzed({ sources: { ...Object.fromEntries(sources), 'empty.cuh': '' } }),
      false,
    );
  });

  it('is told as it is while there is room, or where everything is asked for', () => {
    assert.equal(abridged(whole), whole);
    assert.equal(whole.leftOut, null);
  });

  it('keeps to its size, counts what is missing and names it', () => {
    const most = 40_000;
    assert.ok(sizeOf(whole) > 2 * most, 'there is something to leave out');
    const short = abridged({ ...whole, matrix: { ...whole.matrix, cells: [] } }, most);
    assert.ok(sizeOf(short) <= most, `${sizeOf(short)} bytes`);
    assert.ok(short.files.length > 1);
    const { leftOut } = short;
    assert.equal(short.files.length + leftOut!.files, FILES + 1);
    const missing = leftOut!.named.flatMap(({ kernels }) => kernels);
    assert.equal(missing.length, leftOut!.kernels);
    const kernels = [...missing, ...short.files.flatMap((file) => file.kernels.map(({ name }) => name))];
    assert.deepEqual(new Set(kernels), new Set(Array.from({ length: FILES }, (_, at) => `scale${at}`)));
  });

  it('tells of files with a fault before those without, in the order of the workspace', () => {
    const alike = { ...whole, matrix: { ...whole.matrix, cells: [], kernelIds: [] }, advice: [] };
    const short = abridged(alike, 40_000);
    const paths = short.files.map(({ path }) => path);
    assert.ok(paths.includes(`f${FILES - 1}.cu`), 'the launch that fails');
    assert.ok(!paths.includes('empty.cuh'), 'nothing is said of it');
    assert.deepEqual(
      paths,
      whole.files.map(({ path }) => path).filter((path) => paths.includes(path)),
    );
  });
});
