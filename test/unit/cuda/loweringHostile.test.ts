import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { EvaluationMode } from '../../../src/cuda/constants/evaluation';
import { CodeRegion } from '../../../src/cuda/files/codeRegion';
import type { LaunchSite } from '../../../src/cuda/structure/launches';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { Launch } from '../../../src/kernel/kernel';
import { parseKernelProgram } from '../../../src/kernel/program';
import { testParser } from './support';

const root = process.env['CORUN_ROOT'] ?? process.cwd();
const PIECES = [
  '{',
  '}',
  '(',
  ';',
  '*',
  '[i]',
  '0',
  '-1',
  '1 << 40',
  'for(;;)',
  'return;',
  '&',
  '/ 0',
  '% 0',
  '"',
];

describe('lowering of damaged sources', () => {
  it('gives a program that passes its schema, or a reason, and never fails', async () => {
    const text = fs.readFileSync(path.join(root, 'workloads/samples/scan/scan.cu'), 'utf8');
    const parser = await testParser();
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(40), fc.constantFrom(...PIECES), (at, removed, piece) => {
        const workspace = new CudaWorkspace({ parser });
        workspace.setFile('k.cu', text.slice(0, at) + piece + text.slice(at + removed));
        for (const { id } of workspace.index().kernels) {
          const lowered = workspace.lower(id, workspace.launchesOf(id)[0] ?? null);
          if (lowered?.kind === 'lowered') parseKernelProgram(JSON.parse(JSON.stringify(lowered.program)));
          else assert.doesNotMatch(JSON.stringify(lowered), /cuda\.readingFailed/);
        }
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  it('refuses a kernel that it fails on, and reads the others', async () => {
    const parser = await testParser();
    const failing = Object.assign(Object.create(parser) as typeof parser, {
      parse(text: string) {
        if (text.includes('broken')) throw new RangeError('no end');
        return parser.parse(text);
      },
    });
    const workspace = new CudaWorkspace({ parser: failing });
    workspace.setFile(
      'k.cu',
      '__global__ void broken(int *a) { a[0] = 1; }\n__global__ void whole(int *a) { a[0] = 1; }',
    );
    const [broken, whole] = workspace.index().kernels.map(({ id }) => workspace.lower(id, null));
    assert.ok(broken?.kind === 'refused');
    assert.deepEqual(broken.reason, { say: 'cuda.readingFailed', values: { what: 'no end' } });
    assert.equal(whole?.kind, 'lowered');
  });

  it('names a launch that it fails on, and reads the others', () => {
    const region = CodeRegion.prototype as unknown as {
      launchesAt(site: LaunchSite, mode: EvaluationMode): readonly Launch[];
    };
    const { launchesAt } = region;
    let reading = 0;
    region.launchesAt = function (site, mode) {
      if (++reading === 2) throw new RangeError('no end');
      return launchesAt.call(this, site, mode);
    };
    try {
      const workspace = new CudaWorkspace();
      workspace.setFile('k.cu', '__global__ void k() {}\nvoid f() { k<<<1, 2>>>();\n  k<<<3, 4>>>(); }');
      const { kernels, launches, files } = workspace.index();
      assert.equal(kernels.length, 1);
      assert.deepEqual(
        launches.map(({ block }) => block[0].value),
        [2],
      );
      assert.deepEqual(
        files[0]!.diagnostics.map(({ code, range, message }) => [code, range.startLine, message]),
        [['failed-reading', 3, { say: 'cuda.readingFailed', values: { what: 'no end' } }]],
      );
    } finally {
      region.launchesAt = launchesAt;
    }
  });

  it('reads an object that a function makes of nothing, of a type that is not at hand', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile(
      'k.cu',
      'template <class T> constexpr Setup<T> setup() { return {}; }\n__global__ void k() {}\nvoid f() { k<<<setup<int>().blocks, setup<int>()>>>(); }',
    );
    assert.deepEqual(
      workspace.index().launches.map(({ block }) => block[0].value),
      [null],
    );
  });
});
