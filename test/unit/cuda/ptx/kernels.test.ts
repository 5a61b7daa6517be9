import assert from 'node:assert/strict';
import { createRandom } from '../../../../src/stats/random';
import { told } from '../../../support/told';
import { kernelText, runKernel } from './support';

/** `%r4` is the global number of the thread, `%rd5` four times that. */
const INDEX = `
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.s32 %rd5, %r4, 4;
`;

const SAXPY = kernelText(
  '.f32 a, .u64 x, .u64 y, .u32 n',
  `${INDEX}
  ld.param.f32 %f1, [a];
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.u32 %r5, [n];
  setp.ge.s32 %p1, %r4, %r5;
  @%p1 bra $done;
  add.s64 %rd3, %rd1, %rd5;
  add.s64 %rd4, %rd2, %rd5;
  ld.global.f32 %f2, [%rd3];
  ld.global.f32 %f3, [%rd4];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd4], %f4;
$done:`,
);

/** Halves of the block are added up in shared memory, between barriers. */
const BLOCK_SUM = kernelText(
  '.u64 in, .u64 out',
  `${INDEX}
  .shared .align 4 .b8 part[512];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  add.s64 %rd3, %rd1, %rd5;
  ld.global.u32 %r6, [%rd3];
  mov.u32 %r7, part;
  shl.b32 %r8, %r3, 2;
  add.s32 %r9, %r7, %r8;
  st.shared.u32 [%r9], %r6;
  shr.u32 %r10, %r2, 1;
$half:
  bar.sync 0;
  setp.ge.u32 %p1, %r3, %r10;
  @%p1 bra $next;
  shl.b32 %r11, %r10, 2;
  add.s32 %r12, %r9, %r11;
  ld.shared.u32 %r13, [%r12];
  ld.shared.u32 %r14, [%r9];
  add.s32 %r15, %r14, %r13;
  st.shared.u32 [%r9], %r15;
$next:
  shr.u32 %r10, %r10, 1;
  setp.ne.s32 %p2, %r10, 0;
  @%p2 bra $half;
  setp.ne.s32 %p3, %r3, 0;
  @%p3 bra $done;
  ld.shared.u32 %r16, [part];
  mul.wide.u32 %rd6, %r1, 4;
  add.s64 %rd7, %rd2, %rd6;
  st.global.u32 [%rd7], %r16;
$done:`,
);

const shuffled = [16, 8, 4, 2, 1]
  .map((by) => `  shfl.sync.down.b32 %r8|%p1, %r7, ${by}, 31, -1;\n  add.s32 %r7, %r7, %r8;`)
  .join('\n');
const WARP_SUM = kernelText(
  '.u64 in, .u64 out',
  `${INDEX}
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  add.s64 %rd3, %rd1, %rd5;
  ld.global.u32 %r7, [%rd3];
${shuffled}
  add.s64 %rd4, %rd2, %rd5;
  st.global.u32 [%rd4], %r7;`,
);

const HISTOGRAM = kernelText(
  '.u64 in, .u64 out, .u32 n',
  `${INDEX}
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.param.u32 %r5, [n];
  setp.ge.u32 %p1, %r4, %r5;
  @%p1 ret;
  cvt.u64.u32 %rd6, %r4;
  add.s64 %rd3, %rd1, %rd6;
  ld.global.u8 %r6, [%rd3];
  and.b32 %r7, %r6, 15;
  mul.wide.u32 %rd7, %r7, 4;
  add.s64 %rd4, %rd2, %rd7;
  red.global.add.u32 [%rd4], 1;`,
);

/** How often a number is halved, or tripled with one added, before it is 1. */
const COLLATZ = kernelText(
  '.u64 in, .u64 out',
  `${INDEX}
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  add.s64 %rd3, %rd1, %rd5;
  ld.global.u32 %r5, [%rd3];
  mov.u32 %r6, 0;
$loop:
  setp.le.u32 %p1, %r5, 1;
  @%p1 bra $out;
  and.b32 %r7, %r5, 1;
  setp.eq.s32 %p2, %r7, 0;
  @%p2 bra $even;
  mad.lo.s32 %r5, %r5, 3, 1;
  bra.uni $counted;
$even:
  shr.u32 %r5, %r5, 1;
$counted:
  add.s32 %r6, %r6, 1;
  bra.uni $loop;
$out:
  add.s64 %rd4, %rd2, %rd5;
  st.global.u32 [%rd4], %r6;`,
);

function collatz(start: number): number {
  let steps = 0;
  for (let at = start; at > 1; steps++) at = at % 2 === 0 ? at / 2 : 3 * at + 1;
  return steps;
}

