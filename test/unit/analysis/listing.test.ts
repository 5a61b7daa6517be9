import assert from 'node:assert/strict';
import { listing } from '../../../src/analysis/stages/listing';
import { DEFAULT_SETTINGS, type AnalysisSettings } from '../../../src/analysis/workspaceState';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { testParser } from '../cuda/support';
import { profileBytes, ptxasLog, testSession } from './support';

const KERNEL = '__global__ void NAME(float *a) { a[threadIdx.x] = 1; }\n';
const kernel = (name: string): string => KERNEL.replace('NAME', name);

describe('listing', () => {
  it('says of every launch what the analysis says', async () => {
    const sources = new Map([
      ['a.cu', `${kernel('k')}${kernel('wide')}// corun: nobody=3\n${kernel('noted')}`],
      [
        'main.cu',
        'void f(float *a) { k<<<9, 256>>>(a); k<<<1000, 2048>>>(a); wide<<<1000, 1024>>>(a); noted<<<1, 33>>>(a);\n}\n',
      ],
    ]);
    const profiles = new Map([['ptxas.log', profileBytes(ptxasLog('_Z4widePf', 'sm_90', 65))]]);
    const settings: AnalysisSettings = {
      ...DEFAULT_SETTINGS,
      gpu: 'h100-sxm',
      // More than a thread can have: a block that would fit with all that there are must be looked at.
      assumptions: { 'a.cu:k:registers': 300 },
    };
    const change = { sources, profiles, settings };
    const analysed = await (await testSession()).analyze(change);
    const listed = await (await testSession()).list(change);
    const diagnostics = (files: readonly { readonly path: string; readonly diagnostics: unknown }[]) =>
      files.map((file) => [file.path, file.diagnostics]);
    assert.deepEqual(diagnostics(listed), diagnostics(analysed.files));
    const codes = listed.flatMap((file) => file.diagnostics.map(({ code }) => code));
    assert.deepEqual(codes.sort(), [
      'block-not-warps',
      'block-too-large',
      'does-not-fit',
      'does-not-fit',
      'grid-below-sms',
      'unknown-number',
    ]);
  });

  it('reads the bodies of those kernels only whose registers decide whether a block fits', async () => {
    const parser = await testParser();
    const read = (launches: string, settings: Partial<AnalysisSettings> = {}): string[] => {
      const cuda = new CudaWorkspace({ parser });
      cuda.setFile('a.cu', `${kernel('k')}${kernel('other')}void f(float *a) { ${launches} }\n`);
      const seen: string[] = [];
      const lower = cuda.lower.bind(cuda);
      cuda.lower = (id, ...rest) => {
        seen.push(id);
        return lower(id, ...rest);
      };
      const all = { ...DEFAULT_SETTINGS, gpu: 'h100-sxm', ...settings };
      listing({ cuda, profiles: [], settings: all }, true);
      return seen;
    };
    assert.deepEqual(read('k<<<1000, 256>>>(a); other<<<1000, 256, 1000>>>(a);'), []);
    assert.deepEqual(read('k<<<1000, 1024>>>(a); other<<<1000, 256>>>(a);'), ['a.cu#k']);
  });

  it('sizes arrays of template instances by their declarations, and reads what may be too large', async () => {
    const cuda = new CudaWorkspace({ parser: await testParser() });
    const tile = (name: string, array: string): string =>
      `template <typename T, int N> __global__ void ${name}(T *a) {\n  ${array}\n  s[threadIdx.x] = a[0]; a[1] = s[0];\n}\n`;
    const sources = [
      tile('known', '__shared__ T s[N];'),
      tile('local', 'constexpr int M = 2 * N; __shared__ T s[M];'),
      tile('unsized', '__shared__ T s[OPEN];'),
      tile('large', '__shared__ T s[N * 64];'),
      'template <typename T> __device__ T part() { __shared__ T p[8]; return p[threadIdx.x]; }\n',
      'void f(double *a) { known<double, 128><<<999, 256>>>(a); local<double, 128><<<999, 256>>>(a);',
      '  unsized<double, 128><<<999, 256>>>(a); large<double, 128><<<999, 256>>>(a); }\n',
    ];
    cuda.setFile('a.cu', sources.filter((text) => !text.includes('__device__')).join(''));
    cuda.setFile('b.cu', sources.join(''));
    const most = (path: string, name: string, named = {}): number | null =>
      cuda.mostSharedBytes(`${path}#${name}`, cuda.launchesOf(`${path}#${name}`)[0]!, { arguments: named });
    assert.equal(most('a.cu', 'known'), 128 * 8);
    assert.equal(most('a.cu', 'local'), null);
    assert.equal(most('a.cu', 'unsized'), null);
    assert.equal(most('a.cu', 'large'), 64 * 128 * 8);
    assert.equal(most('a.cu', 'known', { elements_s: 9 }), null);
    // A function with arrays of its own may be called.
    assert.equal(most('b.cu', 'known'), null);
    cuda.removeFile('b.cu');
    const lowered: string[] = [];
    const lower = cuda.lower.bind(cuda);
    cuda.lower = (id, ...rest) => {
      lowered.push(id);
      return lower(id, ...rest);
    };
    listing({ cuda, profiles: [], settings: { ...DEFAULT_SETTINGS, gpu: 'h100-sxm' } }, false);
    assert.deepEqual([...new Set(lowered)].sort(), ['a.cu#large', 'a.cu#local', 'a.cu#unsized']);
  });

  it('parses bodies for what is only information, and says what is worse without', async () => {
    const parser = await testParser();
    const parsed: string[] = [];
    const parse: CudaParser['parse'] = (text, previous) => {
      parsed.push(text);
      return parser.parse(text, previous);
    };
    const noting = Object.create(parser, { parse: { value: parse } }) as CudaParser;
    const codes = (informs: boolean): readonly string[] => {
      const cuda = new CudaWorkspace({ parser: noting });
      cuda.setFile('a.cu', `${kernel('k')}void f(float *a) { a = = 2 @; k<<<9, 2048>>>(a); }\n`);
      const settings: AnalysisSettings = { ...DEFAULT_SETTINGS, gpu: 'h100-sxm' };
      const files = listing({ cuda, profiles: [], settings }, informs);
      return [...new Set(files.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)))];
    };
    assert.deepEqual(codes(false), ['block-too-large']);
    assert.deepEqual(parsed, []);
    assert.deepEqual(codes(true), ['unparsed-code', 'block-too-large']);
    assert.equal(parsed.length, 2);
  });
});
