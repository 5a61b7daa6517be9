import assert from 'node:assert/strict';
import { fromBrain, fromHalf, fusedDouble, toBrain, toHalf } from '../../../../src/cuda/ptx/run/rounding';
import { createRandom } from '../../../../src/stats/random';
import { results, kernelText, runKernel } from './support';

/** Runs instructions that leave their result in a register, and stores it as 32 bits. */
function word(instructions: string, register = '%r9'): number {
  return results(`${instructions}\n  st.global.b32 [%rd1], ${register};`, 1)[0]!;
}

function long(instructions: string): bigint {
  const [low, high] = results(`${instructions}\n  st.global.b64 [%rd1], %rd9;`, 2);
  return BigInt.asIntN(64, (BigInt(high!) << 32n) | BigInt(low! >>> 0));
}

function float(instructions: string): number {
  return new Float32Array(Int32Array.of(word(instructions, '%f9')).buffer)[0]!;
}

function truth(comparison: string): boolean {
  return word(`  ${comparison}\n  selp.u32 %r9, 1, 0, %p1;`) === 1;
}

describe('PTX integers', () => {
  for (const [instruction, expected] of [
    ['add.s32 %r9, 2147483647, 1', -2147483648],
    ['mul.lo.s32 %r9, 65537, 65537', 131073],
    ['mul.hi.u32 %r9, -1, -1', -2],
    ['mul.hi.s32 %r9, -2147483648, 2', -1],
    ['shr.s32 %r9, -5, 1', -3],
    ['shr.u32 %r9, -4, 1', 2147483646],
    ['shr.u32 %r9, -4, 40', 0],
    ['shl.b32 %r9, 1, 32', 0],
    ['div.s32 %r9, -7, 2', -3],
    ['rem.s32 %r9, -7, 2', -1],
    ['div.u32 %r9, -2, 2', 2147483647],
    ['min.u32 %r9, -1, 3', 3],
    ['min.s32 %r9, -1, 3', -1],
    ['abs.s32 %r9, -2147483648', -2147483648],
    ['sad.s32 %r9, 3, -4, 10', 17],
    ['popc.b32 %r9, -1', 32],
    ['clz.b32 %r9, 255', 24],
    ['bfind.u32 %r9, 256', 8],
    ['brev.b32 %r9, 1', -2147483648],
    ['bfe.u32 %r9, 0xABCD, 4, 8', 0xbc],
    ['bfe.s32 %r9, 0xF0, 4, 4', -1],
    ['bfi.b32 %r9, 0xF, 0, 8, 4', 0xf00],
    ['prmt.b32 %r9, 0x33221100, 0x77665544, 0x7531', 0x77553311],
    ['lop3.b32 %r9, 0xF0, 0xCC, 0xAA, 0x80', 0x80],
    ['shf.l.wrap.b32 %r9, 0x80000000, 1, 1', 3],
    ['dp4a.s32.s32 %r9, 0x01FF0203, 0x01010101, 100', 100 + 1 - 1 + 2 + 3],
    ['mad.lo.s32 %r9, -3, 5, 2', -13],
    ['cvt.s32.s8 %r9, 200', -56],
    ['cvt.u32.u16 %r9, 65537', 1],
    ['cvt.sat.u8.s32 %r9, 300', 255],
    ['slct.s32.s32 %r9, 1, 2, -1', 2],
  ] as const)
    it(`${instruction} gives ${expected}`, () => {
      assert.equal(word(`  ${instruction};`), expected);
    });

  for (const [instruction, expected] of [
    ['add.s64 %rd9, 0xFFFFFFFF, 1', 1n << 32n],
    ['sub.s64 %rd9, 0, 1', -1n],
    ['mul.wide.s32 %rd9, -2147483648, -2147483648', 1n << 62n],
    ['mul.wide.u32 %rd9, -1, -1', BigInt.asIntN(64, 0xfffffffe00000001n)],
    ['mul.lo.s64 %rd9, 0x100000001, 0x100000001', 0x200000001n],
    ['mul.hi.u64 %rd9, -1, 2', 1n],
    ['mad.wide.s32 %rd9, -3, 4, 2', -10n],
    ['shr.s64 %rd9, -8, 1', -4n],
    ['shl.b64 %rd9, 1, 40', 1n << 40n],
    ['cvt.s64.s32 %rd9, -1', -1n],
    ['cvt.u64.u32 %rd9, -1', 0xffffffffn],
    ['popc.b64 %rd9, -1', 64n],
  ] as const)
    it(`${instruction} gives ${expected}`, () => {
      assert.equal(long(`  ${instruction};`), expected);
    });

  it('carries from one word to the next', () => {
    const sum = results(
      '  add.cc.u32 %r1, -1, 1;\n  addc.u32 %r2, 5, 6;\n  st.global.v2.u32 [%rd1], {%r1, %r2};',
      2,
    );
    assert.deepEqual([...sum], [0, 12]);
  });

  it('agrees with whole numbers of any size on random operands', () => {
    const random = createRandom(3);
    const wide = (): bigint =>
      BigInt.asIntN(64, (BigInt(random.below(2 ** 32)) << 32n) | BigInt(random.below(2 ** 32)));
    const table: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
      'add.s64': (a, b) => a + b,
      'sub.s64': (a, b) => a - b,
      'mul.lo.s64': (a, b) => a * b,
      'div.s64': (a, b) => a / b,
      'rem.u64': (a, b) => BigInt.asUintN(64, a) % BigInt.asUintN(64, b),
      'and.b64': (a, b) => a & b,
      'max.u64': (a, b) => (BigInt.asUintN(64, a) > BigInt.asUintN(64, b) ? a : b),
    };
    for (const [name, exact] of Object.entries(table))
      for (let round = 0; round < 20; round++) {
        const [a, b] = [wide(), wide() | 1n];
        assert.equal(
          long(`  ${name} %rd9, ${a}, ${b};`),
          BigInt.asIntN(64, exact(a, b)),
          `${name} ${a} ${b}`,
        );
      }
  });
});

