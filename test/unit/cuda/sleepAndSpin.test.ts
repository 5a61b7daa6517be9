import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import type { Statement } from '../../../src/kernel/program';
import { isMessage } from '../../../src/kernel/message';
import { testParser } from './support';

describe('kernels that wait', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  function body(source: string, given: Record<string, number>) {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('k.cu', source);
    const lowered = workspace.lower(workspace.index().kernels[0]!.id, null, {
      grid: [1, 1, 1],
      block: [32, 1, 1],
      arguments: given,
    });
    assert.ok(lowered?.kind === 'lowered');
    const statements: readonly Statement[] = lowered.program.body;
    const told = lowered.assumptions.map(({ parameter, text }) => [
      parameter,
      isMessage(text) ? text.say : text,
    ]);
    return { statements, told };
  }

  /** All statements, those of loops as often as they run. */
  function total(statements: readonly Statement[], count: (statement: Statement) => number): number {
    return statements.reduce((sum, statement) => {
      const trips = statement.op === 'loop' && typeof statement.trips === 'number' ? statement.trips : 1;
      const inner = statement.op === 'loop' ? trips * total(statement.body, count) : 0;
      return sum + count(statement) + inner;
    }, 0);
  }
  const slept = (statement: Statement): number => (statement.op === 'sleep' ? Number(statement.ns) : 0);

  it('sleep as long as they say, by call and by PTX', () => {
    const call = body('__global__ void k(int n) { for (int i = 0; i < n; ++i) __nanosleep(1000); }', {
      n: 100,
    });
    assert.equal(total(call.statements, slept), 100_000);
    const ptx = body(
      '__global__ void k(int n) { for (int i = 0; i < n; ++i) asm volatile("nanosleep.u32 500;"); }',
      { n: 100 },
    );
    assert.equal(total(ptx.statements, slept), 50_000);
  });

  it('sleep by one instruction, which is the only one of its call', () => {
    const { statements } = body('__global__ void k() { __nanosleep(1000); }', {});
    assert.deepEqual(statements, [{ op: 'sleep', ns: 1000 }]);
  });

  it('sleep for a time that is marked where it is not known', () => {
    const { statements, told } = body('__global__ void k(int *a) { __nanosleep(a[0]); }', {});
    assert.equal(total(statements, slept), 1000);
    assert.ok(told.length > 0);
  });

  it('go round a loop until the clock has gone so far', () => {
    const { statements, told } = body(
      '__global__ void k(long long t) { long long c = clock64(); while (clock64() - c < t); }',
      { t: 1_000_000 },
    );
    const loop = statements.find((statement) => statement.op === 'loop');
    assert.ok(loop?.op === 'loop');
    assert.deepEqual(loop.trips, { elapsed: 1_000_000 });
    // Its time is known: there is nothing to set, and data do not decide it.
    assert.deepEqual(told, [[null, 'cuda.clockLoop']]);
  });
});
