import assert from 'node:assert/strict';
import { parseBaseline } from '../../../../src/analysis/check/baseline';
import { checkWorkspace, judged } from '../../../../src/analysis/check/checkWorkspace';
import { pairsThatMeet } from '../../../../src/analysis/corun/kernelPairs';
import {
  judgedNothing,
  type CheckedSlowdown,
  type CheckResult,
} from '../../../../src/analysis/results/checkResult';
import type { Origin } from '../../../../src/kernel/origin';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';
import { analyzed } from '../support';

const KERNELS = `
__global__ void a(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void b(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
`;
const main = (body: string): string => `${KERNELS}
int main() {
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  float *x, *y;
  ${body}
}`;
const TOGETHER = 'a<<<64, 128, 0, s1>>>(x); b<<<64, 128, 0, s2>>>(y);';

const met = async (body: string, mode: 'streams' | 'mps' = 'streams'): Promise<string[]> => {
  const results = await analyzed({ sources: { 'a.cu': main(body) }, settings: { mode } });
  return pairsThatMeet(results).map((pair) =>
    pair.map(({ kernel, line }) => `${kernel.name}:${line}`).join(' '),
  );
};

describe('kernels of a workspace that can meet', () => {
  it('are those of streams that nothing orders, with their launches', async () => {
    assert.deepEqual(await met(TOGETHER), ['a:10 b:10']);
    assert.deepEqual(await met('a<<<64, 128, 0, s1>>>(x); b<<<64, 128, 0, s1>>>(y);'), []);
    assert.deepEqual(
      await met('a<<<64, 128, 0, s1>>>(x); cudaDeviceSynchronize(); b<<<64, 128, 0, s2>>>(y);'),
      [],
    );
  });

  it('are of different programs only where processes share the GPU', async () => {
    const sources = {
      'a.cu':
        '__global__ void a(float *x) { x[threadIdx.x] += 1; }\nint main() { float *x; a<<<1, 32>>>(x); }\n',
      'b.cu':
        '__global__ void b(float *x) { x[threadIdx.x] *= 2; }\nint main() { float *x; b<<<1, 32>>>(x); }\n',
    };
    const pairs = async (mode: 'streams' | 'mps'): Promise<number> =>
      pairsThatMeet(await analyzed({ sources, settings: { mode } })).length;
    assert.equal(await pairs('streams'), 0);
    assert.equal(await pairs('mps'), 1);
  });
});

const place = (name: string, line: number) => ({ id: `a.cu#${name}`, name, path: 'a.cu', line });
const timed = (name: string, timeNs: number | null, origin: Origin | null = 'simulated') => ({
  ...place(name, 2),
  timeNs,
  origin,
});
const program = (timeNs: number | null, origin: Origin | null = 'predicted') => ({
  name: 'main',
  path: 'a.cu',
  line: 9,
  timeNs,
  origin,
  timeline: null,
});
const slowdown = (value: number | null, changes: Partial<CheckedSlowdown> = {}): CheckedSlowdown => ({
  ...place('a', 3),
  beside: place('b', 4),
  slowdown: value,
  running: null,
  origin: 'simulated',
  error: 0.1,
  ...changes,
});
const result = (changes: Partial<CheckResult>): CheckResult => ({
  gpu: 'h100-sxm',
  mode: 'streams',
  maxSlowdown: null,
  judged: 'slowdown',
  kernels: [],
  programs: [],
  slowdowns: [],
  unread: [],
  races: [],
  faults: [],
  unjudged: [],
  complete: false,
  held: null,
  findings: [],
  notCompared: [],
  ...changes,
});
const against = (now: Partial<CheckResult>, before: Partial<CheckResult>): readonly string[] => {
  const check = result(now);
  const baseline = parseBaseline(JSON.parse(JSON.stringify(result(before))), check);
  return judged(check, null, baseline).findings.map(({ kind, name }) => `${kind} ${name}`);
};

