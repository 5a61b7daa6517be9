import assert from 'node:assert/strict';
import { plain } from '../../../../src/kernel/message';
import { countPtx, type PtxCounts } from '../../../../src/cuda/ptx/count/counts';
import { parsePtx } from '../../../../src/cuda/ptx/parsePtx';

/** Counts of a kernel `k(float* x, int n)` with this body, for two blocks of 64 threads and n = 8. */
function count(body: string): PtxCounts {
  const text = `.visible .entry k(
\t.param .u64 k_param_0,
\t.param .u32 k_param_1
)
{
\t.reg .pred \t%p<9>;
\t.reg .b16 \t%rs<9>;
\t.reg .b32 \t%r<9>;
\t.reg .f32 \t%f<30>;
\t.reg .b64 \t%rd<9>;
\t.reg .f64 \t%fd<9>;
\t.shared .align 16 .b8 tile[64];
${body}
\tret;
}
`;
  const module = parsePtx(text);
  const launch = { grid: [2, 1, 1], block: [64, 1, 1], sharedBytes: 0, arguments: [null, 8] } as const;
  return countPtx(module, module.kernels[0]!, launch);
}

/** Classes that occur. */
function classes(body: string): Record<string, number> {
  const counted = count(body);
  if (counted.kind === 'left') throw new Error(plain(counted.reason));
  return Object.fromEntries(Object.entries(counted.counts).filter(([, value]) => value > 0));
}

const LOOP = `
	ld.param.u32 %r1, [k_param_1];
	mov.u32 %r2, 0;
$L__BB0_1:
	fma.rn.f32 %f1, %f1, %f2, %f3;
	add.s32 %r2, %r2, 1;
	setp.lt.s32 %p1, %r2, %r1;
	@%p1 bra $L__BB0_1;
`;

