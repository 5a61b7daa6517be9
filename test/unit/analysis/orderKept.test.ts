import assert from 'node:assert/strict';
import { applicationResult } from '../../../src/analysis/applications/applicationResult';
import type { ApplicationResult } from '../../../src/analysis/results/timelineResult';
import type { Application, KernelOperation } from '../../../src/kernel/application';
import { listGpus } from '../../../src/gpu/catalogue';
import { ORDER_ADVISER } from '../../../src/predictors';
import { english } from '../../../src/words';

const gpu = listGpus().find(({ id }) => id === 'v100-sxm2')!;

const launch = (stream: string, kernel: string, line: number, changes: Partial<KernelOperation>) => ({
  kind: 'kernel' as const,
  stream,
  kernel,
  grid: [80, 1, 1] as const,
  block: [256, 1, 1] as const,
  registers: 16,
  sharedBytes: 0,
  soloNs: 1e6,
  location: { path: 'a.cu', line },
  ...changes,
});

/** Two launches in two streams that write these buffers, and what more is known of their program. */
function resultOf(
  [first, second]: readonly [Partial<KernelOperation>, Partial<KernelOperation>],
  more: Partial<Application> = {},
): ApplicationResult {
  const operations = [launch('s', 'k', 7, first), launch('t', 'l', 8, second)];
  return applicationResult(
    {
      application: { name: 'a', operations, footprintBytes: null, ...more },
      models: ORDER_ADVISER.models(gpu, null),
      path: 'a.cu',
      line: 1,
      from: 'source',
      measured: null,
      measuredOrigin: 'measured',
      unknowns: [],
      kernelTimes: new Map(),
      assumptions: [],
    },
    gpu,
  );
}

const writes = (buffer: string): Partial<KernelOperation> => ({ reads: [], writes: [buffer] });
const keptOf = ({ orderKept, order, plan, predicted }: ApplicationResult) => {
  assert.ok(predicted !== null);
  return [orderKept === undefined ? null : english(orderKept), order !== null, plan !== null];
};

describe('launches that stay in their order', () => {
  it('are those of programs that race, call the host, share a buffer or may share one, and say so', () => {
    assert.deepEqual(keptOf(resultOf([writes('x'), writes('y')])), [null, true, true]);
    const certain = { certain: { stage: 0, reads: [], writes: ['x'] } };
    assert.deepEqual(
      keptOf(
        resultOf([
          { ...writes('x'), ...certain },
          { ...writes('x'), ...certain },
        ]),
      ),
      ['launch orders are not tried: the program has races', false, false],
    );
    const callsHost = { path: 'a.cu', line: 9 };
    assert.deepEqual(keptOf(resultOf([writes('x'), writes('y')], { callsHost })), [
      'launch orders and streams are not tried: a function of the host runs behind the work of a stream (a.cu:9)',
      false,
      false,
    ]);
    assert.deepEqual(keptOf(resultOf([writes('x'), writes('x')])), [
      'launch orders are not tried: launches that can run at the same time use x, and one of them writes it',
      false,
      true,
    ]);
    assert.deepEqual(keptOf(resultOf([writes('x'), {}])), [
      'launch orders are not tried: the sources do not tell what data l uses, which can run beside other launches',
      false,
      true,
    ]);
  });
});
