import assert from 'node:assert/strict';
import fc from 'fast-check';
import { counterOf, Evaluator, remembered } from '../../../src/cuda/reading/values/evaluate';
import { fold } from '../../../src/cuda/reading/values/folding';
import { Population } from '../../../src/cuda/reading/values/population';
import type { SamplePoint } from '../../../src/cuda/reading/values/samplePoints';
import { Region, type Value } from '../../../src/cuda/reading/values/graph';
import { TripCounter } from '../../../src/cuda/reading/values/tripCount';
import { builtinType } from '../../../src/cuda/reading/values/typeNames';
import { F32, I32, scalar, scalarOf, U32 } from '../../../src/cuda/reading/values/types';
import { Source, type BinaryOperator } from '../../../src/cuda/reading/values/value';
import { ValueTable } from '../../../src/cuda/reading/values/valueTable';

const root = new Region(null, 'body', Population.of([]));
const OPERATORS: readonly BinaryOperator[] = ['add', 'sub', 'mul', 'div', 'shr', 'and', 'xor', 'lt', 'ge'];

function point(x: number, y: number, block: number, counter: number): SamplePoint {
  return {
    thread: [x, y, 0],
    block: [block, 0, 0],
    weight: 1,
    loops: { loop: 3, value: counter, outer: { loop: 1, value: 7, outer: null } },
  };
}

/** The definition that the evaluator is to agree with: every argument, every time. */
function reference(value: Value, at: SamplePoint): number {
  if (value.known !== null) return value.known;
  const args = value.args.map((argument) => reference(argument, at));
  const [a = NaN, b = NaN, c = NaN] = args;
  switch (value.kind) {
    case 'symbol':
      return { 'threadIdx.x': at.thread[0], 'threadIdx.y': at.thread[1], 'blockIdx.x': at.block[0] }[
        value.name
      ]!;
    case 'index':
      return (value.loop === 3 ? at.loops : at.loops?.outer)?.value ?? NaN;
    case 'binary': {
      const { type } = value.type.kind === 'scalar' && value.type.scalar === 'bool' ? value.args[0]! : value;
      return fold(value.name, a, b, scalarOf(type));
    }
    case 'ternary':
      return a !== 0 ? b : c;
    default:
      return fold(value.kind, a, 0, scalarOf(value.type));
  }
}

/** A value built from random choices; parts are shared, as hash-consing shares them. */
function build(table: ValueTable, choices: readonly number[]): Value {
  const made: Value[] = [
    table.symbol('threadIdx.x', U32, Source.thread, null, true),
    table.symbol('threadIdx.y', U32, Source.thread, null, true),
    table.symbol('blockIdx.x', U32, Source.thread, null, true),
    table.symbol('n', I32, Source.argument, 1000, true),
    table.index(3, 'i', I32, Source.index, true, root),
    table.index(1, 'j', I32, Source.index, true, root),
    table.constant(5, I32),
  ];
  choices.forEach((choice, place) => {
    const [a, b] = [made[choice % made.length]!, made[(choice >> 3) % made.length]!];
    const kind = place % 7;
    if (kind === 5) made.push(table.ternary(table.binary('lt', a, b), b, a));
    else if (kind === 6) made.push(table.unary('negate', table.convert(a, choice % 2 === 0 ? F32 : I32)));
    else made.push(table.binary(OPERATORS[choice % OPERATORS.length]!, a, b));
  });
  return made.at(-1)!;
}

const choices = fc.array(fc.nat(1 << 16), { minLength: 1, maxLength: 30 });

describe('names of types', () => {
  it('are known in every order of their words', () => {
    const scalars = ['unsigned char', 'char unsigned', 'signed char', 'long double', 'const unsigned long'];
    assert.deepEqual(
      scalars.map((name) => builtinType(name)),
      (['u8', 'u8', 'i8', 'f64', 'u64'] as const).map((name) => scalar(name)),
    );
    assert.equal(builtinType('unsigned Particle'), null);
  });
});

describe('evaluating values at sample points', () => {
  it('gives what evaluating every argument gives', () => {
    fc.assert(
      fc.property(choices, fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }), (made, [x, y, b, i]) => {
        const value = build(new ValueTable(root), made);
        const at = point(x!, y!, b!, i!);
        const wanted = reference(value, at);
        assert.equal(new Evaluator(value).at(at), wanted);
        const along = new Evaluator(value, undefined, counterOf(3));
        along.move(point(x!, y!, b!, 99));
        along.withNumbers([i! + 1]);
        assert.equal(along.withNumbers([i!]), wanted);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('computes what does not differ once', () => {
    const table = new ValueTable(root);
    const x = table.symbol('threadIdx.x', U32, Source.thread, null, true);
    const value = table.binary('mul', x, table.index(1, 'j', I32, Source.index, true, root));
    let computed = 0;
    const number = remembered([value], (at) => {
      computed += 1;
      return at.thread[0]! * 10;
    });
    assert.deepEqual([point(1, 0, 0, 0), point(1, 9, 4, 5), point(2, 0, 0, 0)].map(number), [10, 10, 20]);
    assert.equal(computed, 2);
  });

  it('negates floating-point numbers without cutting them to integers', () => {
    assert.equal(fold('negate', 0.5, 0, 'f32'), -0.5);
    assert.equal(fold('negate', 1, 0, 'u32'), 4294967295);
  });

  it('agrees on bit operators inside and outside of 32 bits', () => {
    for (const [a, b] of [
      [6, 3],
      [-6, 35],
      [2 ** 40 + 9, 11],
      [4294967295, 1],
    ] as const) {
      assert.equal(fold('xor', a, b, 'i64'), Number(BigInt(a) ^ BigInt(b)), `${a} ^ ${b}`);
      assert.equal(fold('shr', a, b, 'i64'), Number(BigInt(a) >> (BigInt(b) & 63n)), `${a} >> ${b}`);
      assert.equal(fold('shl', a, b, 'u32'), Number(BigInt.asUintN(32, BigInt(a) << (BigInt(b) & 63n))));
    }
  });
});

describe('counting iterations', () => {
  const table = new ValueTable(root);
  const index = table.index(3, 'i', I32, Source.index, true, root);
  const thread = table.symbol('threadIdx.x', I32, Source.thread, null, true);
  const number = (value: number): Value => table.constant(value, I32);

  function trips(operator: BinaryOperator, step: number, condition: Value, x: number, tested = true): number {
    const counter = { loop: 3, start: thread, operator, step: number(step), index };
    return new TripCounter(counter, condition, tested, () => NaN).tripsAt(point(x, 0, 0, 0));
  }

  it('agrees with running the loop', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(200),
        fc.boolean(),
        (x, step, end, tested) => {
          let expected = 0;
          for (let i = x; i < end || (!tested && expected === 0); i += step) expected++;
          assert.equal(trips('add', step, table.binary('lt', index, number(end)), x, tested), expected);
        },
      ),
      { numRuns: 300, seed: 2 },
    );
  });

  it('takes the first conjunct that fails, and follows what is not linear', () => {
    const both = table.logical(
      'and-also',
      table.binary('lt', index, number(64)),
      table.binary('lt', table.binary('mul', index, index), number(100)),
    );
    assert.equal(trips('mul', 2, both, 1), 4, '1, 2, 4, 8; 16 × 16 is too large');
    assert.equal(trips('add', 1, both, 3), 7);
    assert.equal(trips('add', 0, table.binary('lt', index, number(64)), 3), NaN);
  });
});