describe('counting of PTX', () => {
  it('runs loops as often as the arguments say', () => {
    assert.deepEqual(classes(LOOP), { fp32: 8, integer: 16, control: 9 });
  });

  it('counts products of matrices and packed numbers of 16 bits', () => {
    const sums = '{%f1, %f2, %f3, %f4}';
    const product = `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 ${sums}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, ${sums};`;
    assert.deepEqual(classes(`\t${product}\n\tfma.rn.bf16x2 %r1, %r2, %r3, %r4;`), {
      tensor: 1,
      fp16: 1,
      control: 1,
    });
  });

  it('leaves conversions of constants to the assembler', () => {
    const converted = 'cvt.rn.f16.f32 %rs1, %f1;';
    assert.equal(classes(`\tmov.f32 %f1, 0f40400000;\n\t${converted}`)['conversion'], undefined);
    assert.equal(classes(`\tmov.f32 %f1, %f2;\n\t${converted}`)['conversion'], 1);
    assert.equal(classes(`\tmov.f32 %f1, 0f40400000;\n\t${converted}\n\tmov.f32 %f1, %f2;`)['conversion'], 1);
  });

  it('divides once for a quotient and its remainder, also where a branch leaves in between', () => {
    const first =
      '\tld.param.u32 %r1, [k_param_1];\n\tmov.u32 %r3, %tid.x;\n\tdiv.u32 %r2, %r3, %r1;\n\tsetp.ge.u32 %p1, %r2, %r1;';
    const specials = (behind: string): number => classes(`${first}\n${behind}`)['special'] ?? 0;
    assert.equal(specials('\t@%p1 bra $L__BB0_1;\n\trem.u32 %r4, %r3, %r1;\n$L__BB0_1:'), 1);
    // From elsewhere, of something else, and of what has changed.
    assert.equal(specials('\t@%p1 bra $L__BB0_1;\n$L__BB0_1:\n\trem.u32 %r4, %r3, %r1;'), 2);
    assert.equal(specials('\trem.u32 %r4, %r5, %r1;'), 2);
    assert.equal(specials('\tmov.u32 %r3, 7;\n\trem.u32 %r4, %r3, %r1;'), 2);
  });

  it('knows those members of a structure that it is given', () => {
    const text = `.visible .entry k(\n.param .align 4 .b8 k_param_0[12]\n)\n{\n.reg .pred %p<9>;\n.reg .b32 %r<9>;\nld.param.u32 %r1, [k_param_0+8];\nmov.u32 %r2, 0;\n$L__BB0_1:\nadd.s32 %r2, %r2, 1;\nsetp.lt.s32 %p1, %r2, %r1;\n@%p1 bra $L__BB0_1;\nret;\n}\n`;
    const module = parsePtx(text);
    const counts = (offset: number): PtxCounts => {
      const members = [{ offset, bytes: 4, type: '.b', value: 50 }];
      const launch = { grid: [1, 1, 1], block: [32, 1, 1], sharedBytes: 0, arguments: [members] } as const;
      return countPtx(module, module.kernels[0]!, launch);
    };
    const known = counts(8);
    assert.equal(known.kind === 'counted' && known.counts.integer, 100);
    assert.equal(counts(4).kind, 'left');
  });

  it('counts an asynchronous copy as a load', () => {
    const copy = 'cp.async.cg.shared.global [tile], [%rd1], 16;';
    const counted = classes(`\t${copy}\n\tcp.async.commit_group;\n\tcp.async.wait_group 0;`);
    assert.deepEqual(counted, { globalLoad: 1, control: 3 });
  });

  it('divides by the warp size with shifts and masks, and by other registers with a sequence', () => {
    const divided = (what: string, by: string) =>
      classes(`\tmov.u32 %r1, %tid.x;\n\tmov.u32 %r2, ${by};\n\t${what} %r3, %r1, %r2;`);
    assert.deepEqual(
      ['div.u32', 'rem.u32', 'div.s32', 'rem.s32'].map((what) => divided(what, 'WARP_SZ')['integer']),
      [1, 1, 3, 4],
    );
    assert.equal(divided('div.u32', 'WARP_SZ')['special'], undefined);
    assert.equal(divided('div.u32', '%ntid.x')['special'], 1);
  });

  it('takes the mean over threads that branch by their index', () => {
    const body = `
	mov.u32 %r1, %tid.x;
	setp.gt.u32 %p1, %r1, 15;
	@%p1 bra $L__BB0_2;
	bar.sync 0;
$L__BB0_2:
	mul.f32 %f1, %f2, %f3;`;
    assert.deepEqual(classes(body), { integer: 1, control: 2, barrier: 0.25, fp32: 1 });
  });

  it('makes one instruction of an address, of a sum behind a product, and of neighbours in shared memory', () => {
    const address = `
	ld.param.u64 %rd1, [k_param_0];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.f32 %f1, [%rd3+16];`;
    assert.deepEqual(classes(address), { integer: 1, globalLoad: 1, control: 1 });
    const fused = 'mul.f32 %f1, %f2, %f3;\n\tadd.f32 %f4, %f1, %f5;';
    assert.deepEqual(classes(fused), { fp32: 1, control: 1 });
    const shared = [0, 4, 8, 12, 20].map((at) => `\tld.shared.f32 %f${at}, [tile+${at}];`).join('\n');
    assert.deepEqual(classes(shared), { sharedLoad: 2, control: 1 });
  });

  it('joins neighbours in shared memory as ptxas does: pairs of doubles, four halves, and nothing that is widened', () => {
    const loads = (type: string, register: string, bytes: number): number => {
      const all = [0, 1, 2, 3].map((one) => `\tld.shared.${type} %${register}${one}, [tile+${one * bytes}];`);
      return classes(all.join('\n'))['sharedLoad'] ?? 0;
    };
    assert.equal(loads('f64', 'fd', 8), 2);
    assert.equal(loads('u16', 'rs', 2), 1);
    assert.equal(loads('s16', 'r', 2), 4);
    assert.equal(loads('u8', 'rs', 1), 4);
  });

  it('makes read-only loads once in straight code', () => {
    const [load, other] = ['ld.global.nc.f32 %f1, [%rd1+4];', 'ld.global.nc.f32 %f2, [%rd1+4];'];
    const store = 'st.global.f32 [%rd2], %f1;';
    assert.equal(classes([load, store, other].join('\n\t'))['globalLoad'], 1);
    assert.equal(classes([load, 'add.s64 %rd1, %rd1, 4;', other].join('\n\t'))['globalLoad'], 2);
    assert.equal(classes([load, store, other].join('\n\t').replaceAll('.nc', ''))['globalLoad'], 2);
  });

  it('makes predicates of branches around a few instructions', () => {
    const body = `
	ld.global.f32 %f1, [%rd1];
	setp.gt.f32 %p1, %f1, %f2;
	@%p1 bra $L__BB0_2;
	add.f32 %f3, %f1, %f2;
$L__BB0_2:
	mul.f32 %f4, %f3, %f3;`;
    assert.deepEqual(classes(body), { globalLoad: 1, fp32: 3, control: 1 });
  });

  it('leaves out what data decides, and says where', () => {
    const body = `
	ld.global.u32 %r1, [%rd1];
	setp.ne.s32 %p1, %r1, 0;
	@%p1 bra $L__BB0_2;
	ld.global.f32 %f1, [%rd1];
$L__BB0_2:`;
    assert.deepEqual(count(body), { kind: 'left', reason: 'setp.ne.s32 of data' });
  });

  it('computes with 64 bits and divides by multiplying', () => {
    const body = `
	mov.u32 %r1, 100;
	mul.hi.u32 %r2, %r1, -858993459;
	shr.u32 %r3, %r2, 3;
	cvt.s64.s32 %rd1, %r3;
	shl.b64 %rd2, %rd1, 40;
	shr.u64 %rd3, %rd2, 40;
	setp.ne.s64 %p1, %rd3, 10;
	@%p1 bra $L__BB0_2;
	ex2.approx.ftz.f32 %f1, %f2;
	bar.sync 0;
$L__BB0_2:`;
    const { special, barrier } = classes(body);
    assert.deepEqual([special, barrier], [1, 1]);
  });

  for (const [what, trips, instructions] of [
    ['counted bits', 20, ['popc.b32 %r5, %r4;', 'clz.b32 %r6, %r4;', 'not.b32 %r7, %r4;']],
    ['absolute values', 8, ['neg.s32 %r5, %r4;', 'abs.s32 %r5, %r5;', 'mov.u32 %r6, 0;', 'mov.u32 %r7, 0;']],
    [
      'lower halves',
      8,
      ['mul.lo.s32 %r6, %r4, 8193;', 'cvt.u16.u32 %rs1, %r6;', 'cvt.u32.u16 %r5, %rs1;'].concat([
        'mov.u32 %r6, 0;',
        'mov.u32 %r7, 0;',
      ]),
    ],
  ] as const)
    it(`takes trip counts that are made of ${what}`, () => {
      const body = [
        'ld.param.u32 %r4, [k_param_1];',
        ...instructions,
        'add.s32 %r1, %r5, %r6;',
        'add.s32 %r1, %r1, %r7;',
        LOOP.replace(/.*ld\.param.*\n/, ''),
      ];
      assert.equal(classes(body.join('\n'))['fp32'], trips);
    });
});
