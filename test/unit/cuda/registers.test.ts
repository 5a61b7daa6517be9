import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { lowerText } from './loweringSupport';
import { testParser } from './support';

const ARRAYS = 'const float *__restrict__ a, const float *__restrict__ b, float *c, int n';

/** A loop with two loads for each of `sums` sums, which are all alive in it. */
const sums = (number: number, bounds = ''): string =>
  `__global__ void ${bounds} k(${ARRAYS}) { float acc[${number}]; for (int i = 0; i < ${number}; i++) acc[i] = 0;
  for (int j = 0; j < n; j++)
#pragma unroll
    for (int i = 0; i < ${number}; i++) acc[i] += a[i * 1024 + threadIdx.x + j * n] * b[i + j * n];
#pragma unroll
  for (int i = 0; i < ${number}; i++) c[threadIdx.x + i * n] = acc[i]; }
void f(float *a, float *c) { k<<<80, 128>>>(a, a, c, 100); }`;

describe('registers of a kernel', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });
  const registers = (source: string): number => lowerText(parser, source).program.registersPerThread;

  // ptxas of CUDA 13.0 for sm_80 gives 32, 40, 56 and 80.
  it('are filled with loads up to the next number with which as many warps run', () => {
    assert.deepEqual(
      [16, 24, 40, 64].map((number) => registers(sums(number))),
      [32, 40, 56, 80],
    );
  });

  // The same: 32, 40, 64, 80, and 32, 64, 64.
  it('are filled up to where as many blocks run whose size launch bounds tell', () => {
    const of = (bounds: string, ...numbers: number[]): number[] =>
      numbers.map((number) => registers(sums(number, `__launch_bounds__(${bounds})`)));
    assert.deepEqual(of('256', 16, 24, 40, 64), [32, 40, 64, 80]);
    assert.deepEqual(of('1024', 16, 40, 64), [32, 64, 64]);
  });

  // The same: 59, 83, 131, and 59, 64, 64.
  it('are as many as loads want where bounds ask for a number of blocks, if that allows it', () => {
    const of = (bounds: string): number[] =>
      [16, 24, 40].map((number) => registers(sums(number, `__launch_bounds__(${bounds})`)));
    assert.deepEqual(of('256, 1'), [60, 84, 132]);
    assert.deepEqual(of('256, 4'), [60, 64, 64]);
  });

  // The machine code has 16 loads side by side, however few a launch makes; ptxas gives 32.
  it('hold the loads of all bodies of a loop in the machine code', () => {
    const copy = (n: number): string =>
      `__global__ void k(${ARRAYS}) { int t = blockIdx.x * 128 + threadIdx.x;
  for (int f = 0; f < n; ++f) c[f * 4096 + t] = a[t * n + f]; }
void f(float *a, float *c) { k<<<32, 128>>>(a, a, c, ${n}); }`;
    assert.equal(registers(copy(3)), registers(copy(64)));
    assert.ok(registers(copy(3)) >= 28);
  });

  it('are not kept from turn to turn for what each turn makes anew', () => {
    const loop = (outside: string, inside: string): string =>
      `__global__ void k(${ARRAYS}) { int t = threadIdx.x; float s = 0; ${outside}
  for (int j = 0; j < n; j++) { ${inside} p = a[j * 64 + t]; q = p * p; r = q + p; u = r * q; v = u + r; s += v * u; }
  c[t] = s; }
void f(float *a, float *c) { k<<<80, 64>>>(a, a, c, 100); }`;
    const names = 'float p, q, r, u, v;';
    assert.equal(registers(loop(names, '')), registers(loop('', names)));
  });

  it('are not kept for addresses that data decide', () => {
    const gather = (arrays: number): string => {
      const names = Array.from({ length: arrays }, (_, place) => `x${place}`);
      return `__global__ void k(const int *list, ${names.map((name) => `const float *${name}`).join(', ')}, float *c, int n) {
  int t = threadIdx.x; float s = 0;
  for (int j = 0; j < n; j++) { int at = list[j * 64 + t]; ${names.map((name) => `s = s * ${name}[at];`).join(' ')} }
  c[t] = s; }
void f(int *l, float *a, float *c) { k<<<80, 64>>>(l, ${names.map(() => 'a').join(', ')}, c, 100); }`;
    };
    const held = (source: string): number =>
      lowerText(parser, source.replace('void k', 'void __launch_bounds__(1024) k')).program
        .registersPerThread;
    assert.ok(held(gather(12)) - held(gather(2)) <= 12, `${held(gather(12))} ${held(gather(2))}`);
  });

  it('are there for the elements of a local array only while it has them', () => {
    const tile = (temporary: string, store: string): string =>
      `__global__ void k(${ARRAYS}) { float acc[32]; ${temporary} int t = threadIdx.x;
  for (int i = 0; i < 32; i++) acc[i] = 0;
  for (int j = 0; j < n; j++)
#pragma unroll
    for (int i = 0; i < 32; i++) acc[i] += a[i * 1024 + t + j * n];
#pragma unroll
  for (int i = 0; i < 32; i++) { ${store} } }
void f(float *a, float *c) { k<<<80, 128>>>(a, a, c, 100); }`;
    const plain = tile('', 'c[t + i * n] = acc[i];');
    assert.equal(registers(tile('int id[32];', 'id[i] = t + i * n; c[id[i]] = acc[i];')), registers(plain));
    const kept = tile('float first[32];', 'c[t + i * n] = acc[i] - first[i];').replace(
      'for (int i = 0; i < 32; i++) acc[i] = 0;',
      'for (int i = 0; i < 32; i++) { first[i] = b[t + i]; acc[i] = 0; }',
    );
    assert.ok(registers(kept) >= registers(plain) + 24);
  });

  // A function of the runtime may use 24: ptxas gives 24.
  it('are at least those of a function that stays a call', () => {
    assert.equal(registers(`__global__ void k(int *a) { printf("%d", a[0]); }`), 24);
  });

  // ptxas of CUDA 13.0 gives 32 and 20: it repeats no loop whose counter has 64 bits.
  it('hold fewer loads where the counter of a loop has 64 bits', () => {
    const loop = (type: string): string =>
      `__global__ void k(${ARRAYS}) { float s = 0; for (${type} i = 0; i < n; i++) s += a[threadIdx.x * n + i];
  c[threadIdx.x] = s; }
void f(float *a, float *c) { k<<<80, 128>>>(a, a, c, 256); }`;
    assert.ok(registers(loop('int')) >= 28);
    assert.ok(registers(loop('size_t')) <= 24);
  });

  it('are there for one element of a table of which each copy of two loops has its own', () => {
    const table = (body: string): string =>
      `__global__ void k(${ARRAYS}) { int id[8][8]; int t = threadIdx.x;
#pragma unroll
  for (int j = 0; j < 8; j++)
#pragma unroll
    for (int i = 0; i < 8; i++) { ${body} } }
void f(float *a, float *c) { k<<<80, 128>>>(a, a, c, 100); }`;
    const kept = registers(table('id[i][j] = t + i * n + j; c[id[i][j]] = a[id[i][j]];'));
    const plain = registers(table('int at = t + i * n + j; c[at] = a[at];'));
    assert.ok(kept <= plain + 2, `${kept} ${plain}`);
  });
});
