import assert from 'node:assert/strict';
import { parseKernelProgram } from '../../../src/kernel/program';
import { byteForm } from '../../../src/simulator/program/byteForm';
import { laneForm } from '../../../src/kernel/totals/laneExpression';
import { plainForm } from '../../../src/simulator/program/plainForm';
import { planMachine } from '../../../src/simulator/run/plan';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const loaded = loadSpec('h100-sxm');
const launch = { grid: [4, 3, 1], block: [32, 2, 1], dynamicSharedBytes: 0, blocks: 12 } as const;
const formOf = (text: string) => {
  const form = laneForm(text, { constants: new Map(), loops: new Map(), launch }, 'x');
  if (form.kind !== 'affine') throw new Error(`${text} is not affine`);
  return form.form;
};

/** An index by itself, with clamps, in shared memory and in vectors. */
const text = JSON.stringify({
  name: 'again',
  registersPerThread: 16,
  arrays: {
    a: { elements: 4096, elementBytes: 4 },
    tile: { elements: 8192, elementBytes: 4, space: 'shared' },
  },
  body: [
    { op: 'load', into: 'x', array: 'a', index: 'thread * 4', vector: 4 },
    { op: 'load', into: 'x', array: 'a', index: 'thread * 4' },
    { op: 'load', into: 'x', array: 'a', index: 'min(max(globalX - 8, 0), 100)' },
    { op: 'load', into: 'x', array: 'tile', index: 'thread * 4' },
    { op: 'load', into: 'x', array: 'tile', index: 'thread * 4', vector: 4 },
    { op: 'load', into: 'x', array: 'tile', index: 'threadX * 32' },
  ],
});
const parsed = () => parseKernelProgram(JSON.parse(text));
const imageOf = (program: ReturnType<typeof parsed>, grid: number, block: number[]) =>
  planMachine({ gpu: 'h100-sxm', apps: [{ name: 'again', program, launch: { grid, block } }] }, loaded).image;

describe('a program that is compiled again', () => {
  it('comes out as it did, and as one that was never compiled, whatever it was compiled for meanwhile', () => {
    const program = parsed();
    const first = imageOf(program, 8, [32, 2]);
    const wider = imageOf(program, 4, [50, 3]);
    assert.deepEqual(imageOf(program, 8, [32, 2]), first);
    assert.deepEqual(first, imageOf(parsed(), 8, [32, 2]));
    assert.deepEqual(wider, imageOf(parsed(), 4, [50, 3]));
    assert.notDeepEqual(first.pattern, wider.pattern);
  });

  it('has its passes through the banks by what a lane touches', () => {
    const { access, pattern } = imageOf(parsed(), 8, [32, 2]);
    const passes = Array.from(access.patterns, (row) => pattern.passes[row]);
    // Four lanes a bank; half warps of 16 bytes a lane; all lanes in one bank.
    assert.deepEqual(passes, [0, 0, 0, 4, 4, 32]);
  });

  it('keeps an index in bytes, its patterns and what is behind its clamps', () => {
    const index = formOf('thread * 4');
    const bytes = byteForm(index, 4);
    const lanes = { threadsPerBlock: 64, laneBytes: 4, banks: 32 };
    assert.equal(byteForm(index, 4), bytes);
    assert.notEqual(byteForm(index, 8), bytes);
    assert.equal(bytes.patterns(lanes), bytes.patterns({ ...lanes }));
    assert.notEqual(bytes.patterns(lanes), bytes.patterns({ ...lanes, laneBytes: 16 }));
    const clamped = laneForm(
      'max(threadX, 2)',
      { constants: new Map(), loops: new Map([['i', 0]]), launch },
      'x',
    );
    assert.equal(plainForm(clamped), plainForm(clamped));
  });

  it('tells whether bytes are whole numbers', () => {
    assert.equal(byteForm(formOf('thread / 4'), 4).isWhole, true);
    assert.equal(byteForm(formOf('thread / 4'), 2).isWhole, false);
  });
});
