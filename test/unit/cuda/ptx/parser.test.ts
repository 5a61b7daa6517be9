import assert from 'node:assert/strict';
import { parsePtx } from '../../../../src/cuda/ptx/parsePtx';
import { InputError } from '../../../../src/kernel/result';
import { createRandom } from '../../../../src/stats/random';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';
import { kernelText } from './support';

const TEXT = `// What a compiler writes in front.
.version 8.3
.target sm_90a, debug
.address_size 64
.file 1 "a.cu"
.extern .func (.param .b32 back) vprintf (.param .b64 a, .param .b64 b);
.const .align 8 .b8 table[4] = {1, 0x2, 255};
.global .align 8 .u64 where[2] = {generic(table), other+8};
.global .f32 other[4] = {0f3F800000, -1.5};
.extern .shared .align 16 .b8 dynamic[];
.visible .entry made(
  .param .u64 .ptr .global .align 16 made_0,
  .param .align 8 .b8 made_1[24],
  .param .f32 made_2
)
.maxntid 256, 1, 1
.minnctapersm 2
{
  .reg .pred %p<3>;
  .reg .b32 %r<5>, %once;
  .reg .f32 %f<5>;
  .reg .b64 %rd<3>;
  .loc 1 3 5
  .pragma "nounroll";
  ld.param.u64 %rd1, [made_0];
$L_1: mov.u32 %r1, 0x10; /* two on
  a line */ @!%p1 bra.uni $L_1;
  {
    .reg.b32 t;
    .reg .b32 %r<9>;
    mov.u32 t, %r7;
    $inner: mov.b32 {%r1, _}, %rd1;
  }
  {
    .reg .b32 t;
    $inner: mov.u32 %once, t;
  }
  ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1 + -16];
  ret;
}
.section .debug_abbrev { .b8 1 .b8 2 }
`;

describe('reading of PTX', () => {
  const module = parsePtx(TEXT, 'a.ptx');
  const [kernel] = module.kernels;

  it('finds target, variables, kernels with parameters, and limits of the block', () => {
    assert.equal(module.target, 'sm_90a');
    assert.deepEqual(
      module.variables.map(({ name, space, bytes }) => [name, space, bytes]),
      [
        ['table', 'const', 4],
        ['where', 'global', 16],
        ['other', 'global', 16],
        ['dynamic', 'shared', 0],
      ],
    );
    assert.deepEqual(module.variables[1]!.initial, [
      { symbol: 'table', offset: 0, bytes: 8 },
      { symbol: 'other', offset: 8, bytes: 8 },
    ]);
    assert.deepEqual(
      kernel!.parameters.map(({ name, bytes, isPointer }) => [name, bytes, isPointer]),
      [
        ['made_0', 8, true],
        ['made_1', 24, false],
        ['made_2', 4, false],
      ],
    );
    assert.deepEqual(kernel!.blockLimits, { required: null, most: [256, 1, 1] });
    assert.deepEqual([kernel!.range.startLine, kernel!.range.endLine], [11, 40]);
  });

  it('keeps instructions with their lines, guards and operands', () => {
    const [, move, branch] = kernel!.instructions;
    assert.deepEqual(move, { guard: null, opcode: ['mov', 'u32'], operands: ['%r1', '0x10'], line: 26 });
    assert.deepEqual(branch!.guard, { register: '%p1', negated: true });
    assert.equal(branch!.line, 27);
    assert.equal(kernel!.labels.get('$L_1'), 1);
    assert.deepEqual(kernel!.instructions.at(-2)!.operands, ['{%f1,%f2,%f3,%f4}', '[%rd1+-16]']);
  });

  it('keeps names of inner blocks apart', () => {
    const [, , , first, second, third] = kernel!.instructions;
    assert.deepEqual(first!.operands, ['t#1', '%r7#1']);
    assert.deepEqual(second!.operands, ['{%r1#1,_}', '%rd1']);
    assert.deepEqual(third!.operands, ['%once', 't#2']);
    assert.deepEqual([...kernel!.labels.keys()], ['$L_1', '$inner#1', '$inner#2']);
  });

  for (const [what, body, told_] of [
    ['a register that is not declared', '  add.s32 %r1, %r99, 1;', /test.ptx:\d+: %r99 is not declared/],
    ['a label that is not there', '  bra $nowhere;', /\$nowhere is not declared/],
    ['a label that stands twice', '$a:\n$a:\n', /\$a stands here twice/],
    ['a missing semicolon', '  mov.u32 %r1, 2\n', /expected ;, found ret/],
    ['brackets that do not match', '  mov.b64 %rd1, {%r1, %r2];', /expected ;, found \]/],
    ['a character of another language', '  mov.u32 %r1, ¤;', /"¤" is no PTX/],
  ] as const)
    it(`names the line of ${what}`, () => {
      assert.throws(() => parsePtx(kernelText('.u64 out', body), 'test.ptx'), told(told_));
    });

  it('ends with an error of the input, or reads on, whatever the text is cut and mixed to', () => {
    const random = createRandom(11);
    const pieces = TEXT.split(/(?<=[;{}\s])/);
    let refused = 0;
    for (let round = 0; round < 600; round++) {
      const parts = [...pieces];
      for (let change = 0; change <= random.below(4); change++) {
        const at = random.below(parts.length);
        const other = parts[random.below(parts.length)]!;
        const noise = String.fromCharCode(32 + random.below(95));
        const kind = random.below(4);
        if (kind === 0) parts.splice(at, 1 + random.below(3));
        else if (kind === 1) parts.splice(at, 0, other);
        else if (kind === 2) parts[at] = other;
        else parts[at] = parts[at]!.replace(/.$/s, noise);
      }
      const text =
        random.below(5) === 0 ? parts.join('').slice(0, random.below(TEXT.length)) : parts.join('');
      try {
        parsePtx(text, 'fuzz.ptx');
      } catch (error) {
        refused++;
        assert.ok(error instanceof InputError, `${String(error)} of\n${text}`);
        assert.match(english(error.said), /^fuzz\.ptx:\d+: /);
      }
    }
    assert.ok(refused > 200, `${refused} of 600 texts refused`);
  });
});