describe('a check', () => {
  it('knows both ways of a pair, and objects to what is above the limit', async () => {
    const check = checkWorkspace(await analyzed({ sources: { 'a.cu': main(TOGETHER) } }));
    assert.deepEqual(
      check.slowdowns.map(({ name, beside }) => `${name} ${beside.name}`),
      ['a b', 'b a'],
    );
    const found = judged(result({ slowdowns: [slowdown(1.5), slowdown(1.66), slowdown(null)] }), 1.5, null);
    assert.deepEqual(
      found.findings.map(({ value, limit, level }) => [value, limit, level]),
      [[1.66, 1.5, 'error']],
    );
  });

  it('lists what races, in place of a slowdown that it would have', async () => {
    const racing = 'cudaMalloc(&x, 4096); a<<<8, 128, 0, s1>>>(x);\nb<<<8, 128, 0, s2>>>(x);';
    const { slowdowns, races } = checkWorkspace(await analyzed({ sources: { 'a.cu': main(racing) } }));
    assert.deepEqual(slowdowns, []);
    assert.deepEqual(
      races.map(({ path, line, what }) => [
        path,
        line,
        /^may run at the same time as a\b/.test(english(what)),
      ]),
      [['a.cu', 11, true]],
    );
  });

  it('only warns of what may be within the limit by its own error', () => {
    const [found] = judged(result({ slowdowns: [slowdown(1.64)] }), 1.5, null).findings;
    assert.deepEqual([found!.level, found!.error], ['warning', 0.1]);
    const exact = slowdown(1.51, { origin: 'measured', error: null });
    assert.equal(judged(result({ slowdowns: [exact] }), 1.5, null).findings[0]!.level, 'error');
  });

  it('holds how much slower kernels run against the limit on demand, and the whole where nothing tells', () => {
    const check = result({ slowdowns: [slowdown(3, { running: 1.1 }), slowdown(2)] });
    assert.deepEqual(
      judged(check, 1.5, null).findings.map(({ value, running }) => [value, running]),
      [
        [3, 1.1],
        [2, null],
      ],
    );
    assert.deepEqual(
      judged(check, 1.5, null, 'running').findings.map(({ value }) => value),
      [2],
    );
  });

  it('only warns of estimates whose error is not known', () => {
    const estimate = slowdown(9, { origin: 'predicted', error: null });
    const [found] = judged(result({ slowdowns: [estimate] }), 1.5, null).findings;
    assert.equal(found!.level, 'warning');
  });

  it('objects to what got worse than the baseline beyond its error', () => {
    assert.deepEqual(against({ slowdowns: [slowdown(2.3)] }, { slowdowns: [slowdown(2)] }), ['worse a']);
    assert.deepEqual(against({ slowdowns: [slowdown(2.19)] }, { slowdowns: [slowdown(2)] }), []);
    assert.deepEqual(
      against({ slowdowns: [slowdown(2.3, { error: 0.2 })] }, { slowdowns: [slowdown(2)] }),
      [],
    );
    assert.deepEqual(against({ slowdowns: [slowdown(2.3)] }, { slowdowns: [slowdown(null)] }), []);
    const kernel = (timeNs: number) => ({ kernels: [timed('a', timeNs)] });
    assert.deepEqual(against(kernel(110), kernel(100)), ['longer a']);
    assert.deepEqual(against(kernel(104), kernel(100)), []);
  });

  it('tells what it could hold against the limit or the baseline, and where that is nothing', () => {
    const kernels = [timed('a', 1)];
    const code = { what: 'what f does', location: { path: 'a.cu', line: 1 } };
    const nothing = (now: Partial<CheckResult>, limit: number | null, before?: Partial<CheckResult>) => {
      const check = result({ kernels, ...now });
      const baseline = before && parseBaseline(JSON.parse(JSON.stringify(result(before))), check);
      const found = judged(check, limit, baseline ?? null);
      return [found.held, judgedNothing(found)];
    };
    assert.deepEqual(nothing({}, null), [null, false]);
    // All was followed, and no two kernels run together: a limit is kept.
    assert.deepEqual(nothing({}, 1.5), [0, false]);
    assert.deepEqual(nothing({ unread: [code] }, 1.5), [0, true]);
    assert.deepEqual(nothing({ races: [{ ...code.location, what: 'may run' }] }, 1.5), [0, true]);
    assert.deepEqual(nothing({ kernels: [] }, 1.5), [0, true]);
    assert.deepEqual(nothing({ slowdowns: [slowdown(null)] }, 1.5), [0, true]);
    assert.deepEqual(nothing({ slowdowns: [slowdown(null), slowdown(1)] }, 1.5), [1, false]);
    assert.deepEqual(nothing({}, null, { kernels: [timed('a', null)] }), [0, true]);
    assert.deepEqual(nothing({}, null, { kernels }), [1, false]);
  });

  it('takes no baseline of another GPU or mode, nor one that is damaged', () => {
    const now = result({});
    assert.throws(() => parseBaseline(result({ gpu: 'gtx-950' }), now), told(/gtx-950, streams.*h100-sxm/));
    assert.throws(() => parseBaseline({ ...result({}), kernels: [{ id: 1 }] }, now), told(/kernels\[0\]/));
  });
});

