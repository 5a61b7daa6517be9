import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../src/cuda/workspace';

const KERNELS = `
  template <int N> __global__ void scale(float *a) { a[threadIdx.x] *= N; }
  __global__ void twice(float *a) { a[threadIdx.x] *= 2; }
  __global__ void thrice(float *a) { a[threadIdx.x] *= 3; }`;

/** The launches of kernels that a program names elsewhere: kernel, grid and block, template arguments. */
function launched(code: string): string[] {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', `${KERNELS}\n${code}`);
  const { launches } = workspace.file('a.cu')!;
  return launches.map(({ kernelIds, callee, grid, block, templateArguments }) => {
    const extents = [grid[0].value, block[0].value, block[1].value].join('/');
    return `${kernelIds.join('|') || callee} ${extents} ${templateArguments.join()}`.trim();
  });
}

describe('launches of a variable', () => {
  it('are launches of the kernels that the callers name, each as its call has it', () => {
    const code = `template <typename F> void measure(F func, int block, float *a) { func<<<4096 / block, block>>>(a); }
      int main() { float *a; measure(scale<4>, 128, a); measure(&twice, 256, a); }`;
    assert.deepEqual(launched(code), ['a.cu#scale 32/128/1 4', 'a.cu#twice 16/256/1']);
  });

  it('are followed through several functions', () => {
    const code = `void inner(void (*kernel)(float *), dim3 b, float *a) { kernel<<<10, b>>>(a); }
      template <typename F> void outer(F f, float *a) { inner(f, dim3(16, 4), a); }
      int main() { float *a; outer(thrice, a); }`;
    assert.deepEqual(launched(code), ['a.cu#thrice 10/16/4']);
  });

  it('have the configuration that comes with the kernel, not that of another call', () => {
    const code = `template <typename F> void inner(F func, int block, float *a) { func<<<4096 / block, block>>>(a); }
      template <typename F> void outer(F func, int block, float *a) { inner(func, block, a); }
      int main() { float *a; outer(scale<4>, 128, a); outer(twice, 256, a); inner(thrice, 64, a); }`;
    assert.deepEqual(launched(code).sort(), [
      'a.cu#scale 32/128/1 4',
      'a.cu#thrice 64/64/1',
      'a.cu#twice 16/256/1',
    ]);
  });

  it('are read with several template arguments, in lambdas, and with members of a type argument', () => {
    const code = `template <typename T, bool A> __global__ void forward(float *a) { a[threadIdx.x] += A; }
      struct Traits { static constexpr int kThreads = 128; };
      template <typename Tile> void run(float *a) { [&] { auto kernel = &forward<Tile, true>; kernel<<<2, Tile::kThreads>>>(a); }(); }
      int main() { float *a; run<Traits>(a); }`;
    assert.deepEqual(launched(code), ['a.cu#forward 2/128/1 Traits,true']);
  });

  it('are those in a table, each with what belongs to its element', () => {
    const code = `struct Way { const char *name; void (*kernel)(float *); int block; };
      Way ways[] = {{"two", twice, 64}, {"three", thrice, 96}};
      static void (*const plain[2])(float *) = {twice, thrice};
      void byIndex(float *a) { for (int i = 0; i < 2; i++) ways[i].kernel<<<1, ways[i].block>>>(a); }
      void byElement(float *a) { for (const auto &way : ways) { int b = way.block; way.kernel<<<2, b>>>(a); } }
      void known(float *a) { plain[1]<<<3, 32>>>(a); }
      void unknown(float *a, int which) { plain[which]<<<4, 32>>>(a); }`;
    assert.deepEqual(launched(code), [
      'a.cu#twice 1/64/1',
      'a.cu#thrice 1/96/1',
      'a.cu#twice 2/64/1',
      'a.cu#thrice 2/96/1',
      'a.cu#thrice 3/32/1',
      'a.cu#twice 4/32/1',
      'a.cu#thrice 4/32/1',
    ]);
  });

  it('are those of each call of a function with a parameter pack', () => {
    const code = `template <typename F, typename... A> void run(F f, dim3 g, int b, A... args) { f<<<g, b>>>(args...); }
      int main() { float *a; run(twice, dim3(4), 64, a); run(thrice, dim3(8), 128, a); }`;
    assert.deepEqual(launched(code), ['a.cu#twice 4/64/1', 'a.cu#thrice 8/128/1']);
  });

  it('are one where macros write one place several times', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile(
      'a.cu',
      `#define SWITCH(C, NAME, ...) if (C) { constexpr bool NAME = true; __VA_ARGS__ } else { constexpr bool NAME = false; __VA_ARGS__ }
      template <bool A, bool B> __global__ void k(float *a) { a[threadIdx.x] += A + B; }
      void run(float *p, bool a, bool b) {
        SWITCH(a, A, SWITCH(b, B, k<A, B><<<2, 64>>>(p); ) )
        k<true, true><<<4, 64>>>(p);
      }`,
    );
    assert.deepEqual(
      workspace.file('a.cu')!.launches.map(({ line, variants }) => [line, variants]),
      [
        [4, 4],
        [5, undefined],
      ],
    );
  });

  it('are followed to a variable of the same function', () => {
    assert.deepEqual(launched('int main() { float *a; auto k = scale<2>; k<<<1, 64>>>(a); }'), [
      'a.cu#scale 1/64/1 2',
    ]);
  });

  it('are those of a template argument', () => {
    const code = `template <void (*K)(float *)> void run(float *a) { K<<<2, 32>>>(a); }
      int main() { float *a; run<twice>(a); run<thrice>(a); }`;
    assert.deepEqual(launched(code), ['a.cu#twice 2/32/1', 'a.cu#thrice 2/32/1']);
  });

  it('keep the name of the variable where nobody says what it stands for', () => {
    assert.deepEqual(launched('void run(void (*kernel)(float *), float *a) { kernel<<<1, 32>>>(a); }'), [
      'kernel 1/32/1',
    ]);
  });

  it('end where functions hand a kernel round in a circle', () => {
    const code = `void b(void (*k)(float *), float *a);
      void c(void (*k)(float *), float *a) { k<<<1, 32>>>(a); b(k, a); }
      void b(void (*k)(float *), float *a) { c(k, a); }`;
    assert.deepEqual(launched(code), ['k 1/32/1']);
  });
});
