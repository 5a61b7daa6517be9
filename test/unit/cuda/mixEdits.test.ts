import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { Lowering, LoweringOptions } from '../../../src/cuda/workspace';
import type { InstructionMix } from '../../../src/kernel/kernel';
import { sentences } from './mixSupport';
import { testParser } from './support';

/** A program in pieces, each with alternatives; the first of each is what the others are compared with. */
const PIECES = {
  include: ['#include "f.cuh"', '#include "f.cuh"\n#include <cstdio>'],
  macro: ['#define STEPS 8', '#define STEPS 12'],
  constant: ['const int COUNT = 100;', 'const int COUNT = 200;'],
  type: ['typedef float real;', 'typedef double real;'],
  struct: ['struct P { float x, y; };', 'struct P { double x, y; };'],
  variable: ['__constant__ float weights[16];', '__device__ float weights[16];'],
  unrelated: [
    '__device__ float g(float v) { return v; }',
    '__device__ float g(float v) {\n  return v * v;\n}',
  ],
  other: [
    '__global__ void other(float* x) { x[threadIdx.x] = g(x[0]); }',
    '__global__ void other(float* x) {\n  if (x[1] > 0.f)\n    x[threadIdx.x] = g(x[0]);\n}',
  ],
  pragma: ['// plain', '#pragma unroll 4'],
  comment: ['', '// one\n// two\n'],
  block: ['128', '64'],
  argument: ['500', '900'],
} as const;

type Piece = keyof typeof PIECES;
type Choice = Partial<Record<Piece, number>>;

const FUNCTIONS = [
  '__device__ float f(float v) { return v + 1.f; }',
  '__device__ float f(float v) { return sqrtf(v) + 1.f; }',
];

function programOf(choice: Choice): string {
  const piece = (name: Piece): string => PIECES[name][choice[name] ?? 0]!;
  return `${piece('include')}
${piece('macro')}
${piece('constant')}
${piece('type')}
${piece('struct')}
${piece('variable')}
${piece('unrelated')}
${piece('other')}
${piece('comment')}
__global__ void k(real* x, P* p, int n) {
  for (int i = 0; i < STEPS; i++) x[i] = x[i] + weights[i];
${piece('pragma')}
  for (int i = 0; i < COUNT; i++) p[i].x = f(p[i].x) * 2.f;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (x[i] > 0) x[i] = f(x[i]);
}
int main() { other<<<1, 32>>>(x); k<<<4, ${piece('block')}>>>(x, p, ${piece('argument')}); }`;
}

