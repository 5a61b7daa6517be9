import assert from 'node:assert/strict';
import type { DeviceTrace, TraceIterations } from '../../../src/analysis/profileProtocol';
import { iterationTexts } from '../../../src/words/texts/traceTexts';

/** An iteration that is longer than they mostly are, busy for all but `idleNs` of it. */
function idleText(idleNs: number, beyondNs = 0): string {
  const typical = { startNs: 1000, endNs: 10_390 };
  const busyNs = typical.endNs - typical.startNs - idleNs + beyondNs;
  const iterations = {
    ...{ count: 5, steady: 5, warmUp: 0, before: 0, periodNs: 9230, shortestNs: 9000, longestNs: 9390 },
    ...{ agreement: 1, operations: 1, beginsWith: 'k', typical, idle: { spanNs: busyNs, busyNs } },
  } as TraceIterations;
  return iterationTexts({ iterations } as DeviceTrace).find((text) => /is idle/.test(text))!;
}

describe('what is told of iterations', () => {
  it('takes the idle share of an iteration of its own time, which may be longer than that of others', () => {
    assert.match(idleText(0), /idle 0\.0 % /);
    assert.match(idleText(939), /idle 10\.0 % /);
    assert.match(idleText(0, 500), /idle 0\.0 % /);
  });
});
