import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate, parseExpression } from '../../../src/kernel/expression';
import { parseKernelProgram } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { boundsOf } from '../../../src/simulator/program/laneBounds';
import { laneForm } from '../../../src/kernel/totals/laneExpression';
import { simulate } from '../../../src/simulator/simulate';

const launch = { grid: [4, 3, 1], block: [32, 2, 1], dynamicSharedBytes: 0, blocks: 12 } as const;

describe('bounds of lane values', () => {
  const part = fc.constantFrom('threadX', 'threadY', 'blockX', 'blockY', 'i', '3', '7');
  const expression = fc.letrec<{ any: string; pair: string; call: string; leaf: string }>((tie) => ({
    leaf: part,
    pair: fc
      .tuple(tie('any'), fc.constantFrom('+', '-', '*', '/', '%'), tie('any'))
      .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    call: fc
      .tuple(fc.constantFrom('min', 'max'), tie('any'), tie('any'))
      .map(([callee, a, b]) => `${callee}(${a}, floor(${b}))`),
    any: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('pair'), tie('call')),
  })).any;

  it('hold every value that the expression takes', () => {
    const scope = { constants: new Map(), loops: new Map([['i', 0]]), launch };
    const names = fc.record({
      threadX: fc.integer({ min: 0, max: 31 }),
      threadY: fc.integer({ min: 0, max: 1 }),
      blockX: fc.integer({ min: 0, max: 3 }),
      blockY: fc.integer({ min: 0, max: 2 }),
      i: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(expression, names, (text, values) => {
        const [low, high] = boundsOf(laneForm(text, scope, 'x'), launch.grid, new Map([[0, 5]]));
        const value = evaluate(parseExpression(text, 'x'), new Map(Object.entries(values)), 'x');
        if (!Number.isFinite(value) || Number.isNaN(low) || Number.isNaN(high)) return;
        assert.ok(value >= low - 1e-9 && value <= high + 1e-9, `${text} = ${value}, not in ${low}…${high}`);
      }),
      { numRuns: 500 },
    );
  });

  it('let a loop begin at a clamped index', () => {
    const program = parseKernelProgram({
      name: 'clamped',
      registersPerThread: 16,
      body: [
        {
          op: 'loop',
          trips: { start: 'max(floor(threadX / 3) - 2, 0)', below: 4, step: 1 },
          body: [{ op: 'compute', class: 'fp32' }],
        },
      ],
    });
    const scenario = parseScenario({
      gpu: 'themis-60sm',
      apps: [{ name: 'a', program, launch: { grid: 1, block: 32 } }],
    });
    const starts = Array.from({ length: 32 }, (_, thread) => Math.max(Math.floor(thread / 3) - 2, 0));
    const expected = starts.reduce((sum, start) => sum + Math.max(0, 4 - start), 0);
    const { counters } = simulate(scenario).apps[0]!.kernels[0]!;
    assert.equal(counters.fp32Threads, expected);
  });
});