describe('readings across edits', () => {
  let parser: CudaParser;

  before(async () => {
    parser = await testParser();
  });

  function filesOf(choice: Choice, body = 0): [string, string][] {
    return [
      ['k.cu', programOf(choice)],
      ['f.cuh', FUNCTIONS[body]!],
    ];
  }

  function workspaceOf(files: readonly [string, string][]): CudaWorkspace {
    const workspace = new CudaWorkspace({ parser });
    for (const [path, text] of files) workspace.setFile(path, text);
    return workspace;
  }

  function mixIn(workspace: CudaWorkspace): InstructionMix {
    const { mix } = workspace.index().kernels.find(({ name }) => name === 'k')!;
    assert.ok(mix !== null);
    return mix;
  }

  for (const name of ['unrelated', 'other', 'comment'] as const)
    it(`are not read again when ${name} changes, and move with the kernel`, () => {
      const workspace = workspaceOf(filesOf({}));
      const before = mixIn(workspace);
      workspace.setFile('k.cu', programOf({ [name]: 1 }));
      const after = mixIn(workspace);
      assert.equal(after.perThread, before.perThread, 'the same reading');
      assert.deepEqual(after, mixIn(workspaceOf(filesOf({ [name]: 1 }))));
      assert.notEqual(after.loops[0]!.range.startLine, before.loops[0]!.range.startLine);
      assert.match(sentences(after).join('\n'), /^line \d+: the branch on/m);
      workspace.setFile('k.cu', programOf({}));
      assert.equal(mixIn(workspace), before, 'back where it was');
    });

  for (const name of [
    'macro',
    'constant',
    'type',
    'struct',
    'variable',
    'pragma',
    'block',
    'argument',
  ] as const)
    it(`are read again when the ${name} they rest on changes`, () => {
      const workspace = workspaceOf(filesOf({}));
      const before = mixIn(workspace);
      workspace.setFile('k.cu', programOf({ [name]: 1 }));
      assert.notDeepEqual(mixIn(workspace), before);
      assert.deepEqual(mixIn(workspace), mixIn(workspaceOf(filesOf({ [name]: 1 }))));
    });

  it('are read again when a device function of a header changes', () => {
    const workspace = workspaceOf(filesOf({}));
    const before = mixIn(workspace);
    workspace.setFile('f.cuh', FUNCTIONS[1]!);
    assert.ok(mixIn(workspace).perThread.special > before.perThread.special);
    workspace.setFile('f.cuh', `// moved\n${FUNCTIONS[1]!}`);
    assert.deepEqual(mixIn(workspace), mixIn(workspaceOf(filesOf({}, 1))));
  });

  it('are after any series of edits what a fresh reading gives', () => {
    const choice = fc.record(
      Object.fromEntries(Object.keys(PIECES).map((name) => [name, fc.nat(1)])) as Record<
        Piece,
        fc.Arbitrary<number>
      >,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(choice, fc.nat(1)), { minLength: 2, maxLength: 6 }), (edits) => {
        const workspace = workspaceOf([]);
        for (const [made, body] of edits) {
          for (const [path, text] of filesOf(made, body)) workspace.setFile(path, text);
          assert.deepEqual(mixIn(workspace), mixIn(workspaceOf(filesOf(made, body))));
        }
      }),
      { numRuns: 10, seed: 3 },
    );
  });

  function loweringIn(workspace: CudaWorkspace, options: LoweringOptions = {}): Lowering {
    const lowering = workspace.lower('k.cu#k', workspace.launchesOf('k.cu#k')[0] ?? null, options);
    assert.ok(lowering !== null);
    return lowering;
  }

  it('serve lowered programs: kept and moved, or made anew', () => {
    const workspace = workspaceOf(filesOf({}));
    const programIn = (lowering: Lowering): unknown => lowering.kind === 'lowered' && lowering.program;
    for (const name of Object.keys(PIECES) as Piece[]) {
      workspace.setFile('k.cu', programOf({}));
      const before = loweringIn(workspace);
      workspace.setFile('k.cu', programOf({ [name]: 1 }));
      const after = loweringIn(workspace);
      assert.deepEqual(after, loweringIn(workspaceOf(filesOf({ [name]: 1 }))), name);
      const kept = ['include', 'unrelated', 'other', 'comment'].includes(name);
      assert.equal(programIn(after) === programIn(before), kept, name);
    }
  });

  it('are made anew for what the user says of a lowering, in options and comments', () => {
    const directive = (text: string): [string, string][] => [
      ['k.cu', programOf({}).replace('__global__ void k(', `// corun: ${text}\n__global__ void k(`)],
      ['f.cuh', FUNCTIONS[0]!],
    ];
    const workspace = workspaceOf(directive('n=64'));
    const states = [
      loweringIn(workspace),
      loweringIn(workspace, { arguments: { n: 128 } }),
      loweringIn(workspace, { block: [32, 1, 1] }),
    ];
    const [share] = states[0]!.kind === 'lowered' ? states[0]!.assumptions.map((one) => one.parameter) : [];
    for (const [path, text] of directive(`${share}=0.125`)) workspace.setFile(path, text);
    states.push(loweringIn(workspace));
    assert.deepEqual(states.at(-1), loweringIn(workspaceOf(directive(`${share}=0.125`))));
    assert.equal(new Set(states.map((state) => JSON.stringify(state))).size, states.length);
  });

  it('are kept for each of the launches they were asked for', () => {
    const workspace = workspaceOf(filesOf({}));
    const [launch] = workspace.launchesOf('k.cu#k');
    const [forLaunch, assumed] = [workspace.mixOf('k.cu#k', launch!), workspace.mixOf('k.cu#k', null)];
    workspace.setFile('k.cu', programOf({ comment: 1 }));
    const [again] = workspace.launchesOf('k.cu#k');
    assert.equal(workspace.mixOf('k.cu#k', again!)!.perThread, forLaunch!.perThread);
    assert.equal(workspace.mixOf('k.cu#k', null)!.perThread, assumed!.perThread);
    assert.notDeepEqual(forLaunch!.perThread, assumed!.perThread);
  });
});
