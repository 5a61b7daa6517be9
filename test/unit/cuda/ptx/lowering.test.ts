import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../../src/cuda/workspace';
import { parsePtx } from '../../../../src/cuda/ptx/parsePtx';
import { countPtx } from '../../../../src/cuda/ptx/count/counts';
import { programMix } from '../../../../src/cuda/ptx/lowering/lowerPtx';
import type { Lowering, LoweringOptions } from '../../../../src/cuda/workspace';
import { parseKernelProgram, type Statement } from '../../../../src/kernel/program';
import { english } from '../../../../src/words';
import { kernelText } from './support';

/** `%r4` is the thread's number in the grid, `%rd1` the address of element `%r4` of `a`. */
const OWN_ELEMENT = `
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  ld.param.u64 %rd9, [a];
  cvta.to.global.u64 %rd8, %rd9;
  mul.wide.s32 %rd2, %r4, 4;
  add.s64 %rd1, %rd8, %rd2;
  ld.param.u32 %r5, [n];
`;

function lowered(body: string, options: LoweringOptions = {}, around = '', parameters = '.u64 a, .u32 n') {
  const lowering = any(body, options, around, parameters);
  assert.equal(lowering.kind, 'lowered');
  if (lowering.kind !== 'lowered') throw new Error('refused');
  parseKernelProgram(lowering.program);
  return lowering;
}

function any(body: string, options: LoweringOptions, around = '', parameters = '.u64 a, .u32 n'): Lowering {
  const workspace = new CudaWorkspace();
  workspace.setFile('k.ptx', kernelText(parameters, body, around));
  return workspace.lower('k.ptx#k', null, { grid: [4, 1, 1], block: [64, 1, 1], ...options })!;
}

function only(body: readonly Statement[], op: Statement['op']): readonly Statement[] {
  return body.flatMap((one) => [
    ...(one.op === op ? [one] : []),
    ...(one.op === 'loop' ? only(one.body, op) : []),
    ...(one.op === 'if' ? [...only(one.then, op), ...only(one.else ?? [], op)] : []),
  ]);
}

