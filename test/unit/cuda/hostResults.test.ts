import assert from 'node:assert/strict';
import { isLaunchByElement } from '../../../src/cuda/edits/byElement';
import type { HostCall } from '../../../src/cuda/host/hostCall';
import { hostPrograms } from '../../../src/cuda/host/hostPrograms';
import { CudaWorkspace } from '../../../src/cuda/workspace';

function read(text: string): { readonly workspace: CudaWorkspace; readonly calls: readonly HostCall[] } {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', text);
  return { workspace, calls: hostPrograms(workspace, 'a.cu').find(({ name }) => name === 'main')!.calls };
}

const KERNEL = '__global__ void k(const float *in, float *out, float by) { out[0] = in[0] * by; }\n';
const BUFFERS = `float *d, *e, *pinned; float *h = (float *)malloc(64), *g = (float *)malloc(64);
  cudaMalloc(&d, 64); cudaMalloc(&e, 64); cudaMallocHost(&pinned, 64);`;
const DOWN = 'cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);';
const LAUNCH = 'k<<<1, 1>>>(d, e, 1.0f);';

/** The calls of a `main` with some buffers. */
const callsOf = (body: string, before = ''): readonly HostCall[] =>
  read(`${KERNEL}${before} int main() { ${BUFFERS} ${body} }`).calls;

/** Buffers of the last launch. */
function buffersOf(body: string, before = ''): readonly (string | null)[] {
  const launch = callsOf(body, before).findLast((call) => call.kind === 'kernel');
  return launch!.arguments.slice(0, 2);
}

/** Whether the last call may depend on results that the host program saw. */
function isAfterResults(body: string, before = ''): boolean {
  const last = callsOf(body, before).at(-1)!;
  return 'afterResults' in last && last.afterResults === true;
}

describe('buffers of a host program', () => {
  it('are those that pointers were made to lead to', () => {
    assert.deepEqual(buffersOf('float *p = d + 16; k<<<1, 1>>>(p, e, 1.0f);'), ['d', 'e']);
    assert.deepEqual(buffersOf('float *t = d; d = e; e = t; k<<<1, 1>>>(d, e, 1.0f);'), ['e', 'd']);
    assert.deepEqual(buffersOf('std::swap(d, e); k<<<1, 1>>>(d, e, 1.0f);'), ['e', 'd']);
  });

  it('are told apart in arrays of pointers', () => {
    const turn = 'float *t = both[0]; both[0] = both[1]; both[1] = t;';
    const launch = 'k<<<1, 1>>>(both[0], both[1], 1.0f);';
    assert.deepEqual(buffersOf(`float *both[2] = {d, e}; ${launch}`), ['d', 'e']);
    assert.deepEqual(buffersOf(`float *both[2] = {d, e}; ${turn} ${launch}`), ['e', 'd']);
    const make = 'float *make() { float *p; cudaMalloc(&p, 64); return p; }';
    assert.deepEqual(buffersOf(`float *both[2] = {make(), make()}; ${turn} ${launch}`, make), [
      'both[1]',
      'both[0]',
    ]);
    assert.deepEqual(buffersOf('h[3] = 1; float *p = &h[3]; k<<<1, 1>>>(p, e, 1.0f);'), ['h', 'e']);
  });

  it('are not known where a pointer may lead anywhere', () => {
    const pair = 'struct Pair { float *first, *second; };';
    assert.deepEqual(buffersOf('Pair p = { d, d + 8 }; k<<<1, 1>>>(p.first, p.second, 1.0f);', pair), [
      null,
      null,
    ]);
    assert.deepEqual(buffersOf('d = choose(d, e); k<<<1, 1>>>(d, e, 1.0f);'), [null, 'e']);
  });

  it('have one name in all functions where a file has them', () => {
    const shared =
      'float *all; void make() { cudaMalloc(&all, 64); } void use() { k<<<1, 1>>>(all, all, 1.0f); }';
    assert.deepEqual(buffersOf('make(); use();', shared), ['all', 'all']);
  });
});

