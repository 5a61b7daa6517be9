import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { resolveDim3 } from '../../../src/kernel/symbolic';

/** Blocks of all launches of a text, in order; null where one is not known. */
function blocks(text: string): (readonly number[] | null)[] {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', text);
  return workspace.file('a.cu')!.launches.map(({ block }) => resolveDim3(block));
}

const CONFIG = 'struct Config { dim3 grid; dim3 block; int shared = 0; };';

describe('blocks that functions make', () => {
  for (const [what, text, expected] of [
    [
      'a function that sets the extents of a dim3',
      'dim3 make(int x, int y) { dim3 b; b.x = x; b.y = y; return b; } void f() { k<<<1, make(32, 4)>>>(); }',
      [[32, 4, 1]],
    ],
    [
      'a function that fills a structure',
      `${CONFIG} Config make(int n) { Config c; c.block = dim3(128); if (n > 100) c.block.y = 2; return c; }
       void f() { auto c = make(1000); k<<<c.grid, c.block, c.shared>>>(); Config d = make(1); k<<<1, d.block>>>(); }`,
      [
        [128, 2, 1],
        [128, 1, 1],
      ],
    ],
    [
      'a function that returns members in braces',
      `${CONFIG} Config make(int n) { return {dim3(n), dim3(64, n)}; } void f() { Config c = make(4); k<<<c.grid, c.block>>>(); }`,
      [[64, 4, 1]],
    ],
    [
      'a member that is set after the function',
      `${CONFIG} Config make() { return {dim3(1), dim3(64)}; } void f() { Config c = make(); c.block = dim3(96); k<<<1, c.block>>>(); }`,
      [[96, 1, 1]],
    ],
    [
      'pairs whose parts are named',
      'std::pair<dim3, dim3> both(int n) { dim3 b(64); dim3 g((n + 63) / 64); return {g, b}; } void f() { auto [g, b] = both(100); k<<<g, b>>>(); }',
      [[64, 1, 1]],
    ],
    [
      'a switch',
      `int pick(int n) { switch (n) { case 1: return 32; case 2: case 3: n = 64; break; default: return 128; } return n; }
       void f() { k<<<1, pick(1)>>>(); k<<<1, pick(2)>>>(); k<<<1, pick(3)>>>(); k<<<1, pick(9)>>>(); }`,
      [
        [32, 1, 1],
        [64, 1, 1],
        [64, 1, 1],
        [128, 1, 1],
      ],
    ],
    [
      'lambdas that return them',
      'void f() { int w = 8; auto block = [&]() { return dim3(w, 16); }; auto size = [](int n) { return 2 * n; }; k<<<1, block()>>>(); k<<<1, size(48)>>>(); }',
      [
        [8, 16, 1],
        [96, 1, 1],
      ],
    ],
    [
      'parameters of a lambda that launches',
      'void f() { auto one = [&](int t) { k<<<1, t>>>(); }; one(192); auto two = [&](int t) { k<<<1, t>>>(); }; two(32); two(64); auto none = [](int t) { k<<<1, t>>>(); }; }',
      [[192, 1, 1], [32, 1, 1], null],
    ],
    [
      'constructors that hand several extents to a member',
      'class S { dim3 block_; public: S(int n) : block_(16, 8) {} void run() { k<<<1, block_>>>(); } };',
      [[16, 8, 1]],
    ],
  ] as const) {
    it(`are known for ${what}`, () => assert.deepEqual(blocks(text), expected));
  }
});

describe('blocks that a function leaves in its arguments', () => {
  const by = (body: string) => `void size(int n, dim3 &grid, dim3 &block, int &t) { ${body} }
    void f() { dim3 g, b; int t = 0; size(1000, g, b, t); k<<<g, b>>>(); k<<<1, t>>>(); }`;

  it('are known through references', () => {
    const body = 'block = dim3(256, 2); grid = dim3((n + 255) / 256); t = n > 500 ? 64 : 32;';
    assert.deepEqual(blocks(by(body)), [
      [256, 2, 1],
      [64, 1, 1],
    ]);
  });

  it('are known through pointers', () => {
    const text = `void size(int n, int *blocks, int *threads) { *threads = 512; *blocks = (n + *threads - 1) / *threads; }
      void f() { int b, t; size(1000, &b, &t); k<<<b, t>>>(); }`;
    assert.deepEqual(blocks(text), [[512, 1, 1]]);
  });

  it('are not those from before the call where the function cannot be followed', () => {
    assert.deepEqual(blocks(by('block.x = ask(); t = ask();')), [null, null]);
    assert.deepEqual(blocks(by('if (ask()) { block = 8; } t++; for (;;) launch();')), [null, null]);
  });

  it('are those from before the call where the function only reads them', () => {
    assert.deepEqual(blocks(by('grid = block; int u = t + 1;')), [
      [1, 1, 1],
      [0, 1, 1],
    ]);
    const text =
      'void size(int n, const int &t, int u) { } void f() { int t = 8, u = 4; size(1, t, u); k<<<u, t>>>(); }';
    assert.deepEqual(blocks(text), [[8, 1, 1]]);
  });

  it('are those of the last write', () => {
    const text = `void twice(int &t) { t *= 2; } void f() { int t = 32; k<<<1, t>>>(); twice(t); k<<<1, t>>>(); t = 16; k<<<1, t>>>(); }`;
    assert.deepEqual(blocks(text), [
      [32, 1, 1],
      [64, 1, 1],
      [16, 1, 1],
    ]);
  });
});

describe('blocks of as many threads as a GPU allows', () => {
  it('have 1024', () => {
    const text =
      'void f() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); k<<<1, p.maxThreadsPerBlock / 2>>>(); }';
    assert.deepEqual(blocks(text), [[512, 1, 1]]);
  });
});