describe('a check against a baseline', () => {
  const heldAgainst = (now: Partial<CheckResult>, before: Partial<CheckResult>): CheckResult => {
    const check = result(now);
    return judged(check, null, parseBaseline(JSON.parse(JSON.stringify(result(before))), check));
  };

  it('fails for a program that takes longer than timelines are ever off, and warns below', () => {
    const levels = [1.04, 1.1, 2].map(
      (times) =>
        heldAgainst({ programs: [program(times * 1e6)] }, { programs: [program(1e6)] }).findings[0]?.level,
    );
    assert.deepEqual(levels, [undefined, 'warning', 'error']);
  });

  it('knows times of programs by itself', async () => {
    const { programs } = checkWorkspace(await analyzed({ sources: { 'a.cu': main(TOGETHER) } }));
    assert.deepEqual(
      programs.map(({ name, path, line }) => [name, path, line]),
      [['a', 'a.cu', 5]],
    );
  });

  it('says what it could not be held against: what is gone, and what has no time any more', () => {
    const { notCompared, held } = heldAgainst(
      { kernels: [timed('b', null), timed('c', 3)], programs: [program(null)] },
      { kernels: [timed('a', 1), timed('b', 2), timed('d', null)], programs: [program(7)] },
    );
    assert.deepEqual(
      notCompared.map(({ name, now }) => `${name} ${now}`),
      ['a gone', 'b unknown', 'main unknown'],
    );
    assert.equal(held, 0);
  });

  it('holds no estimate against a simulation, and says so, where the baseline tells what its times rest on', () => {
    const now = { kernels: [timed('a', 300)], programs: [program(3e6, 'simulated')] };
    const { findings, notCompared } = heldAgainst(now, {
      kernels: [timed('a', 100, 'predicted')],
      programs: [program(1e6)],
    });
    assert.deepEqual(findings, []);
    assert.deepEqual(
      notCompared.map(({ name, now: why }) => `${name} ${why}`),
      ['a otherEvidence', 'main otherEvidence'],
    );
    const check = result(now);
    const older = { ...result({}), kernels: [{ ...place('a', 2), timeNs: 100 }] };
    assert.equal(judged(check, null, parseBaseline(older, check)).findings.length, 1);
  });

  it('keeps bars of programs, and refuses those that are damaged', async () => {
    const body = 'cudaMalloc(&x, 4096); cudaMemcpy(x, y, 4096, cudaMemcpyHostToDevice); a<<<64, 128>>>(x);';
    const check = checkWorkspace(await analyzed({ sources: { 'a.cu': main(body) } }));
    const kept: unknown = JSON.parse(JSON.stringify(check));
    assert.deepEqual(parseBaseline(kept, check).programs[0]!.timeline, check.programs[0]!.timeline);
    for (const spans of [
      [5, 3],
      [0, 1, 2],
      [4, 6, 1, 2],
      [-1, 2],
      ['0', 1],
    ]) {
      const timeline = { lanes: [{ lane: 'stream s1', spans }], closedNs: 0, omitted: 0 };
      const damaged = { ...check, programs: [{ ...check.programs[0]!, timeline }] };
      assert.throws(() => parseBaseline(damaged, check), told(/programs\[0\]\.timeline\.lanes\[0\]\.spans/));
    }
  });

  it('takes one of a version that knew no programs', () => {
    const check = result({ programs: [program(1)] });
    const { programs: _, ...older } = result({ kernels: [timed('a', 1)] });
    assert.deepEqual(judged(check, null, parseBaseline(older, check)).notCompared, [
      { name: 'a', now: 'gone' },
    ]);
  });

  it('fails for what fails as written, unless that was so before', () => {
    const fault = (line: number) => ({
      path: 'a.cu',
      line,
      code: 'block',
      what: 'no such block',
      isNew: false,
    });
    assert.deepEqual(
      heldAgainst({ faults: [fault(9)] }, { faults: [fault(4)] }).faults.map(({ isNew }) => isNew),
      [false],
    );
    assert.deepEqual(
      heldAgainst({ faults: [fault(9)] }, {}).faults.map(({ isNew }) => isNew),
      [true],
    );
    assert.deepEqual(
      heldAgainst({ faults: [fault(4), fault(9)] }, { faults: [fault(4)] }).faults.map(({ isNew }) => isNew),
      [false, true],
    );
    assert.equal(judged(result({ faults: [fault(9)] }), 2, null).faults[0]!.isNew, false);
  });
});
