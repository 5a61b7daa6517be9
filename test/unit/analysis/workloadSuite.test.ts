import { told } from '../../support/told';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applicationOf, type LowerRequest } from '../../../lab/suite/application';
import { readSuite, resolvePath } from '../../../lab/suite/suite';
import type { KernelProgram } from '../../../src/kernel/program';
import { InputError } from '../../../src/kernel/result';
import { variantsOf } from '../../../src/kernel/workload';

const program: KernelProgram = {
  name: 'copy',
  registersPerThread: 16,
  body: [{ op: 'compute', class: 'fp32' }],
};

const launch = { grid: 60, block: 256 };
const description = (name: string, more: object = {}) =>
  JSON.stringify({
    name,
    title: name,
    stresses: 'DRAM',
    papers: {},
    kernels: [{ source: '../../samples/copy.cu', kernel: 'copy', launch, arguments: { n: 15360, c: 1 } }],
    ...more,
  });

describe('workload suite', () => {
  it('reads what it can and names what it cannot', () => {
    const { workloads, faults } = readSuite(
      new Map([
        ['suite/b/workload.json', description('b')],
        ['suite/a/workload.json', description('a')],
        ['suite/a/a.cu', 'not a description'],
        ['suite/cut/workload.json', description('cut').slice(0, 60)],
        ['suite/other/workload.json', description('another')],
        ['suite/odd/workload.json', description('odd', { sets: 1 })],
      ]),
    );
    assert.deepEqual(
      workloads.map(({ workload }) => workload.name),
      ['a', 'b'],
    );
    assert.equal(faults.length, 3);
    assert.match(faults[0]!, /^suite\/cut\/workload\.json:1: not JSON: column \d+/);
    assert.match(faults[1]!, /^suite\/other\/workload\.json: name: 'another' stands in the folder 'other'/);
    assert.match(faults[2]!, /^suite\/odd\/workload\.json: sets: unknown field/);
  });

  it('never fails on broken text', () => {
    const text = description('a');
    fc.assert(
      fc.property(fc.nat(text.length), fc.string(), (at, inserted) => {
        const broken = text.slice(0, at) + inserted + text.slice(at + inserted.length);
        const { workloads, faults } = readSuite(new Map([['suite/a/workload.json', broken]]));
        assert.equal(workloads.length + faults.length, 1);
      }),
    );
  });

  it('lowers every launch of a round with the arguments of the variant', () => {
    const sweep = { rule: 'doubles', axes: { c: [2, 4] } };
    const { workloads } = readSuite(new Map([['suite/a/workload.json', description('a', { sweep })]]));
    const asked: LowerRequest[] = [];
    const lower = (request: LowerRequest) => {
      asked.push(request);
      return program;
    };
    const variant = variantsOf(workloads[0]!.workload)[1]!;
    const app = applicationOf(workloads[0]!, lower, variant);
    assert.deepEqual(app, {
      name: 'a',
      kernels: [{ name: 'copy', program: { ...program, arrays: {} }, launch }],
    });
    assert.deepEqual(asked, [
      { path: 'samples/copy.cu', kernel: 'copy', launch, arguments: { n: 15360, c: 4 } },
    ]);
  });

  it('gives kernels of one round that use an array of the same name the same array', () => {
    const kernels = ['first', 'second'].map((kernel) => ({ source: 'a.cu', kernel, launch }));
    const { workloads } = readSuite(new Map([['suite/a/workload.json', description('a', { kernels })]]));
    const lower = ({ kernel }: LowerRequest): KernelProgram => ({
      ...program,
      arrays: {
        data: { elementBytes: kernel === 'first' ? 4 : 8, elements: kernel === 'first' ? 100 : 1000 },
        tile: { elementBytes: 4, elements: kernel === 'first' ? 32 : 64, space: 'shared' },
      },
    });
    const [first, second] = applicationOf(workloads[0]!, lower).kernels!.map(
      (kernel) => kernel.program!.arrays!,
    );
    assert.equal(first!['data']!.elements, 2000);
    assert.equal(second!['data']!.elements, 1000);
    assert.equal(first!['tile']!.elements, 32);
  });

  it('says which launch cannot be lowered', () => {
    const { workloads } = readSuite(new Map([['suite/a/workload.json', description('a')]]));
    const refuse = () => {
      throw new InputError('inline assembly');
    };
    assert.throws(() => applicationOf(workloads[0]!, refuse), told(/^a, kernels\[0\]: inline assembly$/));
  });

  it('works out relative paths', () => {
    assert.equal(resolvePath('suite/bfs', 'bfs.cu'), 'suite/bfs/bfs.cu');
    assert.equal(resolvePath('suite/bfs', '../../samples/bfs/./bfs.cu'), 'samples/bfs/bfs.cu');
    assert.equal(resolvePath('suite', '../../x.cu'), '../x.cu');
    assert.equal(resolvePath('/suites/mine', 'x.cu'), '/suites/mine/x.cu');
  });
});
