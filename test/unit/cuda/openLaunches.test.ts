import assert from 'node:assert/strict';
import { settableOf, type SymbolicDim3, type SymbolicValue } from '../../../src/kernel/symbolic';
import { CudaWorkspace } from '../../../src/cuda/workspace';

const values = (dim: SymbolicDim3): (number | null)[] => dim.map(({ value }) => value);

/** The blocks along x of the first launch of a source among others. */
function gridOf(text: string, others: Readonly<Record<string, string>> = {}): SymbolicValue {
  const workspace = new CudaWorkspace();
  for (const [name, content] of Object.entries(others)) workspace.setFile(name, content);
  workspace.setFile('a.cu', text);
  return workspace.file('a.cu')!.launches[0]!.grid[0];
}

describe('launches with open numbers', () => {
  it('compute through a function that another source of the program defines', () => {
    const text = `int divUp(int a, int b);
      __global__ void k(float *a);
      void run() { k<<<divUp(1000, 32), 32>>>(0); }`;
    const define = 'int divUp(int a, int b) { return (a + b - 1) / b; }';
    const gridWith = (others: Record<string, string>) => gridOf(text, others).value;
    assert.equal(gridWith({}), null);
    assert.equal(gridWith({ 'util.cu': define }), 32);
    // Which of two would be linked is not known.
    assert.equal(gridWith({ 'util.cu': define, 'other.cu': define.replace('- 1', '') }), null);
  });

  it('name what can be set: a variable in the place of what has no name, and members by their path', () => {
    const settable = (body: string): readonly string[] => settableOf(gridOf(`void host() { ${body} }`));
    assert.deepEqual(settable('k<<<n / 2, 32>>>(a);'), ['n']);
    assert.deepEqual(settable('int rows = x.size(0); k<<<rows / 2, 32>>>(a);'), ['rows']);
    assert.deepEqual(settable('int n = atoi(argv[1]); k<<<n * 2, 32>>>(a);'), ['n']);
    assert.deepEqual(settable('k<<<image->width * this->rows, 32>>>(a);'), ['image.width', 'rows']);
    assert.deepEqual(settable('k<<<n * x.size(0), 32>>>(a);'), []);
  });

  it('take numbers for variables and for members', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile(
      'a.cu',
      'void f(Image *i) { int n = i->list.size(); k<<<n, 32>>>(); k<<<i->width, 32>>>(); }',
    );
    const given = new Map(Object.entries({ n: 5, 'i.width': 7 }));
    const sized = workspace.launchesWith(workspace.file('a.cu')!.launches, given);
    assert.deepEqual(
      sized.map(({ grid }) => grid[0].value),
      [5, 7],
    );
  });

  it('take dimensions whose components are assigned one by one, from callers that know them through a header', () => {
    const header =
      '#pragma once\nstruct Shape { dim3 grid; dim3 block; };\nvoid run(const Shape &s, float *a);';
    const source =
      '#include "shape.h"\n__global__ void k(float *a);\nvoid run(const Shape &s, float *a) { k<<<s.grid, s.block>>>(a); }';
    const caller = (count: string) =>
      `#include "../device/shape.h"\nvoid main2() { Shape s; s.block = dim3{8, 8}; s.grid.x = (${count} + s.block.x - 1) / s.block.x; s.grid.y = 4; run(s, 0); }`;
    const told = (count: string) => {
      const workspace = new CudaWorkspace();
      workspace.setFile('device/shape.h', header);
      workspace.setFile('device/step.cu', source);
      workspace.setFile('host/program.cpp', caller(count));
      const [one] = workspace.index().launches;
      return [values(one!.grid), values(one!.block)];
    };
    assert.deepEqual(told('100'), [
      [13, 4, 1],
      [8, 8, 1],
    ]);
    // Nobody knows the width: it is no single block.
    assert.deepEqual(told('width()')[0], [null, 4, 1]);
  });
});
