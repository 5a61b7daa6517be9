import assert from 'node:assert/strict';
import { loweredCounts } from '../../../lab/cuda/lowering/classErrors';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { english } from '../../../src/words';
import { testParser } from './support';

const KERNEL = `template <class T> __global__ void add(T *x, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) x[i] += x[i];
}
`;

describe('types of what lies in memory', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  /** Bytes of an element of the array `x`, and what was taken for granted of types, of the first launch. */
  function elementOf(code: string) {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', code);
    const launch = workspace.launchesOf('k.cu#add')[0] ?? null;
    const lowered = workspace.lower('k.cu#add', launch, {
      grid: [4, 1, 1],
      block: [64, 1, 1],
      arguments: { n: 256 },
    });
    assert.ok(lowered?.kind === 'lowered', english(lowered?.kind === 'refused' ? lowered.reason : 'none'));
    return {
      bytes: Object.values(lowered.program.arrays ?? {}).map(({ elementBytes }) => elementBytes),
      undeclared: lowered.assumptions.flatMap(({ undeclared }) => undeclared ?? []),
      taken: lowered.assumptions
        .map(({ text }) => english(text))
        .filter((text) => / is taken as /.test(text)),
    };
  }

  const main = (body: string): string =>
    `int main() { int n = 256; double *d; float *f; cudaMalloc(&d, n * sizeof(double)); ${body} }`;

  it('are those that the arguments of a launch tell', () => {
    for (const [argument, bytes] of [
      ['d', 8],
      ['f + n', 4],
      ['(short *)d', 2],
      ['static_cast<double *>(p)', 8],
    ] as const)
      assert.deepEqual(
        elementOf(`${KERNEL}void *p; ${main(`add<<<4, 64>>>(${argument}, n);`)}`),
        { bytes: [bytes], undeclared: [], taken: [] },
        argument,
      );
  });

  it('are those of a container whose first element is handed over', () => {
    const held = `${KERNEL}int main() { int n = 256; thrust::device_vector<double> v(n);
      add<<<4, 64>>>(thrust::raw_pointer_cast(v.data()), n); }`;
    assert.deepEqual(elementOf(held).bytes, [8]);
  });

  it('are those that the callers of a launching template name, or hand over', () => {
    const launch = `${KERNEL}template <class U> void run(U *x, int n) { add<U><<<4, 64>>>(x, n); }\n`;
    for (const call of ['run<double>(d, n);', 'run(d, n);'])
      assert.deepEqual(elementOf(launch + main(call)), { bytes: [8], undeclared: [], taken: [] }, call);
    const through = `${launch}template <class V> void outer(V *x, int n) { run<V>(x, n); }\n`;
    assert.deepEqual(elementOf(through + main('outer(d, n);')), { bytes: [8], undeclared: [], taken: [] });
  });

  it('are those of the first call where calls differ, which is said, and not known where a template only calls itself', () => {
    const launch = (own: string): string =>
      `${KERNEL}template <class U> void run(U *x, int n) { ${own} add<U><<<4, 64>>>(x, n); }\n`;
    assert.deepEqual(elementOf(launch('') + main('run(d, n); run(f, n);')), {
      bytes: [8],
      undeclared: [],
      taken: [
        'T is taken as double: the first of the types that calls of the launching function give (float in others)',
      ],
    });
    const outer = `${launch('')}template <class V> void outer(V *x, int n) { run<V>(x, n); run<V>(x + 1, n); }\n`;
    const { bytes, taken } = elementOf(outer + main('outer<float>(f, n); outer<double>(d, n);'));
    assert.deepEqual(bytes, [4]);
    assert.match(taken.join(), /^T is taken as float: the first of the types .*\(double in others\)$/);
    const itself = launch('if (n > 512) run<U>(x, n / 2);');
    assert.deepEqual(elementOf(itself + main('')).undeclared, ['T']);
  });

  it('are told of functions that call themselves and each other, and anew when a caller in another file changes', () => {
    const workspace = new CudaWorkspace({ parser });
    const there = `template <class T> void there(T *x, int n);
template <class T> void back(T *x, int n) { if (n > 0) there(x, n - 1); add<T><<<4, 64>>>(x, n); }
template <class T> void there(T *x, int n) { if (n > 1) there(x, n / 2); back(x, n); add<T><<<2, 32>>>(x, n); }
`;
    workspace.setFile('k.cuh', `${KERNEL}${there}`);
    const main = (type: string): string =>
      `#include "k.cuh"\nint main() { ${type} *p; cudaMalloc(&p, 1024); there(p, 256); }`;
    const types = (type: string): readonly (readonly string[])[] => {
      workspace.setFile('a.cu', main(type));
      return workspace.index().launches.map(({ templateArguments }) => templateArguments);
    };
    assert.deepEqual(types('double'), [['double'], ['double']]);
    assert.deepEqual(types('float'), [['float'], ['float']]);
  });

  it('are those of a class template by its arguments, and of functions that name theirs as the kernel does', () => {
    const code = `template <class T> struct Pair { T first; T second; };
      template <class T> __device__ T sum(const T *x) { return x[0] + x[1]; }
      template <class T> __global__ void add(Pair<T> *x, float *y, int n) {
        int i = threadIdx.x + blockIdx.x * blockDim.x;
        if (i < n) y[i] = x[i].first + x[i].second + sum(y + i);
      }
      template <class U> void run(Pair<U> *x, float *y, int n) { add<U><<<4, 64>>>(x, y, n); }
      ${main('Pair<double> *p; run(p, f, n);')}`;
    assert.deepEqual(elementOf(code), { bytes: [8, 4], undeclared: [], taken: [] });
  });

  it('are those of headers of CUDA, and told as not known where nothing declares them', () => {
    const of = (type: string): string =>
      `__global__ void add(${type} *x, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; ${type} own = x[i]; x[i + 1] = own; }
       int main() { add<<<4, 64>>>(nullptr, 256); }`;
    assert.deepEqual(elementOf(of('curandState')), { bytes: [8], undeclared: [], taken: [] });
    assert.deepEqual(elementOf(of('cufftComplex')), { bytes: [8], undeclared: [], taken: [] });
    assert.deepEqual(elementOf(of('Body')).undeclared, ['Body']);
    const declared = `struct Body { float x, y, z, mass; };\n${of('Body')}`;
    assert.deepEqual(elementOf(declared).undeclared, []);
  });

  const of = (declarations: string, parameters: string, body: string, launch: string): string =>
    `${declarations}
      __global__ void add(${parameters}, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) { ${body} } }
      ${main(launch)}`;
  const KNOWN = { undeclared: [], taken: [] };
  const VIEW = `template <class T> struct View {
      using value_type = T;
      T *p;
      __device__ T &operator()(int i) { return p[i]; }
      __device__ T operator[](int i) const { value_type v = p[i]; return v; }
      __device__ T twice(int i) const { return (*this)[i] * 2; }
      __device__ T behind(int i) const;
      __device__ const T *data() const { return p; }
    };
    template <class U> __device__ U View<U>::behind(int i) const { U v = p[i]; return v; }\n`;

  it('are those of the object whose method is called, defined in its class or behind it', () => {
    for (const body of [
      'x(i) = x[i];',
      'x(i) = x.behind(i);',
      'x(i) = x.twice(i);',
      'auto v = x(i); auto *q = x.data(); x(i) = v + q[i + 1];',
    ])
      assert.deepEqual(
        elementOf(of(VIEW, 'View<double> x', body, 'View<double> v; add<<<4, 64>>>(v, n);')),
        { bytes: [8], ...KNOWN },
        body,
      );
  });

  it('are those of a class in a class, of a base, of an alias with arguments, and of a specialisation', () => {
    for (const [declarations, parameter, body] of [
      [
        'template <class T> struct Outer { View<T> in; __device__ T at(int i) { return in(i); } };',
        'Outer<double>',
        'x.in(i) = x.at(i);',
      ],
      [
        'template <class T> struct Derived : public View<T> { int n; __device__ T at(int i) { return this->twice(i); } };',
        'Derived<double>',
        'x(i) = x.at(i);',
      ],
      ['template <class T> using Of = View<T>;', 'Of<double>', 'x(i) = x[i];'],
      [
        `template <class T> struct Wider { using type = int; };
         template <> struct Wider<float> { using type = double; };`,
        'View<typename Wider<float>::type>',
        'x(i) = x[i];',
      ],
    ] as const)
      assert.deepEqual(
        elementOf(of(VIEW + declarations, `${parameter} x`, body, 'add<<<4, 64>>>(v, n);')),
        { bytes: [8], ...KNOWN },
        parameter,
      );
  });

  it('have the length that a number among the arguments gives, deduced in functions too', () => {
    const array = `template <class T, int N> struct Row { T v[N]; };
      template <class T, int N> __device__ T sum(const Row<T, N> &r) { T s = 0; for (int k = 0; k < N; k++) s += r.v[k]; return s; }`;
    const code = of(array, 'Row<double, 3> *x', 'x[i].v[0] = sum(x[i]);', 'add<<<4, 64>>>(v, n);');
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', code);
    const lowered = workspace.lower('k.cu#add', null, {
      grid: [4, 1, 1],
      block: [64, 1, 1],
      arguments: { n: 256 },
    });
    assert.ok(lowered?.kind === 'lowered');
    assert.deepEqual(Object.values(lowered.program.arrays ?? {}), [{ elementBytes: 8, elements: 768 }]);
    assert.equal(loweredCounts(lowered)['globalLoad'], 3);
  });

  it('follow from arguments of several types, in the order of the class', () => {
    const code = `template <class A, class B> struct Two { A *a; B *b; };
      template <class A, class B> __global__ void add(Two<A, B> t, int n) {
        int i = threadIdx.x + blockIdx.x * blockDim.x;
        if (i < n) t.a[i] += t.b[i];
      }
      ${main('Two<double, short> t; add<<<4, 64>>>(t, n);')}`;
    assert.deepEqual(elementOf(code), { bytes: [8, 2], ...KNOWN });
    const made = `${VIEW}template <class F> __global__ void add(F f, int n) {
        int i = threadIdx.x + blockIdx.x * blockDim.x;
        if (i < n) f(i) += 1;
      }
      ${main('add<<<4, 64>>>(View<double>{d}, n);')}`;
    assert.deepEqual(elementOf(made), { bytes: [8], ...KNOWN });
  });

  it('are those of GLM, whose vectors lie by numbers', () => {
    const code = of('', 'glm::vec3 *x, glm::mat4 *y', 'x[i].y += y[i][1][2];', 'add<<<4, 64>>>(0, 0, n);');
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', code);
    const lowered = workspace.lower('k.cu#add', null, {
      grid: [4, 1, 1],
      block: [64, 1, 1],
      arguments: { n: 256 },
    });
    assert.ok(lowered?.kind === 'lowered');
    assert.equal(loweredCounts(lowered)['globalLoad'], 2);
    assert.deepEqual(elementOf(code).undeclared, []);
  });

  it('choose among functions of one name, whichever stands first', () => {
    const code = of(
      `__device__ float half_of(float x) { return x / 2; }
       __device__ double half_of(double x) { return x * x * x; }`,
      'double *x',
      'x[i] = half_of(x[i]);',
      'add<<<4, 64>>>(d, n);',
    );
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', code);
    const lowered = workspace.lower('k.cu#add', null, {
      grid: [4, 1, 1],
      block: [64, 1, 1],
      arguments: { n: 256 },
    });
    assert.ok(lowered?.kind === 'lowered');
    assert.equal(loweredCounts(lowered)['fp64'], 2);
    assert.equal(loweredCounts(lowered)['fp32'] ?? 0, 0);
  });
});
