import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate, parseExpression } from '../../../src/kernel/expression';
import { parseKernelProgram } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { laneForm, type AffineForm } from '../../../src/kernel/totals/laneExpression';
import { plainForm } from '../../../src/simulator/program/plainForm';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { simulate } from '../../../src/simulator/simulate';

const launch = { grid: [4, 3, 1], block: [32, 2, 1], dynamicSharedBytes: 0, blocks: 12 } as const;
const scope = { constants: new Map(), loops: new Map([['i', 0]]), launch };
const loaded = loadSpec('h100-sxm');
const small = { ...loaded, spec: { ...loaded.spec, sms: 4 } };
const plainOf = (text: string) => plainForm(laneForm(text, scope, 'x'));

interface Place {
  readonly threadX: number;
  readonly threadY: number;
  readonly blockX: number;
  readonly blockY: number;
  readonly i: number;
}

const valueAt = ({ constant, threads, block, loops }: AffineForm, at: Place): number =>
  constant +
  (threads?.[at.threadX + 32 * at.threadY] ?? 0) +
  block[0] * at.blockX +
  block[1] * at.blockY +
  (loops.get(0) ?? 0) * at.i;

describe('the plain form of a lane value', () => {
  const leaf = fc.constantFrom('threadX', 'threadY', 'blockX', 'blockY', 'i', '3', '16', '90');
  const expression = fc.letrec<{ any: string; pair: string; call: string; modulo: string; leaf: string }>(
    (tie) => ({
      leaf,
      pair: fc
        .tuple(tie('any'), fc.constantFrom('+', '-', '*'), tie('leaf'))
        .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
      call: fc
        .tuple(fc.constantFrom('min', 'max'), tie('any'), fc.constantFrom('0', '20', '100'))
        .map(([callee, a, b]) => `${callee}(${a}, ${b})`),
      modulo: tie('any').map((a) => `(${a} % 64)`),
      any: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('pair'), tie('call'), tie('modulo')),
    }),
  ).any;
  const place = fc.record({
    threadX: fc.integer({ min: 0, max: 31 }),
    threadY: fc.integer({ min: 0, max: 1 }),
    blockX: fc.integer({ min: 0, max: 3 }),
    blockY: fc.integer({ min: 0, max: 2 }),
    i: fc.integer({ min: 0, max: 4 }),
  });

  it('is the value wherever its guards are not negative', () => {
    let compared = 0;
    fc.assert(
      fc.property(expression, place, (text, at) => {
        const plain = plainOf(text);
        if (plain === null || plain.guards.some((guard) => valueAt(guard, at) < 0)) return;
        compared += plain.guards.length;
        const value = evaluate(parseExpression(text, 'x'), new Map(Object.entries(at)), 'x');
        assert.equal(valueAt(plain.form, at), value, `${text} at ${JSON.stringify(at)}`);
      }),
      { numRuns: 500 },
    );
    assert.ok(compared > 50, `${compared} guards held`);
  });

  it('is without what is no clamp by a constant, and where it is not whole', () => {
    for (const text of [
      'min(threadX, blockX)',
      'blockX % threadX',
      'floor(blockX * 0.3)',
      'max(blockX / 8, 0)',
    ])
      assert.equal(plainOf(text), null, text);
  });
});

describe('accesses with clamped indices', () => {
  /** All counters of a kernel that reads and writes by these expressions. */
  const countersOf = (block: [number, number], wrapped: (index: string) => string): unknown => {
    const program = parseKernelProgram({
      name: 'stencil',
      registersPerThread: 16,
      arrays: { from: { elementBytes: 4, elements: 4096 }, to: { elementBytes: 8, elements: 4096 } },
      body: [
        {
          op: 'loop',
          name: 'i',
          trips: 5,
          body: [
            { op: 'load', array: 'from', index: wrapped('max(globalX - 70 + 33 * i, 0)'), into: 'a' },
            { op: 'load', array: 'from', index: wrapped('64 * min(threadY + i, 3) + globalX'), into: 'b' },
            { op: 'load', array: 'from', index: wrapped('(globalX + 37) % 1024'), into: 'c' },
            { op: 'compute', class: 'fp32', after: ['a', 'b', 'c'] },
          ],
        },
        {
          op: 'if',
          condition: 'threadX >= 3',
          then: [{ op: 'load', array: 'from', index: wrapped('max(globalX - 9, 0)'), into: 'd' }],
        },
        { op: 'store', array: 'to', index: wrapped('min(globalX + 1, 1023)') },
      ],
    });
    const apps = [{ name: 'a', program, launch: { grid: 15, block } }];
    const { cycles, apps: results } = simulate(parseScenario({ gpu: loaded.gpu.id, apps }), { spec: small });
    return { cycles, counters: results[0]!.counters };
  };

  it('count the same where no clamp touches a warp as lane by lane', () => {
    // What is rounded has no plain form.
    assert.equal(plainOf('floor(max(globalX - 3, 0))'), null);
    // Warps of rows, of two rows, of which the second one lies below the first, and one that is not full.
    const blocks: [number, number][] = [
      [64, 2],
      [16, 16],
      [60, 2],
    ];
    for (const block of blocks)
      assert.deepEqual(
        countersOf(block, (index) => index),
        countersOf(block, (index) => `floor(${index})`),
        block.join(),
      );
  });
});
