import assert from 'node:assert/strict';
import { blankUnsupported } from '../../../src/cuda/syntax/blanking';
import { testParser } from './support';

async function errorFree(text: string): Promise<void> {
  const parser = await testParser();
  const tree = parser.parse(text);
  assert.equal(tree.root.hasError, false, `${blankUnsupported(text).text}\n${tree.root.toString()}`);
  tree.delete();
}

describe('blanking', () => {
  it('keeps length and line ends', () => {
    const text = '#define A \\\n  1\r\n__global__ void __cluster_dims__(2,\n1) k(int *a) {}\n';
    const { text: blanked } = blankUnsupported(text);
    assert.equal(blanked.length, text.length);
    assert.deepEqual(
      [...blanked.matchAll(/\n/g)].map((m) => m.index),
      [...text.matchAll(/\n/g)].map((m) => m.index),
    );
    assert.match(blanked, /__global__ void +\n +k\(int \*a\) \{\}/);
  });

  it('leaves out tables and endless expressions, and says so', async () => {
    for (const inner of ['1.5f, '.repeat(2000), 'a < '.repeat(300), '(a) * '.repeat(4000)]) {
      const text = `float t = f{ ${inner}1 }; int after;`;
      const { skipped } = blankUnsupported(text);
      assert.deepEqual(skipped, [{ start: text.indexOf('{') + 2, end: text.indexOf('}') - 1 }]);
      const tree = (await testParser()).parse(text);
      assert.equal(tree.root.namedChildren.at(-1)!.text, 'int after;');
      assert.equal(tree.root.hasError, false);
      tree.delete();
    }
  });

  it('leaves what the grammar takes as it is', () => {
    const text = '__global__ void k(float *a) { a[threadIdx.x] = MAX(a[0], 1.0f); }\n';
    assert.deepEqual(blankUnsupported(text), { text, skipped: [] });
  });

  for (const [what, text] of [
    ['aligned shared arrays', '__global__ void k() { __shared__ __align__(16) float s[8]; }'],
    ['cluster dimensions', '__global__ void __cluster_dims__(2, 1, 1) k(int *a) { a[0] = 1; }'],
    ['register limits', '__global__ void __maxnreg__(64) k(int *a) { a[0] = 1; }'],
    ['three launch bounds', '__global__ __launch_bounds__(256, 2, 1) void k(int *a) { a[0] = 1; }'],
    ['device lambdas', 'void f(int n) { run([=] __device__ (int i) { return i + n; }); }'],
    ['host-device lambdas', 'void f() { auto g = [] __host__ __device__ { return 1; }; }'],
    [
      'pragmas in loops',
      'void f(int *a) { for (int i = 0; i < 4; i++)\n#pragma unroll\n for (int j = 0; j < 4; j++) a[j] = i; }',
    ],
    ['qualifier macros', '__global__ void KERNEL_ATTR(256) k(int *a) { a[0] = 1; }'],
    ['statement macros', 'void f(int *d) { CHECK_LAST()\n k<<<1, 2>>>(d); }'],
    ['loop macros', '__global__ void k(int n, int *a) { GRID_LOOP(i, n) { a[0] = 1; } }'],
    ['arrays of pointers', 'void f() { float **a = new const float *[4], *b = new std::string *[n]; }'],
    ['type arguments', 'void f(T x) { if (typeid(x) == typeid(float)) c = va_arg(list, char *); }'],
    ['macros beside strings', 'void f() { printf("%" PRId64 " of " NAME "\\n", a); g(NAME "x", "y" NAME); }'],
    ['macros alone on a line', 'void f() { g(); CHECK_ERRORS\n h();\n CHECK_ERRORS\n}'],
    ['GNU expressions', 'void f() { int m = ({ int _a = (x); int _b = g(1); _a > _b ? _a : _b; }); }'],
    [
      'calling conventions',
      'EXPORT static int CALL f(int a) { return a; }\nstatic API T CALL g(int a) { return a; }',
    ],
    ['friends outside of their class', 'friend S &operator<<(S &s, const T &t) { return s; }'],
    ['NUL bytes', 'int a = 1;\0 int b = 2;'],
  ] as const) {
    it(`makes ${what} parse without an error`, () => errorFree(text));
  }
});

describe('parser', () => {
  it('reads comparisons that look like a template as what they are', async () => {
    const parser = await testParser();
    for (const expression of [
      '(x >= 0 && x < w && y >= 0 && y < h) ? a[i] : 0',
      '(x < w && y > (0))',
      'x<w && y>=0',
      '(x < w && y < h && z > d && u >= 0)',
      'threadIdx.x < 2 * (w - 1) || (int)y > -1',
    ]) {
      const text = `void f() { v = ${expression}; }`;
      const tree = parser.parse(text);
      assert.deepEqual(tree.root.descendantsOfType(['template_function', 'template_method', 'ERROR']), []);
      const assignments = tree.root.descendantsOfType('assignment_expression');
      assert.deepEqual([assignments.length, assignments[0]!.endIndex], [1, text.length - 3]);
    }
  });

  it('reads templates that look like comparisons as what they are', async () => {
    const parser = await testParser();
    const tree = parser.parse('void f() { v = g<A && B>(0) + h<(1 < 2)>(1) + k<A, B>(2); }');
    assert.equal(tree.root.descendantsOfType('template_function').length, 3);
  });

  it('reparses an edit into the tree of a fresh parse', async () => {
    const parser = await testParser();
    const before = parser.parse('__global__ void k(int n) { int a = 1; }\nvoid f() { k<<<1, 2>>>(3); }\n');
    const text = before.text.replace('int a = 1;', 'for (int i = 0; i < n; i++) {\n g(i); }');
    const edited = parser.parse(text, before);
    const fresh = parser.parse(text);
    assert.equal(edited.root.toString(), fresh.root.toString());
    assert.deepEqual(
      edited.root
        .descendantsOfType('call_expression')
        .map((node) => [node.startIndex, node.startPosition.row]),
      fresh.root
        .descendantsOfType('call_expression')
        .map((node) => [node.startIndex, node.startPosition.row]),
    );
    for (const tree of [before, edited, fresh]) tree.delete();
  });

  it('counts offsets in UTF-16 units', async () => {
    const parser = await testParser();
    const text = '/* 𝛼β */ __global__ void k() {}';
    const tree = parser.parse(text);
    const name = tree.root.descendantsOfType('function_declarator')[0]!;
    assert.equal(text.slice(name.startIndex, name.endIndex), 'k()');
    tree.delete();
  });
});
