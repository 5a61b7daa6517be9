import assert from 'node:assert/strict';
import { measureCommands } from '../../../webview/model/measureCommands';
import { profileStatus, rankAdvice, summarize } from '../../../webview/model/summary';
import { sampleResults } from '../../webview/samples/results';

describe('workspace summary', () => {
  it('counts what the table shows', () => {
    const summary = summarize(sampleResults({ kernels: 21 }));
    assert.equal(summary.kernels, 21);
    assert.equal(summary.refused.length, 3);
    assert.equal(summary.memoryBound + summary.computeBound, 18);
    assert.equal(
      summary.limiters.reduce((sum, limiter) => sum + limiter.count, 0),
      18,
    );
    assert.ok(summary.limiters.every((limiter, i, all) => i === 0 || all[i - 1]!.count >= limiter.count));
  });

  it('has no slowest kernel without kernels', () => {
    const summary = summarize(sampleResults({ kernels: 0, bars: 0 }));
    assert.equal(summary.slowest, null);
  });

  it('ranks advice by gain and keeps what has none last, in its order', () => {
    const { advice } = sampleResults({ kernels: 20 });
    const gains = rankAdvice(advice).map((item) => item.gain);
    assert.deepEqual(gains, [0.31, 0.11, 0.07, 0.02, null]);
  });

  it('warns of a profile that was read but not joined', () => {
    const [full] = sampleResults({ kernels: 3 }).profiles;
    assert.equal(profileStatus(full!).tone, 'good');
    assert.equal(profileStatus({ ...full!, notJoined: ['x'] }).tone, 'warning');
    assert.equal(profileStatus({ ...full!, status: 'refused' }).tone, 'bad');
  });

  it('names only profilers that work on the GPU', () => {
    const tools = (capability: string) => new Set(measureCommands(capability).map((command) => command.tool));
    assert.deepEqual(tools('5.2'), new Set(['nvprof']));
    assert.deepEqual(tools('7.0'), new Set(['nvprof', 'Nsight Compute']));
    assert.deepEqual(tools('9.0'), new Set(['Nsight Compute']));
    assert.deepEqual(tools('12.0'), new Set(['Nsight Compute']));
  });
});
