import assert from 'node:assert/strict';
import type { SourceDiagnostic } from '../../../src/kernel/source';
import { analyzed, analyzedFile, ptxasLog } from './support';
import { english } from '../../../src/words';
import { report } from '../../../src/words/texts/report';

const KERNEL = '__global__ void k(float *a) { a[threadIdx.x] = 1; }\n';

const host = (launch: string): string =>
  `${KERNEL}void f(float *a, int n, cudaStream_t s) {\n  ${launch};\n}\n`;

async function found(source: string, gpu = 'h100-sxm'): Promise<readonly SourceDiagnostic[]> {
  return (await analyzedFile(source, { gpu })).diagnostics;
}

async function codes(launch: string, gpu?: string): Promise<string[]> {
  return (await found(host(launch), gpu)).map(({ code, severity }) => `${severity} ${code}`);
}

describe('launch diagnostics', () => {
  it('find nothing in a launch that fills the GPU with whole warps', async () => {
    assert.deepEqual(await codes('k<<<1000, 256>>>(a)'), []);
    assert.deepEqual(await codes('k<<<n, n>>>(a)'), []);
  });

  it('stand on the configuration', async () => {
    const [diagnostic] = await found(host('k<<<1000, 2048>>>(a)'));
    assert.deepEqual(diagnostic!.range, { startLine: 3, startColumn: 6, endLine: 3, endColumn: 16 });
    assert.match(english(diagnostic!.message), /^2048 threads per block, .* allows 1024/);
  });

  it('know the limits of grids, by axis and generation', async () => {
    assert.deepEqual(await codes('k<<<0, 256>>>(a)'), ['error grid-empty']);
    assert.deepEqual(await codes('k<<<2147483647, 256>>>(a)'), []);
    assert.deepEqual(await codes('k<<<2147483648u, 256>>>(a)'), ['error grid-too-large']);
    assert.deepEqual(await codes('k<<<dim3(n, 65536), 256>>>(a)'), ['error grid-too-large']);
    assert.deepEqual(await codes('k<<<dim3(1, 2, 65535), 256>>>(a)'), []);
    assert.deepEqual(await codes('k<<<65535, 256>>>(a)', 'gtx-480'), []);
    assert.deepEqual(await codes('k<<<65536, 256>>>(a)', 'gtx-480'), ['error grid-too-large']);
  });

  it('only warn where the numbers come from calls of the function, which may never reach the launch', async () => {
    const [diagnostic] = await found(`${KERNEL}
      void general(float *a, int n) { k<<<dim3(1, n), 256>>>(a); }
      void any(float *a, int width, int n) {
        if (width == 64) k<<<n / 8, 256>>>(a);
        else general(a, n);
      }
      int main() { float *a; cudaMalloc(&a, 4); any(a, 64, 400000); }`);
    assert.deepEqual([diagnostic!.code, diagnostic!.severity], ['grid-too-large', 'warning']);
    assert.match(english(diagnostic!.message), /allows 65535: the launch fails, if it is made at all/);
  });

  it('know the limits of blocks, also while a part is not known', async () => {
    for (const block of ['0', '-1', 'dim3(1, 1, 65)', 'dim3(n, 1, 65)', 'dim3(2048, 0)'])
      assert.deepEqual(await codes(`k<<<1000, ${block}>>>(a)`), ['error block-extent'], block);
    for (const block of ['1025', 'dim3(n, 1025)', '4294967295u', 'dim3(64, 32)', 'dim3(64, 32, n)'])
      assert.deepEqual(await codes(`k<<<1000, ${block}>>>(a)`), ['error block-too-large'], block);
    assert.deepEqual(await codes('k<<<1000, dim3(32, 32, n)>>>(a)'), []);
  });

  it('name lanes that stay idle, and take one thread for meant', async () => {
    const [odd] = await found(host('k<<<1000, dim3(5, 7)>>>(a)'));
    assert.equal(odd!.severity, 'warning');
    assert.match(english(odd!.message), /35 threads per block are no multiple of 32: 29 lanes/);
    assert.deepEqual(await codes('k<<<1, 1>>>(a)'), [
      'information block-not-warps',
      'information grid-below-sms',
    ]);
  });

  it('cut fractions off, as the integer extents do', async () => {
    assert.deepEqual(await codes('k<<<1000.7, 63.9 + 1>>>(a)'), []);
  });

  it('hold a block against __launch_bounds__', async () => {
    const source = KERNEL.replace('k(', '__launch_bounds__(128) k(');
    const launch = (threads: number): string => `${source}void f(float *a) { k<<<1000, ${threads}>>>(a); }`;
    assert.deepEqual(
      (await found(launch(256))).map(({ code }) => code),
      ['over-launch-bounds'],
    );
    assert.deepEqual(await found(launch(128)), []);
  });

  it('know how much shared memory the GPU allows, with and without opting in', async () => {
    assert.deepEqual(await codes('k<<<1000, 256, 49152>>>(a)'), []);
    assert.deepEqual(await codes('k<<<1000, 256, 49153>>>(a)'), ['information shared-opt-in']);
    assert.deepEqual(await codes('k<<<1000, 256, 232449>>>(a)'), ['error shared-too-large']);
    assert.deepEqual(await codes('k<<<1000, 256, 49153>>>(a)', 'gtx-950'), ['error shared-too-large']);
    assert.deepEqual(await codes('k<<<1000, 256, -4>>>(a)'), ['error shared-negative']);
  });

  it('know that static shared memory has no opt-in', async () => {
    const source = (floats: number): string =>
      `__global__ void k(float *a) { __shared__ float s[${floats}]; s[threadIdx.x] = a[0]; a[1] = s[0]; }\nvoid f(float *a) { k<<<1000, 256>>>(a); }`;
    assert.deepEqual(await found(source(12288)), []);
    assert.deepEqual(
      (await found(source(12289))).map(({ code }) => code),
      ['static-shared-too-large'],
    );
  });

  it('tell from measured registers when no block fits, and only warn of assumed ones', async () => {
    const sources = { 'a.cu': host('k<<<1000, 1024>>>(a)') };
    const severity = async (architecture: string): Promise<string[]> => {
      const results = await analyzed({
        sources,
        profiles: { 'ptxas.log': ptxasLog('_Z1kPf', architecture, 65) },
      });
      return results.files[0]!.diagnostics.map((diagnostic) => `${diagnostic.severity} ${diagnostic.code}`);
    };
    assert.deepEqual(await severity('sm_90'), ['error does-not-fit']);
    assert.deepEqual(await severity('sm_80'), ['warning does-not-fit']);
  });

  it('hold a cooperative launch against what is resident together', async () => {
    const launch = (blocks: number): string =>
      `void *args[] = {&a}; cudaLaunchCooperativeKernel((void *)k, ${blocks}, 1024, args)`;
    assert.deepEqual(await codes(launch(264)), []);
    // Registers are assumed here, so the GPU may hold fewer or more.
    assert.deepEqual(await codes(launch(265)), ['warning cooperative-too-large']);
    assert.deepEqual(await codes(launch(6), 'gtx-950'), ['error cooperative-unsupported']);
  });

  it('say nothing of code that is not compiled', async () => {
    assert.deepEqual(await found(`${KERNEL}#if 0\nvoid f(float *a) { k<<<0, 2048>>>(a); }\n#endif\n`), []);
  });

  it('name SMs without work', async () => {
    assert.deepEqual(await codes('k<<<131, 256>>>(a)'), ['information grid-below-sms']);
    assert.deepEqual(await codes('k<<<132, 256>>>(a)'), []);
  });

  it('stand in the report with file and line', async () => {
    const results = await analyzed({ sources: { 'a.cu': host('k<<<1000, 2048>>>(a)') } });
    assert.match(report(results), /^ {2}a\.cu:3 2048 threads per block, .* allows 1024/m);
    const fine = await analyzed({ sources: { 'a.cu': host('k<<<1000, 256>>>(a)') } });
    assert.doesNotMatch(report(fine), /Errors in the sources/);
  });
});