describe('Programs of PTX', () => {
  it('have all threads go on behind what is asserted', () => {
    const asserted = (trap: string) =>
      lowered(`${OWN_ELEMENT}
        ld.global.f32 %f1, [%rd1];
        setp.gt.f32 %p1, %f1, 0f00000000;
        @%p1 bra $held;
        ${trap}
        $held: add.f32 %f2, %f1, %f1; st.global.f32 [%rd1], %f2; ret;`);
    const { program, assumptions } = asserted('trap;');
    assert.deepEqual(only(program.body, 'if'), []);
    assert.equal(only(program.body, 'store').length, 1);
    assert.deepEqual(
      assumptions.map(({ text }) => english(text)).filter((one) => /branch/.test(one)),
      [],
    );
    // One that only leaves takes its threads along.
    assert.equal(only(asserted('ret;').program.body, 'if').length, 1);
  });

  it('count barriers of a cluster once, and say so, as they do of what lies in its other blocks', () => {
    const { program, assumptions } = lowered(
      `${OWN_ELEMENT}
       mov.u64 %rd3, s; mov.u32 %r6, 1; mul.wide.s32 %rd4, %r3, 4; add.s64 %rd5, %rd3, %rd4;
       mapa.u64 %rd6, %rd5, %r6;
       barrier.cluster.arrive; barrier.cluster.wait;
       ld.shared.f32 %f1, [%rd6]; st.global.f32 [%rd1], %f1; ret;`,
      {},
      '.shared .align 4 .b8 s[256];',
    );
    assert.equal(only(program.body, 'barrier').length, 1);
    const [load] = only(program.body, 'load') as readonly { array: string }[];
    assert.equal(load!.array, 's');
    assert.deepEqual(
      assumptions
        .flatMap(({ countedAs }) => countedAs ?? [])
        .map(english)
        .toSorted(),
      ['barriers of groups as of the block', 'memory of other blocks as its own'],
    );
  });

  it('says which loads pass the L1 cache by', () => {
    for (const [name, past] of [
      ['ld.global.f32', false],
      ['ld.global.nc.f32', false],
      ['ld.global.cg.f32', true],
      ['ld.volatile.global.f32', true],
      ['ld.acquire.gpu.global.f32', true],
    ] as const) {
      const { program } = lowered(`${OWN_ELEMENT} ${name} %f1, [%rd1]; st.global.f32 [%rd1], %f1; ret;`);
      const [load] = only(program.body, 'load') as readonly { cache?: string }[];
      assert.equal(load!.cache, past ? 'bypass' : undefined, name);
    }
  });

  it('have the addresses and conditions of the thread', () => {
    const { program, values } = lowered(
      `${OWN_ELEMENT}
      setp.ge.s32 %p1, %r4, %r5;
      @%p1 bra END;
      ld.global.f32 %f1, [%rd1+4];
      add.f32 %f2, %f1, %f1;
      st.global.f32 [%rd1], %f2;
END:`,
      { arguments: { n: 200 } },
    );
    assert.equal(values['n'], 200);
    const [branch] = only(program.body, 'if');
    assert.ok(branch?.op === 'if' && branch.condition === 'threadX + 64 * blockX < 200');
    const [load, store] = [only(program.body, 'load')[0], only(program.body, 'store')[0]];
    assert.ok(load?.op === 'load' && load.array === 'a' && load.index === 'threadX + 64 * blockX + 1');
    assert.ok(store?.op === 'store' && store.index === 'threadX + 64 * blockX');
  });

  it('take an argument that bounds the threads as what the launch covers, and say so', () => {
    const { assumptions } = lowered(`${OWN_ELEMENT}
      setp.lt.s32 %p1, %r4, %r5;
      @%p1 st.global.u32 [%rd1], %r4;`);
    assert.deepEqual(
      assumptions.map(({ parameter, value }) => [parameter, value]),
      [['n', 256]],
    );
  });

  for (const [form, loop, trips] of [
    [
      'behind the body',
      'LOOP: ld.global.f32 %f1, [%rd1]; add.s32 %r6, %r6, 3; setp.lt.s32 %p2, %r6, %r5; @%p2 bra LOOP;',
      34,
    ],
    [
      'by steps in parts',
      'LOOP: ld.global.f32 %f1, [%rd1]; add.s32 %r7, %r6, 1; add.s32 %r6, %r7, 1; setp.ne.s32 %p2, %r7, 99; @%p2 bra LOOP;',
      50,
    ],
    [
      'in front of the body',
      'LOOP: setp.ge.s32 %p2, %r6, %r5; @%p2 bra END; ld.global.f32 %f1, [%rd1]; add.s32 %r6, %r6, 1; bra LOOP; END:',
      100,
    ],
    [
      'by halves',
      'mov.u32 %r6, 64; LOOP: ld.global.f32 %f1, [%rd1]; shr.u32 %r6, %r6, 1; setp.ne.s32 %p2, %r6, 0; @%p2 bra LOOP;',
      7,
    ],
  ] as const)
    it(`count loops that test ${form}`, () => {
      const { program, assumptions } = lowered(`${OWN_ELEMENT} mov.u32 %r6, 0; ${loop}`, {
        arguments: { n: 100 },
      });
      const loads = (body: readonly Statement[]): number =>
        body.reduce((sum, one) => {
          if (one.op === 'loop') return sum + Number(one.trips) * loads(one.body);
          return one.op === 'load' ? sum + 1 : sum;
        }, 0);
      assert.equal(loads(program.body), trips);
      assert.deepEqual(assumptions, []);
    });

  it('move addresses by what an iteration adds to a pointer', () => {
    const { program } = lowered(
      `${OWN_ELEMENT} mov.u32 %r6, 0;
LOOP: ld.global.f32 %f1, [%rd1]; add.s64 %rd1, %rd1, 256; add.s32 %r6, %r6, 1; setp.lt.s32 %p2, %r6, 10; @%p2 bra LOOP;`,
    );
    const [load] = only(program.body, 'load');
    assert.ok(load?.op === 'load' && load.index === 'threadX + 64 * blockX + 64 * i1');
  });

  it('say at which line data decides, under a name that can be set', () => {
    const body = `${OWN_ELEMENT}
      ld.global.u32 %r7, [%rd1];
LOOP: add.s32 %r7, %r7, -1; setp.gt.s32 %p2, %r7, 0; @%p2 bra LOOP;
      st.global.u32 [%rd1], %r7;`;
    const [assumption] = lowered(body).assumptions;
    assert.match(assumption!.parameter!, /^trips_line\d+$/);
    assert.equal(assumption!.value, 8);
    assert.equal(assumption!.isGuess, true);
    const set = lowered(body, { arguments: { [assumption!.parameter!]: 5 } });
    assert.ok(set.assumptions.every(({ isGuess }) => isGuess === undefined));
    const [loop] = only(set.program.body, 'loop');
    assert.ok(loop?.op === 'loop' && loop.trips === 5);
  });

  it('divide where compilers multiply by an inverse', () => {
    const { program } = lowered(`${OWN_ELEMENT}
      mul.hi.u32 %r6, %r4, -1431655765;
      shr.u32 %r7, %r6, 1;
      mul.wide.s32 %rd3, %r7, 4;
      add.s64 %rd4, %rd8, %rd3;
      ld.global.f32 %f1, [%rd4];`);
    const [load] = only(program.body, 'load');
    assert.ok(load?.op === 'load' && load.index === 'floor((threadX + 64 * blockX) / 3)');
  });

  it('keep shared arrays, their vectors and barriers', () => {
    const { program } = lowered(
      `mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;
       st.shared.u32 [%r4], %r1; bar.sync 0; ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [tile+16];`,
      {},
      '.shared .align 16 .b8 tile[256];',
    );
    assert.deepEqual(program.arrays!['tile'], { elementBytes: 4, elements: 64, space: 'shared' });
    const [load] = only(program.body, 'load');
    assert.ok(load?.op === 'load' && load.vector === 4 && load.index === 4);
    assert.equal(only(program.body, 'barrier').length, 1);
  });

  it('have products of matrices and copies to shared memory', () => {
    const body = `${OWN_ELEMENT} mov.u32 %r20, tile;
      cp.async.cg.shared.global [%r20], [%rd1], 16; cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;
      ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r20];
      mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r10, %r11, %r12, %r13}, {%r10, %r11}, {%f1, %f2, %f3, %f4};
      st.global.f32 [%rd1], %f1;`;
    const { program } = lowered(body, {}, '.shared .align 16 .b8 tile[4096];');
    const [copy] = only(program.body, 'asyncCopy');
    assert.ok(copy?.op === 'asyncCopy' && copy.array === 'a');
    const tensor = only(program.body, 'compute').find(
      (one) => one.op === 'compute' && one.class === 'tensor',
    );
    assert.ok(tensor?.op === 'compute' && tensor.matrix?.multiplyAdds === 2048);
  });

  it('are refused where jumps make no loops, and where functions are called', () => {
    const tangled = any(
      'setp.eq.s32 %p1, %r1, 0; @%p1 bra B; A: add.s32 %r1, %r1, 1; B: add.s32 %r1, %r1, 2; setp.lt.s32 %p2, %r1, 9; @%p2 bra A;',
      {},
    );
    assert.ok(tangled.kind === 'refused' && /jumps/.test(english(tangled.reason)));
    const calling = any('call f;', {}, '.func f { .reg .b32 %q<2>; mov.u32 %q1, 1; ret; }');
    assert.ok(calling.kind === 'refused' && /\bf\b/.test(english(calling.reason)));
  });

  it('count what the interpreter counts', () => {
    const text = kernelText(
      '.u64 a, .u32 n',
      `${OWN_ELEMENT}
      setp.ge.s32 %p1, %r4, %r5; @%p1 bra END;
      mov.u32 %r6, %r4;
LOOP: ld.global.f32 %f1, [%rd1]; fma.rn.f32 %f2, %f1, %f1, %f2; add.s32 %r6, %r6, 50; setp.lt.s32 %p2, %r6, %r5; @%p2 bra LOOP;
      and.b32 %r7, %r3, 3; setp.ne.s32 %p3, %r7, 0; @%p3 bra END;
      st.global.f32 [%rd1], %f2;
END:`,
    );
    const module = parsePtx(text);
    const [kernel] = module.kernels;
    const [grid, block] = [
      [4, 1, 1],
      [64, 1, 1],
    ] as const;
    const counted = countPtx(module, kernel!, {
      grid: [...grid],
      block: [...block],
      sharedBytes: 0,
      arguments: [null, 200],
    });
    const traced = programMix(module, kernel!, { grid: [...grid], block: [...block] }, new Map([['n', 200]]));
    assert.ok(counted.kind === 'counted');
    for (const name of ['globalLoad', 'globalStore', 'fp32', 'integer', 'control'] as const)
      assert.ok(Math.abs(counted.counts[name] - traced!.perThread[name]) < 1e-6, name);
  });
});