describe('results that a host program looks at', () => {
  it('are what later work may depend on', () => {
    assert.ok(isAfterResults(`${DOWN} h[0] += 1; ${LAUNCH}`));
    assert.ok(isAfterResults(`${DOWN} float by = h[0]; k<<<1, 1>>>(d, e, by);`));
    assert.ok(isAfterResults(`${DOWN} if (h[0] > 1) { ${LAUNCH} }`));
    assert.ok(isAfterResults(`float *p = h; ${DOWN} p[0] = 2; ${LAUNCH}`));
    assert.ok(
      isAfterResults(
        `int found; cudaMemcpy(&found, d, 4, cudaMemcpyDeviceToHost); while (found) { ${LAUNCH} }`,
      ),
    );
    assert.ok(isAfterResults(`${DOWN} step(h); ${LAUNCH}`, 'void step(float *p) { p[0] *= 2; }'));
  });

  it('count as seen by whatever may lead to them', () => {
    const state = 'struct State { float *a; };';
    assert.ok(isAfterResults(`State s = { h }; ${DOWN} s.a[0] = 1; ${LAUNCH}`, state));
    assert.ok(
      isAfterResults(
        `float *m; cudaMallocManaged(&m, 64); ${LAUNCH} cudaDeviceSynchronize(); m[0] = 1; ${LAUNCH}`,
      ),
    );
  });

  it('do not count while the host has not waited, nor where it only tells them or works on other memory', () => {
    assert.ok(!isAfterResults(`g[0] = 1; ${DOWN} ${LAUNCH}`));
    assert.ok(!isAfterResults(`${DOWN} g[0] = 1; int i = 3; ${LAUNCH}`));
    assert.ok(!isAfterResults(`${DOWN} printf("%f", h[0]); free(h); ${LAUNCH}`));
    const async = 'cudaMemcpyAsync(pinned, d, 64, cudaMemcpyDeviceToHost, s);';
    assert.ok(!isAfterResults(`cudaStream_t s; ${async} pinned[1] = 0; ${LAUNCH}`));
    assert.ok(isAfterResults(`cudaStream_t s; ${async} cudaStreamSynchronize(s); pinned[1] = 0; ${LAUNCH}`));
  });

  it('hold back the next call, which the others follow', () => {
    const calls = callsOf(`${DOWN} h[0] = 1; ${LAUNCH} ${LAUNCH}`);
    assert.deepEqual(
      calls.map((call) => 'afterResults' in call),
      [false, true, false],
    );
  });
});

describe('a launch that may be made in parts', () => {
  const GUARD = 'int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;';
  const isByElement = (body: string, launch = 'f<<<n / 256, 256>>>(a, b, n);'): boolean => {
    const { workspace, calls } = read(`__global__ void f(const float *in, float *out, int n) { ${body} }
      int main() { const int n = 4096; float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); ${launch} }`);
    return isLaunchByElement(
      workspace,
      calls.find((call) => call.kind === 'kernel')!,
    );
  };

  it('works on the element of each thread in every buffer', () => {
    assert.ok(isByElement(`${GUARD} out[i] = in[i] + out[i] * 2.0f;`));
    assert.ok(isByElement(`${GUARD} float x = in[i]; for (int k = 0; k < 9; k++) x *= x; out[i] = x;`));
  });

  it('reads no other element', () => {
    assert.ok(!isByElement(`${GUARD} out[i] = in[i] + in[i + 1];`));
    assert.ok(!isByElement(`${GUARD} out[n - 1 - i] = in[i];`));
    assert.ok(!isByElement(`${GUARD} float x = 0; for (int k = 0; k < n; k++) x += in[k]; out[i] = x;`));
    assert.ok(!isByElement(`${GUARD} const float *p = in; out[i] = p[0];`));
    assert.ok(!isByElement(`${GUARD} atomicAdd(out + i, in[i]);`));
    assert.ok(!isByElement(`${GUARD} out[i] = *in;`));
  });

  it('has one row of blocks', () => {
    assert.ok(!isByElement(`${GUARD} out[i] = in[i];`, 'f<<<dim3(16, 2), 256>>>(a, b, n);'));
  });
});
