import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { KernelProfile, TransferProfile } from '../../../src/kernel/profile';
import type { Application, Operation } from '../../../src/kernel/application';
import { replay } from '../../../src/timeline/replay';
import { isDeviceWork } from '../../../src/timeline/timeline';
import type { HostWait } from '../../../src/timeline/trace/hostCalls';
import { traceToApplication, type TracedApplication } from '../../../src/timeline/trace/traceToApplication';
import { plainModels, testGpu } from './builders';

const gpu = testGpu();
const CALL_NS = 4_000;
const DELAY_NS = 6_000;

function launch(callNs: number, startNs: number, durationNs: number, line: number): KernelProfile {
  return {
    ...{ name: 'K', grid: [6, 1, 1], block: [256, 1, 1], registers: 16 },
    ...{ staticSharedBytes: 0, dynamicSharedBytes: 0, startNs, durationNs, stream: '7', device: 'GPU' },
    call: { startNs: callNs, durationNs: CALL_NS },
    ...{ calls: 1, metrics: {}, location: { path: 't.json', line } },
  };
}

/** A program that launches kernels so often, each so long, and then waits for them: as a GPU without others runs it. */
function traced(
  everyNs: number,
  kernelNs: number,
  count: number,
  waits?: readonly HostWait[],
): TracedApplication {
  let endNs = 0;
  const kernels = Array.from({ length: count }, (_, at) => {
    const startNs = Math.max(endNs, at * everyNs + DELAY_NS);
    endNs = startNs + kernelNs;
    return launch(at * everyNs, startNs, kernelNs, at + 1);
  });
  const wait = { startNs: (count - 1) * everyNs + CALL_NS, endNs: endNs + 1_000 };
  return traceToApplication(kernels, [], gpu, { name: 'app', waits: waits ?? [wait] });
}

function replayed({ application, delays }: TracedApplication, changed: Partial<Application> = {}) {
  const launchModel = plainModels(gpu).launch;
  const models = plainModels(gpu, {
    launch: {
      ...launchModel,
      latencyNs: (operation, cause) => {
        const { afterCallNs, afterStreamNs } = delays.get(operation)!;
        return cause === 'host' ? afterCallNs : afterStreamNs;
      },
    },
  });
  return replay([{ ...application, ...changed }], gpu, models);
}

const starts = ({ operations }: ReturnType<typeof replayed>): number[] =>
  operations.filter(({ kind }) => kind === 'kernel').map(({ startNs }) => startNs);

describe('calls of a trace', () => {
  it('replay to what was measured, whether the host or the device is behind', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000, max: 50_000 }),
        fc.integer({ min: 1_000, max: 50_000 }),
        fc.integer({ min: 2, max: 20 }),
        (everyNs, kernelNs, count) => {
          const app = traced(everyNs, kernelNs, count);
          const measured = app.measured.operations.filter(isDeviceWork).map(({ startNs }) => startNs);
          const own = starts(replayed(app));
          measured.forEach((ns, at) => assert.ok(Math.abs(own[at]! - ns) <= 1, `${own} for ${measured}`));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('keep a host that is behind from noticing slower kernels until it waits for the last one', () => {
    const app = traced(50_000, 10_000, 10);
    const delays = new Map(app.delays);
    const slower = app.application.operations.map((each): Operation => {
      if (each.kind !== 'kernel') return each;
      const longer = { ...each, soloNs: 30_000 };
      delays.set(longer, app.delays.get(each)!);
      return longer;
    });
    const last = replayed({ ...app, delays }, { operations: slower }).operations.at(-1)!;
    assert.equal(last.kind, 'synchronize');
    assert.equal(last.endNs, 9 * 50_000 + DELAY_NS + 30_000);
  });

  it('tell that a copy was not waited for where its call returned before it had ended', () => {
    const copy = (durationNs: number): TransferProfile => ({
      ...{ direction: 'HtoD', bytes: 1e6, startNs: 0, durationNs: 20_000, pinned: true, stream: '7' },
      ...{ device: 'GPU', calls: 1, location: { path: 't.json', line: 1 } },
      call: { startNs: -5_000, durationNs },
    });
    const blocking = [CALL_NS, 26_000].map((durationNs) => {
      const app = traceToApplication([], [copy(durationNs)], gpu, { name: 'app', waits: [] });
      const [first] = app.application.operations;
      return first?.kind === 'copy' && first.blocking;
    });
    assert.deepEqual(blocking, [false, true]);
  });

  it('are left alone where some record has none, or one after its start', () => {
    const known = traced(50_000, 10_000, 3);
    assert.equal(known.delays.size, 3);
    const late = launch(200_000, 100_000, 10, 9);
    const app = traceToApplication([late], [], gpu, { name: 'app', waits: [] });
    assert.equal(app.delays.size, 0);
  });
});