describe('PTX kernels on data', () => {
  const random = createRandom(7);

  it('adds scaled numbers up to the end of an array that no block divides', () => {
    const n = 100;
    const x = Float32Array.from({ length: n }, (_, i) => i / 8);
    const y = Float32Array.from({ length: 128 }, (_, i) => 100 - i);
    const { buffers, machine } = runKernel({
      text: SAXPY,
      grid: [2, 1, 1],
      block: [64, 1, 1],
      arguments: [2, x, y, n],
    });
    const expected = y.map((value, i) => (i < n ? 2 * x[i]! + value : value));
    assert.deepEqual(buffers[1]!.floats, expected);
    assert.deepEqual(buffers[1]!.accesses, { load: n, store: n, atomic: 0 });
    const stores = machine.visited().filter(({ instruction }) => instruction.opcode[0] === 'st');
    assert.deepEqual(
      stores.map(({ visits }) => visits),
      [n],
    );
  });

  it('adds up a block in halves between barriers', () => {
    const values = Int32Array.from({ length: 384 }, () => random.below(1000));
    const { buffers } = runKernel({
      text: BLOCK_SUM,
      grid: [3, 1, 1],
      block: [128, 1, 1],
      arguments: [values, new Int32Array(3)],
    });
    const sums = [0, 128, 256].map((from) => values.subarray(from, from + 128).reduce((a, b) => a + b));
    assert.deepEqual([...buffers[1]!.integers], sums);
  });

  it('adds up a warp by shuffles, each lane to the end of its warp', () => {
    const values = Int32Array.from({ length: 64 }, (_, i) => i + 1);
    const { buffers } = runKernel({
      text: WARP_SUM,
      block: [64, 1, 1],
      arguments: [values, new Int32Array(64)],
    });
    // The sums of 1…32 and 33…64.
    assert.deepEqual([buffers[1]!.integers[0], buffers[1]!.integers[32]], [528, 1552]);
    // Lane 31 gets its own number from every distance: 2 to the fifth times it.
    assert.equal(buffers[1]!.integers[31], 32 * 32);
  });

  it('counts bytes by atomic operations', () => {
    const bytes = Uint8Array.from({ length: 200 }, () => random.below(256));
    const { buffers } = runKernel({
      text: HISTOGRAM,
      grid: [4, 1, 1],
      block: [64, 1, 1],
      arguments: [bytes, new Int32Array(16), 200],
    });
    const expected = new Array<number>(16).fill(0);
    for (const byte of bytes) expected[byte & 15]!++;
    assert.deepEqual([...buffers[1]!.integers], expected);
  });

  it('follows a loop whose length is in the data, lane by lane', () => {
    const starts = Int32Array.from({ length: 40 }, (_, i) => i);
    const { buffers, machine } = runKernel({
      text: COLLATZ,
      block: [40, 1, 1],
      arguments: [starts, new Int32Array(40)],
    });
    const expected = [...starts].map(collatz);
    assert.deepEqual([...buffers[1]!.integers], expected);
    const halves = machine
      .visited()
      .filter(({ instruction }) => instruction.opcode.join('.') === 'mad.lo.s32');
    const odd = [...starts].reduce((sum, start) => {
      let count = 0;
      for (let at = start; at > 1; at = at % 2 === 0 ? at / 2 : 3 * at + 1) count += at % 2;
      return sum + count;
    }, 0);
    assert.equal(halves[1]!.visits, odd);
  });

  it('lets lanes take turns at a lock', () => {
    const text = kernelText(
      '.u64 lock, .u64 sum',
      `  ld.param.u64 %rd1, [lock];
  ld.param.u64 %rd2, [sum];
$try:
  atom.global.cas.b32 %r1, [%rd1], 0, 1;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra $try;
  ld.volatile.global.u32 %r2, [%rd2];
  add.s32 %r2, %r2, 1;
  st.volatile.global.u32 [%rd2], %r2;
  atom.global.exch.b32 %r3, [%rd1], 0;`,
    );
    const { buffers } = runKernel({
      text,
      block: [8, 1, 1],
      arguments: [new Int32Array(1), new Int32Array(1)],
    });
    assert.deepEqual([buffers[0]!.integers[0], buffers[1]!.integers[0]], [0, 8]);
  });

  it('calls functions that call themselves', () => {
    const fibonacci = `
.func (.param .b32 result) fib(.param .b32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  ld.param.u32 %r1, [n];
  setp.lt.u32 %p1, %r1, 2;
  mov.u32 %r8, %r1;
  @%p1 bra $end;
  add.s32 %r2, %r1, -1;
  {
    .param .b32 given;
    st.param.b32 [given+0], %r2;
    .param .b32 back;
    call.uni (back), fib, (given);
    ld.param.b32 %r3, [back+0];
  }
  add.s32 %r4, %r1, -2;
  {
    .param .b32 given;
    st.param.b32 [given+0], %r4;
    .param .b32 back;
    call.uni (back), fib, (given);
    ld.param.b32 %r5, [back+0];
  }
  add.s32 %r8, %r3, %r5;
$end:
  st.param.b32 [result+0], %r8;
  ret;
}
`;
    const body = `
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  {
    .param .b32 given;
    st.param.b32 [given+0], %r1;
    .param .b32 back;
    call.uni (back), fib, (given);
    ld.param.b32 %r2, [back+0];
  }
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;`;
    const text = kernelText('.u64 out', body, fibonacci);
    const { buffers } = runKernel({ text, block: [12, 1, 1], arguments: [new Int32Array(12)] });
    assert.deepEqual([...buffers[0]!.integers], [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
  });

  it('jumps through a table of labels', () => {
    const body = `${INDEX}
  ld.param.u64 %rd1, [out];
  add.s64 %rd2, %rd1, %rd5;
$table: .branchtargets $zero, $one, $two;
  brx.idx.uni %r3, $table;
$zero:
  mov.u32 %r9, 10;
  bra $end;
$one:
  mov.u32 %r9, 20;
  bra $end;
$two:
  mov.u32 %r9, 30;
$end:
  st.global.u32 [%rd2], %r9;`;
    const { buffers } = runKernel({
      text: kernelText('.u64 out', body),
      block: [3, 1, 1],
      arguments: [new Int32Array(3)],
    });
    assert.deepEqual([...buffers[0]!.integers], [10, 20, 30]);
  });

  it('keeps local memory by thread, constants and global variables by module', () => {
    const around = `
.const .align 4 .b8 table[8] = {1, 0, 0, 0, 44, 1, 0, 0};
.global .align 4 .u32 total = 5;
`;
    const body = `${INDEX}
  .local .align 4 .b8 depot[16];
  ld.param.u64 %rd1, [out];
  mov.u64 %rd2, depot;
  cvta.local.u64 %rd3, %rd2;
  st.u32 [%rd3+8], %r3;
  ld.local.u32 %r5, [%rd2+8];
  ld.const.u32 %r6, [table+4];
  add.s32 %r7, %r5, %r6;
  add.s64 %rd6, %rd1, %rd5;
  st.global.u32 [%rd6], %r7;
  mov.u64 %rd7, total;
  atom.global.add.u32 %r8, [%rd7], %r3;`;
    const text = kernelText('.u64 out', body, around);
    const { buffers, memory } = runKernel({ text, block: [4, 1, 1], arguments: [new Int32Array(4)] });
    assert.deepEqual([...buffers[0]!.integers], [300, 301, 302, 303]);
    assert.equal(memory.allocations.find(({ name }) => name === 'total')!.integers[0], 5 + 0 + 1 + 2 + 3);
  });

  it('says where an access leaves memory, where it is not aligned and where a barrier never opens', () => {
    const at = (body: string): string => kernelText('.u64 out', `ld.param.u64 %rd1, [out];\n${body}`);
    const run = (text: string, threads = 1): unknown =>
      runKernel({ text, block: [threads, 1, 1], arguments: [new Int32Array(4)] });
    const lineOf = (text: string, what: string): number =>
      text.split('\n').findIndex((line) => line.includes(what)) + 1;
    const outside = at('  ld.global.u32 %r1, [%rd1+16];');
    assert.throws(() => run(outside), told(new RegExp(`test.ptx:${lineOf(outside, '+16')}: .*outside`)));
    assert.throws(() => run(at('  st.global.u32 [%rd1+2], 1;')), told(/not aligned/));
    const stuck = at(
      '  mov.u32 %r1, %tid.x;\n  setp.eq.u32 %p1, %r1, 0;\n  @%p1 bar.sync 0, 64;\n  bar.sync 1;',
    );
    assert.throws(
      () => run(stuck, 64),
      told(new RegExp(`test.ptx:${lineOf(stuck, 'bar.sync 0')}: not all threads`)),
    );
    assert.throws(() => run(at('$on:\n  bra $on;')), told(/runs too long/));
    assert.throws(
      () => run(at('  tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f1,%f2}];')),
      told(/cannot be run/),
    );
  });
});
