import assert from 'node:assert/strict';
import { compileCommand, wordsOf, type CompileEntry } from '../../../src/cuda/build/compileCommand';
import { CudaWorkspace } from '../../../src/cuda/workspace';

const entry = (file: string, ...given: string[]): CompileEntry => ({
  directory: '/there/project/build',
  file,
  arguments: ['nvcc', ...given, '-c', file],
});

describe('a compile command', () => {
  it('is split into words as a shell does', () => {
    assert.deepEqual(wordsOf(`nvcc "-DNAME=\\"a b\\"" -I'x y' a\\ b.cu`, false), [
      'nvcc',
      '-DNAME="a b"',
      '-Ix y',
      'a b.cu',
    ]);
    assert.deepEqual(wordsOf(String.raw`nvcc -IC:\sdk\include "C:\a b.cu"`, true), [
      'nvcc',
      String.raw`-IC:\sdk\include`,
      String.raw`C:\a b.cu`,
    ]);
  });

  it('tells macros and include folders in every spelling, absolute', () => {
    const { file, defines, includeFolders } = compileCommand(
      entry(
        '../src/a.cu',
        '-DA',
        '-D',
        'B=2',
        '--define-macro=C=x y',
        '-UA',
        '-I../inc',
        '-isystem',
        '/sdk',
        '-I=own',
      ),
    );
    assert.equal(file, '/there/project/src/a.cu');
    assert.deepEqual(
      [...defines],
      [
        ['A', null],
        ['B', '2'],
        ['C', 'x y'],
      ],
    );
    assert.deepEqual(includeFolders, ['/there/project/inc', '/sdk', '/there/project/build/own']);
  });
});

describe('the commands of a build', () => {
  const source =
    '#include <size.h>\n__global__ void k(int* a) { a[0] = SIZE; }\nvoid run(int* a) { k<<<1, SIZE * SCALE>>>(a); }';
  const block = (workspace: CudaWorkspace, path: string): unknown =>
    workspace.file(path)!.launches[0]!.block[0].value;
  const projectWith = (...entries: readonly CompileEntry[]): CudaWorkspace => {
    const workspace = new CudaWorkspace();
    workspace.setFile('src/a.cu', source);
    workspace.setFile('src/near/size.h', '#define SIZE 32');
    workspace.setFile('wide/size.h', '#define SIZE 128');
    workspace.setCommands('build/compile_commands.json', { entries, faults: [] });
    return workspace;
  };

  it('give a file its macros and the folders of its includes, on whatever machine they were written', () => {
    const given = projectWith(entry('../src/a.cu', '-I../wide', '-DSCALE=2'));
    assert.equal(block(given, 'src/a.cu'), 256);
    assert.equal(block(projectWith(entry('../src/a.cu', '-DSCALE=1')), 'src/a.cu'), 32);
  });

  it('are read anew when they change, go, or files come', () => {
    const workspace = projectWith(entry('../src/a.cu', '-I../wide', '-DSCALE=2'));
    assert.equal(block(workspace, 'src/a.cu'), 256);
    const changed = { entries: [entry('../src/a.cu', '-I../wide', '-DSCALE=4')], faults: [] };
    workspace.setCommands('build/compile_commands.json', changed);
    assert.equal(block(workspace, 'src/a.cu'), 512);
    workspace.removeFile('wide/size.h');
    assert.equal(block(workspace, 'src/a.cu'), 128);
    workspace.removeFile('build/compile_commands.json');
    assert.equal(block(workspace, 'src/a.cu'), null);
  });

  it('undefine what is taken as defined, and choose between files of one name by their own folder', () => {
    const workspace = new CudaWorkspace();
    const text =
      '#ifdef NDEBUG\n#define T 64\n#else\n#define T 32\n#endif\n__global__ void k() {}\nvoid run() { k<<<1, T>>>(); }';
    for (const path of ['a.cu', 'sub/a.cu']) workspace.setFile(path, text);
    const entries = [entry('../sub/a.cu', '-UNDEBUG'), entry('../a.cu')];
    workspace.setCommands('build/compile_commands.json', { entries, faults: [] });
    assert.deepEqual(
      ['a.cu', 'sub/a.cu'].map((path) => block(workspace, path)),
      [64, 32],
    );
  });

  it('are those of another project where no file is of this one', () => {
    assert.equal(block(projectWith(entry('/else/b.cu', '-DSCALE=2')), 'src/a.cu'), null);
  });
});
