import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { english } from '../../../src/words';

/** Block sizes (x) of all launches of a text, in order. */
function blocks(text: string, others: Record<string, string> = {}): (number | null)[] {
  const workspace = new CudaWorkspace();
  for (const [path, content] of Object.entries(others)) workspace.setFile(path, content);
  workspace.setFile('a.cu', text);
  return workspace.file('a.cu')!.launches.map((launch) => launch.block[0].value);
}

/** What is assumed about the blocks of all launches of a text. */
function notesOf(text: string): string {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', text);
  const values = workspace.file('a.cu')!.launches.flatMap(({ block }) => block);
  return values.flatMap(({ notes }) => (notes ?? []).map(english)).join(' ');
}

const inMain = (body: string) => blocks(`int main(int argc, char **argv) {\n${body}\n}`);

describe('order of assignments', () => {
  for (const [what, body, expected] of [
    ['the last value in a row', 'int t = 32; k<<<1, t>>>(); t = 64; k<<<1, t>>>();', [32, 64]],
    [
      'a dim3 that is set again',
      'dim3 b(8, 8); k<<<1, b>>>(); b.x = 16; k<<<1, b>>>(); b = dim3(4); k<<<1, b>>>();',
      [8, 16, 4],
    ],
    [
      'a value that is set on one path',
      'int t = 32; if (argc > 7) t = 64; k<<<1, t>>>(); t = 16; k<<<1, t>>>();',
      [null, 16],
    ],
    [
      'both paths of an if',
      'int t; if (argc > 7) { t = 64; k<<<1, t>>>(); } else { t = 128; k<<<1, t>>>(); } k<<<1, t>>>();',
      [64, 128, null],
    ],
    ['the same value on both paths', 'int t; if (argc > 7) t = 64; else t = 32 * 2; k<<<1, t>>>();', [64]],
    [
      'a path that leaves',
      'int t = 32; if (argc > 7) { t = 64; k<<<1, t>>>(); return 1; } k<<<1, t>>>();',
      [64, 32],
    ],
    ['a default beside an argument', 'int t = argc > 1 ? atoi(argv[1]) : 64; k<<<1, t>>>();', [64]],
    ['an early exit without braces', 'int t = 32; if (argc > 7) t = 64, exit(1); k<<<1, t>>>();', [null]],
    [
      'a loop that changes it later',
      'int t = 32; for (int i = 0; i < 3; i++) { k<<<1, t>>>(); t = 64; } k<<<1, t>>>();',
      [32, null],
    ],
    [
      'a while loop in its first turn',
      'int t = 512; while (t > 0) { k<<<1, t>>>(); t /= 2; } k<<<1, t>>>();',
      [512, null],
    ],
    [
      'sizes that a loop tries',
      'int sizes[] = {64, 128, 256}; for (int j = 0; j < 3; j++) { int t = sizes[j]; dim3 b(t, 2); k<<<1, b>>>(); }',
      [64],
    ],
    ['a loop that sets it first', 'int t = 32; while (more()) { t = 64; k<<<1, t>>>(); t = 16; }', [64]],
    ['a loop head', 'int t; for (t = 32; t < 99; t += 32) k<<<1, t>>>(); k<<<1, t>>>();', [32, null]],
    ['a loop variable of the same name', 'for (int t = 7; t < 9; t++) f(t); int t = 5; k<<<1, t>>>();', [5]],
    ['what was true where it was computed', 'int n = 4; dim3 b(n * 8); n = 9; k<<<1, b>>>();', [32]],
    [
      'elements',
      'size_t local[2]; local[0] = 128; local[1] = 2; k<<<1, local[0]>>>(); k<<<1, local[i]>>>();',
      [128, null],
    ],
    [
      'parameters of lambdas',
      'int t = 32; auto run = [&](int t) { k<<<1, t>>>(); }; run(4); k<<<1, t>>>();',
      [4, 32],
    ],
    ['conditional expressions, not declarations', 'int t = 32; int *p = x ? a : b * t; k<<<1, t>>>();', [32]],
  ] as const) {
    it(`counts for ${what}`, () => assert.deepEqual(inMain(body), expected));
  }

  it('makes the label of a case the value of its switch', () => {
    const body =
      'int t = f(); dim3 b(t); switch (t) { case 512: k<<<1, b>>>(); break; case 64: { k<<<1, t>>>(); break; } case 8: case 4: k<<<1, t>>>(); break; case 2: t = 3; k<<<1, t>>>(); break; default: k<<<1, t>>>(); } k<<<1, t>>>();';
    assert.deepEqual(inMain(body), [512, 64, null, 3, null, null]);
  });

  it('looks through the parentheses that macros put around what a switch chooses by', () => {
    const text =
      'void f(int n) { dim3 b((n)); switch ((n)) { case 64: k<<<1, b>>>(); break; case 128: k<<<1, b>>>(); } }';
    assert.deepEqual(blocks(text), [64, 128]);
  });

  it('knows globals that only other functions set', () => {
    const text =
      'int t = 32, u = 8; void init() { t = 64; u = 8; }\nvoid f() { k<<<1, t>>>(); k<<<1, u>>>(); t = 16; k<<<1, t>>>(); }';
    assert.deepEqual(blocks(text), [null, 8, 16]);
  });
});

