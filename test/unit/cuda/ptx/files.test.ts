import assert from 'node:assert/strict';
import { nameOfSymbol } from '../../../../src/analysis/symbolNames';
import { CudaWorkspace } from '../../../../src/cuda/workspace';
import type { Message } from '../../../../src/kernel/message';
import { english } from '../../../../src/words';
import { kernelText } from './support';

const PATH = 'kernels.ptx';

/** `out[i] = out[i] + 1` where `i < n`, with one addition more for each of four iterations. */
const GUARDED = kernelText(
  '.u64 out, .u32 n',
  `
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [n];
  setp.ge.s32 %p1, %r4, %r5;
  @%p1 bra END;
  ld.param.u64 %rd1, [out];
  mul.wide.s32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.f32 %f1, [%rd3];
  mov.u32 %r6, 0;
LOOP:
  add.f32 %f1, %f1, %f1;
  add.s32 %r6, %r6, 1;
  setp.lt.s32 %p2, %r6, 4;
  @%p2 bra LOOP;
  st.global.f32 [%rd3], %f1;
END:
`,
).replace('entry k(', 'entry _ZN3lib5scaleEPfi(');

function workspaceOf(files: Readonly<Record<string, string>>): CudaWorkspace {
  const workspace = new CudaWorkspace({ nameOfSymbol });
  for (const [path, text] of Object.entries(files)) workspace.setFile(path, text);
  return workspace;
}

describe('PTX files', () => {
  it('have kernels under the names of their source, with parameters and lines', () => {
    const [kernel, ...others] = workspaceOf({ [PATH]: GUARDED }).index().kernels;
    assert.deepEqual(others, []);
    assert.equal(kernel!.name, 'scale');
    assert.equal(kernel!.qualifiedName, 'lib::scale');
    assert.equal(GUARDED.split('\n')[kernel!.line - 1]!.includes('.entry'), true);
    assert.deepEqual(
      kernel!.parameters.map(({ name }) => name),
      ['out', 'n'],
    );
  });

  it('are counted by running their threads', () => {
    const { perThread, assumptions } = workspaceOf({ [PATH]: GUARDED }).index().kernels[0]!.mix!;
    assert.deepEqual([perThread.globalLoad, perThread.globalStore, perThread.fp32], [1, 1, 4]);
    // n is taken as many as there are threads.
    assert.match(english(assumptions[0]!.text), /\bn\b/);
  });

  it('need registers for the values that live at once', () => {
    // Across the loop: address (2 words), value and counter.
    const needed = workspaceOf({ [PATH]: GUARDED }).index().kernels[0]!.registers!;
    assert.ok(needed >= 4 && needed <= 16, `${needed}`);
  });

  it('are counted by their program where data decides what runs', () => {
    const byData = GUARDED.replace('setp.lt.s32 %p2, %r6, 4;', 'setp.lt.f32 %p2, %f1, 0f3F800000;');
    const { mix } = workspaceOf({ [PATH]: byData }).index().kernels[0]!;
    assert.equal(mix!.perThread.fp32, 16);
    assert.match(mix!.assumptions.map(({ text }) => english(text)).join('\n'), /depends on data/);
  });

  it('say why a kernel has neither', () => {
    const calling = GUARDED.replace('mov.u32 %r6, 0;', 'mov.u32 %r6, 0; call f;').replace(
      '.visible',
      '.func f { .reg .pred %q<3>; .reg .b32 %v<3>; .reg .b64 %a; ld.global.u32 %v1, [%a]; setp.eq.s32 %q1, %v1, 0; @%q1 bra E; E: ret; }\n.visible',
    );
    const { mix, unread } = workspaceOf({ [PATH]: calling }).index().kernels[0]!;
    assert.equal(mix, null);
    assert.match(english(unread as Message), /not counted/);
  });

  it('are counted with a block that their shared arrays have room for', () => {
    const shared = GUARDED.replace(
      'st.global.f32 [%rd3], %f1;',
      'mul.wide.s32 %rd4, %r3, 4; mov.u64 %rd5, tile; add.s64 %rd6, %rd5, %rd4; st.shared.f32 [%rd6], %f1;',
    ).replace('{\n', '{\n.shared .align 4 .b8 tile[256];\n');
    assert.equal(workspaceOf({ [PATH]: shared }).index().kernels[0]!.mix!.perThread.sharedStore, 1);
  });

  it('leave a kernel to the source that defines it', () => {
    const source = 'namespace lib { __global__ void scale(float* out, int n) { out[n] = 1.0f; } }';
    const { kernels } = workspaceOf({ [PATH]: GUARDED, 'lib.cu': source }).index();
    assert.deepEqual(
      kernels.map(({ path }) => path),
      ['lib.cu'],
    );
  });

  it('say at which line they are no PTX', () => {
    const broken = GUARDED.replace('mov.u32 %r6, 0;', 'mov.u32 %q6, 0;');
    const { kernels, diagnostics } = workspaceOf({ [PATH]: broken }).file(PATH)!;
    assert.deepEqual(kernels, []);
    const line = broken.split('\n').findIndex((text) => text.includes('%q6')) + 1;
    assert.equal(diagnostics[0]!.range.startLine, line);
    assert.match(english(diagnostics[0]!.message), /%q6/);
  });

  it('are forgotten when they are removed, and read again when they change', () => {
    const workspace = workspaceOf({ [PATH]: GUARDED });
    workspace.setFile(PATH, GUARDED.replace('%r6, 4;', '%r6, 9;'));
    assert.equal(workspace.index().kernels[0]!.mix!.perThread.fp32, 9);
    workspace.removeFile(PATH);
    assert.deepEqual(workspace.index().kernels, []);
  });
});