describe('PTX floats', () => {
  const NAN = '0f7FC00000';
  const MINUS_ZERO = '0f80000000';
  it('take the number of a number and NaN, and the smaller zero', () => {
    assert.equal(float(`  min.f32 %f9, ${NAN}, 0f40000000;`), 2);
    assert.ok(Number.isNaN(float(`  max.NaN.f32 %f9, ${NAN}, 0f40000000;`)));
    assert.ok(Object.is(float(`  min.f32 %f9, 0f00000000, ${MINUS_ZERO};`), -0));
    assert.ok(Object.is(float(`  max.f32 %f9, ${MINUS_ZERO}, 0f00000000;`), 0));
  });

  it('compare NaN as ordered relations and as unordered ones', () => {
    for (const relation of ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'num'])
      assert.equal(truth(`setp.${relation}.f32 %p1, ${NAN}, 0f3F800000;`), false, relation);
    for (const relation of ['equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'nan'])
      assert.equal(truth(`setp.${relation}.f32 %p1, ${NAN}, 0f3F800000;`), true, relation);
    assert.equal(truth(`setp.eq.f32 %p1, ${MINUS_ZERO}, 0f00000000;`), true);
  });

  it('divide by zero, overflow, and flush what is denormal where asked', () => {
    assert.equal(float('  div.rn.f32 %f9, 0fBF800000, 0f00000000;'), -Infinity);
    assert.equal(float('  mul.f32 %f9, 0f7F7FFFFF, 0f40000000;'), Infinity);
    assert.equal(float('  mul.rz.f32 %f9, 0f7F7FFFFF, 0f40000000;'), 3.4028234663852886e38);
    // Half of the smallest normal number.
    assert.equal(float('  mul.f32 %f9, 0f00800000, 0f3F000000;'), 2 ** -127);
    assert.equal(float('  mul.ftz.f32 %f9, 0f00800000, 0f3F000000;'), 0);
    assert.equal(float('  add.sat.f32 %f9, 0f40000000, 0f40000000;'), 1);
    assert.equal(float(`  add.sat.f32 %f9, ${NAN}, 0f40000000;`), 0);
  });

  it('round a fused product and sum once', () => {
    // (1 + 2^-23)^2 - (1 + 2^-22) = 2^-46, which the rounded product loses.
    const [one, sum] = ['0f3F800001', '0fBF800002'];
    assert.equal(float(`  fma.rn.f32 %f9, ${one}, ${one}, ${sum};`), 2 ** -46);
    assert.equal(float(`  mul.f32 %f1, ${one}, ${one};\n  add.f32 %f9, %f1, ${sum};`), 0);
    const near = 1 + 2 ** -52;
    assert.equal(fusedDouble(near, near, -(1 + 2 ** -51)), 2 ** -104);
    assert.equal(fusedDouble(2 ** 1000, 2 ** 1000, -Infinity), -Infinity);
    assert.equal(fusedDouble(3, 5, 7), 22);
    // 1 + 2^-24 lies halfway between two floats; a bit below it decides, which a double of the sum does not hold.
    assert.equal(float('  fma.rn.f32 %f9, 0f33800000, 0f3F800001, 0f3F800000;'), 1 + 2 ** -23);
  });

  for (const [instruction, expected] of [
    ['cvt.rni.s32.f32 %r9, 0f40200000', 2], // 2.5
    ['cvt.rni.s32.f32 %r9, 0f40600000', 4], // 3.5
    ['cvt.rzi.s32.f32 %r9, 0fC0200000', -2],
    ['cvt.rmi.s32.f32 %r9, 0fC0200000', -3],
    ['cvt.rpi.s32.f32 %r9, 0f40200000', 3],
    ['cvt.rzi.s32.f32 %r9, 0f7F800000', 2147483647],
    ['cvt.rzi.u32.f32 %r9, 0fBF800000', 0],
    ['cvt.rzi.s32.f32 %r9, 0f7FC00000', 0],
    ['set.gt.u32.f32 %r9, 0f40000000, 0f3F800000', -1],
  ] as const)
    it(`${instruction} gives ${expected}`, () => {
      assert.equal(word(`  ${instruction};`), expected);
    });

  it('round whole numbers to floats once', () => {
    // 2^24 + 1 lies between two floats: to the even one; with a bit far below it, up.
    assert.equal(float('  cvt.rn.f32.s32 %f9, 16777217;'), 2 ** 24);
    assert.equal(float('  cvt.rn.f32.u64 %f9, 0x8000008000000001;'), 2 ** 63 + 2 ** 40);
    assert.equal(float('  cvt.rz.f32.u64 %f9, 0x800000FFFFFFFFFF;'), 2 ** 63);
  });

  it('has halves and bfloat16 with every bit pattern back and forth', () => {
    for (let bits = 0; bits < 0x10000; bits += 7) {
      const [half, brain] = [fromHalf(bits), fromBrain(bits)];
      if (!Number.isNaN(half)) assert.equal(toHalf(half), bits);
      if (!Number.isNaN(brain)) assert.equal(toBrain(brain), bits);
    }
    assert.equal(fromHalf(0x3555), 0.333251953125);
    assert.deepEqual(
      [65519, 65520, 2 ** -25, 2 ** -24, -0].map((value) => toHalf(value)),
      [0x7bff, 0x7c00, 0, 1, 0x8000],
    );
    assert.equal(fromHalf(toHalf(2049)), 2048);
    assert.equal(fromHalf(toHalf(2051)), 2052);
  });

  it('adds pairs of halves, and converts them', () => {
    const body = `
  mov.b32 %r1, 0x40003C00;
  fma.rn.f16x2 %r2, %r1, %r1, %r1;
  mov.b32 {%h1, %h2}, %r2;
  cvt.f32.f16 %f1, %h1;
  cvt.f32.f16 %f2, %h2;
  st.global.v2.f32 [%rd1], {%f1, %f2};`;
    const text = kernelText('.u64 out', `  ld.param.u64 %rd1, [out];\n${body}`);
    const { buffers } = runKernel({ text, arguments: [new Float32Array(2)] });
    // 1·1 + 1 and 2·2 + 2.
    assert.deepEqual([...buffers[0]!.floats], [2, 6]);
  });
});

describe('PTX warps', () => {
  /** Each of `threads` lanes stores its `%r9`. */
  function lanes(body: string, threads = 32): number[] {
    const text = kernelText(
      '.u64 out',
      `  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
${body}
  st.global.u32 [%rd3], %r9;`,
    );
    return [
      ...runKernel({ text, block: [threads, 1, 1], arguments: [new Int32Array(threads)] }).buffers[0]!
        .integers,
    ];
  }

  it('vote, over the lanes that are there', () => {
    const odd = '  and.b32 %r2, %r1, 1;\n  setp.eq.u32 %p1, %r2, 1;\n';
    assert.deepEqual(new Set(lanes(`${odd}  vote.sync.ballot.b32 %r9, %p1, -1;`)), new Set([0xaaaaaaaa | 0]));
    assert.deepEqual(new Set(lanes(`${odd}  vote.sync.ballot.b32 %r9, !%p1, -1;`, 8)), new Set([0x55]));
    assert.deepEqual(
      new Set(lanes(`${odd}  vote.sync.any.pred %p2, %p1, -1;\n  selp.u32 %r9, 1, 0, %p2;`)),
      new Set([1]),
    );
    assert.deepEqual(
      new Set(lanes(`${odd}  vote.sync.all.pred %p2, %p1, -1;\n  selp.u32 %r9, 1, 0, %p2;`)),
      new Set([0]),
    );
  });

  it('shuffle within segments, by every mode', () => {
    const shuffle = (mode: string, by: number, bounds: number): number[] =>
      lanes(`  shfl.sync.${mode}.b32 %r9, %r1, ${by}, ${bounds}, -1;`);
    // Segments of eight lanes: a mask of 24 above, the last lane of a segment below.
    const clamp = (32 - 8) << 8;
    assert.deepEqual(shuffle('up', 1, clamp).slice(6, 10), [5, 6, 8, 8]);
    assert.deepEqual(shuffle('down', 1, clamp | 31).slice(6, 10), [7, 7, 9, 10]);
    assert.deepEqual(shuffle('idx', 2, clamp | 31).slice(6, 10), [2, 2, 10, 10]);
    assert.deepEqual(shuffle('bfly', 16, 31)[3], 19);
  });

  it('match values and reduce them', () => {
    const third = '  rem.u32 %r2, %r1, 3;\n';
    const masks = lanes(`${third}  match.any.sync.b32 %r9, %r2, -1;`);
    assert.equal(masks[0], 0b01001001001001001001001001001001);
    assert.deepEqual(new Set(lanes('  redux.sync.add.s32 %r9, %r1, -1;')), new Set([496]));
    assert.deepEqual(new Set(lanes('  redux.sync.max.u32 %r9, %r1, -1;')), new Set([31]));
  });

  it('meet again behind a branch, where a vote of all of them waits for the later half', () => {
    const body = `
  setp.lt.u32 %p1, %r1, 16;
  mov.u32 %r5, 0;
  @%p1 bra $first;
$second:
  add.s32 %r5, %r5, 1;
  setp.lt.s32 %p2, %r5, 50;
  @%p2 bra $second;
$first:
  setp.ge.s32 %p3, %r5, 0;
  vote.sync.ballot.b32 %r9, %p3, -1;`;
    assert.deepEqual(new Set(lanes(body)), new Set([-1]));
  });

  it('count predicates at a barrier', () => {
    const body = '  setp.lt.u32 %p1, %r1, 5;\n  bar.red.popc.u32 %r9, 0, %p1;';
    assert.deepEqual(new Set(lanes(body, 64)), new Set([5]));
  });
});