describe('parameters', () => {
  it('have the value of the first call, which is said where the calls differ', () => {
    const text =
      'void run(int n, int t = 64, int u = 2) { k<<<n, t * u>>>(); }\nvoid f() { run(1); run(2, 64); }';
    assert.deepEqual(blocks(text), [128]);
    assert.deepEqual(blocks(`${text}\nvoid g() { run(1, 32); }`), [128]);
    assert.match(notesOf(`${text}\nvoid g() { run(1, 32); }`), /t differs between the 3 calls/);
    assert.doesNotMatch(notesOf(text), /differs/);
  });

  it('are unknown where the first call does not tell', () => {
    assert.deepEqual(blocks('void run(int t) { k<<<1, t>>>(); }\nvoid f(int n) { run(n); run(32); }'), [
      null,
    ]);
  });

  it('say that a loop goes on with other values', () => {
    assert.match(
      notesOf('void f() { for (int t = 32; t < 512; t *= 2) k<<<1, t>>>(); }'),
      /each turn of its loop/,
    );
    assert.match(
      notesOf('void f() { dim3 b(8); for (int i = 0; i < 9; i++) { k<<<1, b>>>(); b.x *= 2; } }'),
      /b changes with each turn|b\.x changes with each turn/,
    );
  });

  it('are followed through several functions and template arguments, not round a recursion', () => {
    const text = `
      template <int T> void inner(int m) { k<<<1, T * m>>>(); }
      void middle(int m) { inner<32>(m); }
      void again(int m) { k<<<1, m>>>(); again(m); }
      int main() { middle(4); again(8); }`;
    assert.deepEqual(blocks(text), [128, null]);
  });

  it('say where the value comes from', () => {
    assert.match(
      notesOf('void run(int t) { k<<<1, t>>>(); }\nint main() { run(96); }'),
      /t is taken from the only call/,
    );
  });

  it('are found in files nearby, and only there, and not for ambiguous names', () => {
    const wrapper = '#include "run.h"\nvoid run(int t) { k<<<1, t>>>(); }';
    assert.deepEqual(blocks(wrapper, { 'main.cpp': 'int main() { run(48); }' }), [48]);
    assert.deepEqual(
      blocks(wrapper, { 'run.h': 'void run(int t);', 'other/main.cpp': 'int main() { run(48); }' }),
      [null],
    );
    assert.deepEqual(blocks(wrapper, { 'main.cpp': 'void run(float x) {}\nint main() { run(48); }' }), [
      null,
    ]);
  });

  it('are found behind the header of the function, and for specialisations that all calls serve alike', () => {
    const wrapper = (code: string) => `#include "run.h"\n${code}`;
    const others = {
      'run.h': '',
      'a.h': 'void run(int t);',
      'other/m.cpp': '#include "../a.h"\nint main() { run(48); }',
    };
    assert.deepEqual(blocks('#include "a.h"\nvoid run(int t) { k<<<1, t>>>(); }', others), [48]);
    const special =
      'template <class T> void go(T *a, int t) { k<<<1, t>>>(); }\ntemplate <> void go(char *a, int t) {}';
    assert.deepEqual(blocks(wrapper(special), { 'b.cpp': 'int f() { go(x, 96); go(y, 96); }' }), [96]);
    assert.deepEqual(blocks(wrapper(special), { 'b.cpp': 'int f() { go(x, 96); go(y, 32); }' }), [null]);
  });

  it('follow edits of the callers', () => {
    const workspace = new CudaWorkspace();
    const block = () => workspace.file('a.cu')!.launches[0]!.block[0].value;
    workspace.setFile('a.cu', 'void run(int t) { k<<<1, t>>>(); }');
    assert.equal(block(), null);
    workspace.setFile('b.cpp', '#include "n.h"\nvoid f() { run(N); }');
    workspace.setFile('n.h', '#define N 32\n');
    assert.equal(block(), 32);
    workspace.setFile('n.h', 'const int N = 64;\n');
    assert.equal(block(), 64);
    workspace.setFile('c.cpp', 'void g() { run(7); }');
    assert.equal(block(), 64, 'as in the first call');
    workspace.removeFile('c.cpp');
    assert.equal(block(), 64);
    workspace.removeFile('b.cpp');
    assert.equal(block(), null);
  });
});
