import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { evaluate } from '../../../src/cuda/constants/evaluate';
import { settableOf } from '../../../src/kernel/symbolic';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { testParser } from './support';
import { told } from '../../support/told';

function workspaceOf(files: Record<string, string>): CudaWorkspace {
  const workspace = new CudaWorkspace();
  for (const [path, text] of Object.entries(files)) workspace.setFile(path, text);
  return workspace;
}

const blockOf = (workspace: CudaWorkspace, path: string) => workspace.file(path)!.launches[0]?.block[0].value;

describe('workspace', () => {
  it('asks for the member of a structure that something wrote, not for the structure', () => {
    const workspace = workspaceOf({
      'a.cu': `struct Config { int width, size; };
        __global__ void k(int n) {}
        void show(Config *c) { int all = c->width * c->size; }
        int main() {
          Config config; if (fread(&config, sizeof(Config), 1, file) != 1) return 1;
          config.size = abs(config.size);
          show(&config);
          k<<<(config.size + 255) / 256, 256>>>(config.width);
        }`,
    });
    const [launch] = workspace.file('a.cu')!.launches;
    assert.deepEqual(settableOf(launch!.grid[0]), ['config.size']);
    assert.deepEqual(settableOf(launch!.arguments[0]!), ['config.width']);
  });

  it('joins launches to kernels of other files and lists only files that may hold CUDA or calls of it', () => {
    const workspace = workspaceOf({
      'b.cu': 'void f() { k<<<1, 2>>>(); }',
      'a.cuh': '__global__ void k() {}',
      'plain.hpp': 'inline int eight() { return 1 << 3; }',
      'caller.cpp': 'void f(); int main() { f(); }',
      'host.cpp': 'void g() { cudaMalloc(&p, 4); }',
    });
    const index = workspace.index();
    assert.deepEqual(
      index.files.map((file) => file.path),
      ['a.cuh', 'b.cu', 'caller.cpp', 'host.cpp'],
    );
    assert.deepEqual(index.launches[0]!.kernelIds, ['a.cuh#k']);
    assert.deepEqual(workspace.file('plain.hpp')!.kernels, []);
    assert.equal(workspace.file('none.cu'), null);
  });

  it('reads of some files no launches in others, for joins and for mixes', async () => {
    const workspace = new CudaWorkspace({ parser: await testParser() });
    const loop = 'for (int i = 0; i < n; ++i) x[threadIdx.x] += i;';
    const declared = '__global__ void k(float* x, int n)';
    workspace.setFile('k.cu', `${declared} { ${loop} }`);
    workspace.setFile('a.cu', `${declared};\nvoid a(float* x) { k<<<1, 32>>>(x, 16); }`);
    const [first] = workspace.index(['k.cu']).kernels;
    const [alone] = workspace.index(['a.cu']).launches;
    const { kernels, launches } = workspace.index();
    const [whole] = kernels;
    // Of an argument that no launch in sight tells, 1024 is taken.
    assert.deepEqual([first!.mix!.perThread.fp32, whole!.mix!.perThread.fp32], [1024, 16]);
    assert.deepEqual([alone!.kernelIds, launches[0]!.kernelIds], [[], [whole!.id]]);
  });

  it('knows all values of a variable of a header, whether the header launches anything or was asked for before', () => {
    const files = {
      'size.h':
        'int size = 128; inline void widen() { size = 256; } inline int eight() { int size = 8; return size; }',
      'a.cu':
        '#include "size.h"\n__global__ void k() {} int main(int n, char**) { if (n) widen(); k<<<1, size>>>(); }',
    };
    const blocks = [Object.entries(files), Object.entries(files).toReversed()].flatMap((order) => {
      const workspace = workspaceOf(Object.fromEntries(order));
      const alone = blockOf(workspace, 'a.cu');
      workspace.index();
      return [
        alone,
        blockOf(workspace, 'a.cu'),
        blockOf(workspaceOf({ ...files, 'size.h': 'int size = 128;' }), 'a.cu'),
      ];
    });
    assert.deepEqual(blocks, [null, null, 128, null, null, 128]);
  });

  it('follows edits of the file, of what it includes, and of who includes it', () => {
    const workspace = workspaceOf({
      'a.cu': '#include "n.h"\nvoid f() { k<<<1, N * M>>>(); }',
      'n.h': '#define N 32\nconst int M = 2;\n',
    });
    assert.equal(blockOf(workspace, 'a.cu'), 64);
    workspace.setFile('n.h', '#define N 16\nconst int M = 2;\n');
    assert.equal(blockOf(workspace, 'a.cu'), 32);
    workspace.setFile('n.h', '#define N 16\nconst int M = 8;\n');
    assert.equal(blockOf(workspace, 'a.cu'), 128);
    workspace.setFile('a.cu', '#include "n.h"\nvoid f() { k<<<1, N * M + 1>>>(); }');
    assert.equal(blockOf(workspace, 'a.cu'), 129);
    workspace.removeFile('n.h');
    assert.equal(blockOf(workspace, 'a.cu'), null);
    workspace.setFile('sub/n.h', '#define N 1\n#define M 3\n');
    assert.equal(blockOf(workspace, 'a.cu'), 4);
    workspace.setFile('n.h', '#define N 2\n#define M 3\n');
    assert.equal(blockOf(workspace, 'a.cu'), 7);
  });

  it('takes a header whose name differs in case where none has the very name, as Windows and macOS do', () => {
    const workspace = workspaceOf({
      'a.cu': '#include "Inc/Sizes.h"\nvoid f() { k<<<1, N>>>(); }',
      'inc/sizes.h': '#define N 32\n',
      'inc/other.h': '#define N 64\n',
    });
    assert.equal(blockOf(workspace, 'a.cu'), 32);
    workspace.setFile('lib/Inc/Sizes.h', '#define N 128\n');
    assert.equal(blockOf(workspace, 'a.cu'), 128);
  });

  it('takes a header whose letters are composed in another way, as macOS does, and separators of Windows', () => {
    const workspace = workspaceOf({
      'src/a.cu': '#include "..\\inc\\grö\u00dfe.h"\nvoid f() { k<<<1, N>>>(); }',
      [`inc/${'grö\u00dfe.h'.normalize('NFD')}`]: '#define N 32\n',
    });
    assert.equal(blockOf(workspace, 'src/a.cu'), 32);
  });

  it('re-reads a fragment when its includer changes', () => {
    const workspace = workspaceOf({
      'm.cu': '#define B 8\n#include "f.cu"\n',
      'f.cu': 'void f() { k<<<1, B>>>(); }',
    });
    assert.equal(blockOf(workspace, 'f.cu'), 8);
    workspace.setFile('m.cu', '#define B 9\n#include "f.cu"\n');
    assert.equal(blockOf(workspace, 'f.cu'), 9);
    workspace.setFile('m.cu', '#define B 9\n');
    assert.equal(blockOf(workspace, 'f.cu'), null);
  });

  it('renews joins when a kernel appears or goes', () => {
    const workspace = workspaceOf({ 'a.cu': 'void f() { k<<<1, 2>>>(); }' });
    const ids = () => workspace.file('a.cu')!.launches[0]!.kernelIds;
    assert.deepEqual(ids(), []);
    workspace.setFile('b.cu', '__global__ void k() {}');
    assert.deepEqual(ids(), ['b.cu#k']);
    workspace.removeFile('b.cu');
    assert.deepEqual(ids(), []);
  });

  it('keeps what an edit of another file does not touch', () => {
    const workspace = workspaceOf({
      'k.cu': '__global__ void k() {}',
      'a.cu': 'void f() { k<<<1, 2>>>(); }',
      'b.cu': 'void g() { other<<<1, 2>>>(); }',
    });
    const [a, b] = [workspace.file('a.cu'), workspace.file('b.cu')];
    workspace.setFile('k.cu', '__global__ void k() {}\n__global__ void more() {}');
    assert.equal(workspace.file('a.cu'), a);
    assert.equal(workspace.file('b.cu'), b);
    workspace.setFile('k.cu', '__global__ void k() {}\n__global__ void other() {}');
    assert.equal(workspace.file('a.cu'), a);
    assert.deepEqual(workspace.file('b.cu')!.launches[0]!.kernelIds, ['k.cu#other']);
  });

  it('is after a trial as it was, to the last object, and shows the other texts while it lasts', () => {
    const file = fc.constantFrom('n.h', 'k.cu', 'a.cu', 'b.cu', 'main.cpp');
    const number = fc.integer({ min: 1, max: 4 });
    const texts = (n: number): Record<string, string> => ({
      'n.h': n % 2 === 0 ? `#define N ${n}\nconst int M = 2;\n` : `#define N 1\nconst int M = ${n};\n`,
      'k.cu': `#include "n.h"\n__global__ void k() { __shared__ int t[M * ${n}]; t[0] = N; }\n`,
      'a.cu': `#include "n.h"\nvoid run(int b) { k<<<N, b>>>(); }\nvoid f() { k<<<M, ${n}>>>(); run(N * M); }\n`,
      'main.cpp': n > 2 ? '#define K 5\n#include "b.cu"\nint main() { k<<<1, 4>>>(); }' : 'int main() {}',
      'b.cu': `#include "n.h"\nvoid run(int);\nvoid g() { k<<<N, K>>>(); ${n > 2 ? 'other<<<1, 2>>>();' : ''} }\n`,
    });
    /** The index, and values that are read where they are asked for. */
    const read = (workspace: CudaWorkspace) => ({
      ...workspace.index(),
      values: workspace
        .functions('a.cu')
        .map((unit) => evaluate('b * M', unit.scopeAt(unit.text.length - 1))),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(file, number, fc.boolean()), { maxLength: 6 }), (steps) => {
        const now = texts(3);
        const workspace = workspaceOf(now);
        for (const [path, n, isTrial] of steps) {
          const before = workspace.index();
          const after = { ...now, [path]: texts(n)[path]! };
          if (isTrial) {
            const shown = workspace.during(new Map([[path, after[path]!]]), () => read(workspace));
            assert.deepEqual(shown, read(workspaceOf(after)));
            for (const known of before.files) assert.equal(workspace.file(known.path), known);
          } else {
            workspace.setFile(path, after[path]!);
            Object.assign(now, after);
          }
          assert.deepEqual(read(workspace), read(workspaceOf(now)));
        }
      }),
      {
        numRuns: 60,
        examples: [
          [
            [
              ['main.cpp', 1, true],
              ['b.cu', 1, false],
            ],
          ],
        ],
      },
    );
  });

  it('knows the files that can change with a number', () => {
    const texts: Record<string, string> = {
      'n.h': '#define N 4\nconst int M = 2;\ntemplate <int T> struct S { static const int size = T * 8; };\n',
      'k.cuh': '#include "n.h"\n__global__ void k(int *p) { __shared__ int t[S<3>::size]; }\n',
      'a.cu': '#include "k.cuh"\nvoid run(int b) { k<<<N, b>>>(p); }\nvoid f() { run(M * 5); }\n',
      'b.cu': 'void run(int);\nconst int B = 6;\nvoid g() { run(B); k<<<9, B>>>(p); }\n',
      'main.cpp': '#define K 5\n#include "c.cu"\nint main() { k<<<1, 4>>>(p); }',
      'c.cu': 'void h() { k<<<1, K>>>(p); }\n',
      'far/d.cu': '#define N 3\nvoid run(int b) { k<<<N, b>>>(p); }\n',
    };
    const workspace = workspaceOf(texts);
    const launching = workspace.index().files.map(({ path }) => path);
    let changes = 0;
    for (const [path, text] of Object.entries(texts))
      for (const { index } of text.matchAll(/\b\d/g)) {
        const other = workspaceOf({ ...texts, [path]: `${text.slice(0, index)}7${text.slice(index + 1)}` });
        const changed = launching.filter((one) => !isDeepStrictEqual(workspace.file(one), other.file(one)));
        for (const one of changed) assert.ok(workspace.readersOf(path).includes(one), `${one} reads ${path}`);
        changes += changed.length;
      }
    assert.ok(changes >= 12);
    assert.deepEqual(workspace.readersOf('far/d.cu'), ['far/d.cu']);
    workspace.setFile('far/d.cu', '#include "n.h"\nvoid g() { k<<<N, 1>>>(p); }');
    assert.deepEqual(workspace.readersOf('n.h'), ['a.cu', 'far/d.cu', 'k.cuh']);
  });

  it('joins no two programs of a folder by their names', () => {
    const main = 'int main(int argc, char **argv) { k<<<1, argc * 32>>>(p); }';
    const workspace = workspaceOf({ 'a.cu': main, 'b.cu': main });
    assert.deepEqual(workspace.readersOf('a.cu'), ['a.cu']);
  });

  it('takes a trial back that fails', () => {
    const workspace = workspaceOf({ 'a.cu': '#define N 8\nvoid f() { k<<<1, N>>>(); }' });
    const other = new Map([['a.cu', 'void f() {}']]);
    const fail = () => {
      assert.deepEqual(workspace.index().launches, []);
      throw new Error('in the trial');
    };
    assert.throws(() => workspace.during(other, fail), told(/in the trial/));
    assert.equal(blockOf(workspace, 'a.cu'), 8);
  });

  it('gives the same result for a series of edits as for the final texts', () => {
    const files: Record<string, string> = {
      'a.cu': '#include "n.h"\n__global__ void k(int *p) { p[0] = N; }\nvoid f() { k<<<N, 64>>>(p); }',
      'n.h': '#ifndef N\n#define N 4\n#endif\n',
      'b.cu': '#define N 9\n#include "n.h"\nvoid g() { k<<<N, N>>>(p); }',
    };
    const edited = workspaceOf({
      'b.cu': 'x',
      'n.h': '#define N 1',
      'a.cu': files['b.cu']!,
      'c.cu': '__global__ void k() {}',
    });
    edited.index();
    edited.removeFile('c.cu');
    for (const [path, text] of Object.entries(files)) {
      edited.setFile(path, text);
      edited.index();
    }
    assert.deepEqual(edited.index(), workspaceOf(files).index());
  });

  it('takes the macros of the build', () => {
    const workspace = new CudaWorkspace({ defines: { BS: '96', FAST: '' } });
    workspace.setFile('a.cu', '#ifdef FAST\nvoid f() { k<<<1, BS>>>(); }\n#endif');
    assert.equal(blockOf(workspace, 'a.cu'), 96);
  });

  it('keeps what was read of so many kernels, and reads others again to the same', async () => {
    const workspace = new CudaWorkspace({ parser: await testParser(), mostKernelsRead: 2 });
    const names = ['a', 'b', 'c'];
    for (const name of names)
      workspace.setFile(`${name}.cu`, `__global__ void ${name}(int *p) { p[threadIdx.x] = 1; }`);
    const [a, b] = names.slice(0, 2).map((name) => workspace.lower(`${name}.cu#${name}`, null)!);
    assert.equal(workspace.lower('a.cu#a', null), a);
    workspace.lower('c.cu#c', null);
    assert.equal(workspace.lower('a.cu#a', null), a);
    const again = workspace.lower('b.cu#b', null);
    assert.notEqual(again, b);
    assert.deepEqual(again, b);
  });

  it('lets go of bodies and values between questions, but for what they gave to others, and reads them again', () => {
    const source =
      'int n = 64;\nvoid grow() { n = 128; }\nint main() {\n  int m = 3;\n  grow();\n  k<<<m, n>>>();\n}\n';
    const look = (options: ConstructorParameters<typeof CudaWorkspace>[0], questions: number) => {
      const workspace = new CudaWorkspace(options);
      workspace.setFile('a.cu', source);
      workspace.readAll();
      const [grow, main] = workspace.functions('a.cu');
      const bodies = [grow!.readBody(), main!.readBody()];
      for (let at = 0; at < questions; at++) workspace.answered();
      const values = ['m', 'n'].map((name) => main!.scopeAt(main!.text.indexOf('k<<<')).lookup(name)?.symbol);
      const texts = values.map(
        (symbol) => symbol?.kind === 'variable' && symbol.values.map(({ text }) => text),
      );
      const kept = [grow!.readBody() === bodies[0], main!.readBody() === bodies[1]];
      return { kept, texts, launches: workspace.index().launches };
    };
    const all = look({}, 1000);
    assert.deepEqual(all.kept, [true, true]);
    assert.deepEqual(all.texts, [['3'], ['64', '128']]);
    const few = look({ mostKernelsRead: 2 }, 1000);
    assert.deepEqual(few, { ...all, kept: [true, false] });
  });

  it('reports what the grammar cannot read, with its range, and keeps the rest', async () => {
    const workspace = new CudaWorkspace({ parser: await testParser() });
    const good = '__global__ void good(int *a) {\n  a[0] = 1;\n}\n';
    workspace.setFile('a.cu', `${good}__global__ void bad(int *a) {\n  a[0] = 1;\n  a = = 2 @;\n}\n`);
    const { kernels, diagnostics } = workspace.file('a.cu')!;
    assert.deepEqual(
      kernels.map((kernel) => kernel.name),
      ['good', 'bad'],
    );
    assert.ok(diagnostics.length > 0);
    for (const { code, range } of diagnostics)
      assert.deepEqual([code, range.startLine], ['unparsed-code', 6]);
    workspace.setFile('a.cu', good);
    assert.deepEqual(workspace.file('a.cu')!.diagnostics, []);
  });

  it('hands out function bodies with text to parse, scopes and the way back', async () => {
    const source =
      '#define W 4\n#define LOAD(p) (p)[threadIdx.x * W]\n__device__ float twice(float x) { return 2 * x; }\n__global__ void k(float *p) {\n  const int n = W * 2;\n  for (int i = 0; i < n; i++) p[i] = twice(LOAD(p));\n}\n';
    const workspace = workspaceOf({ 'a.cu': source });
    const [helper, kernel] = workspace.functions('a.cu');
    assert.deepEqual(
      [helper!.kind, helper!.kernelId, kernel!.kind, kernel!.kernelId],
      ['device', null, 'kernel', 'a.cu#k'],
    );
    assert.deepEqual(workspace.functionsNamed('twice', 'a.cu'), [helper]);
    const tree = (await testParser()).parse(kernel!.text);
    assert.equal(tree.root.hasError, false);
    const call = tree.root.descendantsOfType('subscript_expression').at(-1)!;
    assert.equal(call.text, '(p)[threadIdx.x * W]');
    assert.equal(kernel!.isWritten(call.startIndex, call.endIndex), false);
    assert.deepEqual(kernel!.rangeOf(call.startIndex, call.endIndex), {
      startLine: 6,
      startColumn: 43,
      endLine: 6,
      endColumn: 50,
    });
    const found = kernel!.scopeAt(call.startIndex).lookup('n');
    assert.equal(found?.symbol.kind === 'variable' && found.symbol.values[0]?.text, 'W * 2');
    tree.delete();
  });
});
