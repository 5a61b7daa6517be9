import assert from 'node:assert/strict';
import { colocationReport } from '../../../src/cli/colocationReport';
import { memoryAssumption } from '../../../src/cli/colocationOptions';
import type { ColocateAnswer } from '../../../src/cli/answers';
import { message } from '../../../src/kernel/message';
import { english } from '../../../src/words';
import { soloRun } from '../predictors/prophet/runs';

const ANSWER: ColocateAnswer = {
  ...{ gpu: 'h100-sxm', predictor: 'one', service: 'service', measuredNs: 1e6, aloneNs: 1e6 },
  target: { slowdown: 2, ns: null, of: 'p95' },
  beside: [
    {
      ...{ name: 'batch', aloneNs: 1e6, measuredNs: 2e6, error: 0.14, instances: 1 },
      points: [
        { instances: 0, mean: 1e6, p95: 1e6, isKept: true },
        { instances: 1, mean: 1.2e6, p95: 1.5e6, isKept: true },
      ],
      ...{ fitting: null, starvesAt: null, farAt: null, pageableInstances: null },
    },
  ],
  mixes: null,
  advice: [message('analysis.colocate.pinService', { name: 'service', others: ['batch'] })],
  ...{ assumptions: [], warnings: [] },
};

describe('what may share a GPU, on the command line', () => {
  it('says what 95 % of the queries take beside one, how far off that may be, and whose memory to pin', () => {
    const told = colocationReport(ANSWER);
    assert.match(
      told,
      /beside one instance of batch 95 % of its queries end within 1\.5 ms, ×1\.50 the time alone/,
    );
    assert.match(told, /off by 14 % on average/);
    assert.match(told, /services should pin their memory/);
    const unlike = colocationReport({ ...ANSWER, advice: [] });
    assert.doesNotMatch(unlike, /pin their memory/);
  });

  it('says what several together do, and which mix uses most of the GPU', () => {
    const latency = { mean: 1.5e6, p95: 1.8e6, isKept: true, load: 1.2, error: 0.2 };
    const [small, large] = [1, 3].map((instances) => ({ name: `batch${instances}`, instances }));
    const mixes = {
      oneOfEach: { ...latency, p95: 2.1e6, isKept: false, parts: [small!, large!] },
      fullest: { ...latency, parts: [small!, large!] },
      ofOne: { parts: [large!], load: 1 },
    };
    const told = colocationReport({ ...ANSWER, mixes });
    assert.match(told, /one instance of each together: 95 % .* within 2\.1 ms, ×2\.10 .* misses the target/);
    assert.match(told, /1 of batch1, 3 of batch3 were found to use most of the GPU: 95 % .* 1\.8 ms, ×1\.80/);
    assert.match(told, /off by 20 % on average/);
    const none = colocationReport({ ...ANSWER, mixes: { ...mixes, fullest: null } });
    assert.match(none, /no mix that keeps the target was found to use more of the GPU than 3 of batch3/);
  });

  it('answers first, and says behind that what it rests on', () => {
    const told = colocationReport({
      ...ANSWER,
      assumptions: [message('analysis.noBandwidthOfSm', { name: 'x' })],
    });
    const [answer, assumed] = ['1 instance of batch is safe', 'assumed: x'].map((each) => told.indexOf(each));
    assert.ok(answer! > 0 && assumed! > told.indexOf('slowdown'), told);
  });

  it('says whose device memory nobody told, and nothing where all is told', () => {
    const [known, unknown] = [soloRun('known', [{}], 100), soloRun('unknown', [{}])];
    const [line, ...more] = memoryAssumption([unknown, known, unknown]);
    assert.match(english(line!), /the device memory of unknown is not told/);
    assert.deepEqual([more, memoryAssumption([known])], [[], []]);
  });
});
