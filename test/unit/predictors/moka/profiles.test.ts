import assert from 'node:assert/strict';
import type { CopyDirection, KernelOperation } from '../../../../src/kernel/application';
import type { KernelProfile } from '../../../../src/kernel/profile';
import { knowledgeFromProfiles } from '../../../../lab/moka/knowledgeFromProfiles';
import { overlapThreshold } from '../../../../lab/moka/overlapThreshold';
import { measuredTimeline } from '../../../../src/timeline/trace/measuredTimeline';
import { copy, kernel, testGpu } from '../../timeline/builders';

const gpu = testGpu();

function profile(
  blocks: number,
  durationNs: number | null,
  metrics: Record<string, number> = {},
): KernelProfile {
  return {
    name: 'void scale<float>(float*, int) [12]',
    grid: [blocks, 1, 1],
    block: [256, 1, 1],
    registers: 16,
    staticSharedBytes: 0,
    dynamicSharedBytes: 0,
    startNs: null,
    durationNs,
    stream: null,
    device: null,
    calls: 1,
    metrics,
    location: { path: 'p.csv', line: 1 },
  };
}

function copies(spans: readonly [stream: string, bytes: number, startNs: number, endNs: number][]) {
  return measuredTimeline(
    spans.map(([stream, bytes, startNs, endNs]) => ({
      operation: copy(stream, 'HtoD' as CopyDirection, bytes),
      startNs,
      endNs,
    })),
    gpu,
    'app',
  );
}

describe('knowledgeFromProfiles', () => {
  const scale = (blocks: number, soloNs: number | null): KernelOperation => ({
    ...(kernel('1', 'scale', 0, blocks) as KernelOperation),
    soloNs,
  });

  it('prefers the operation, then the same grid, then the nearest grid scaled', () => {
    const { soloNs } = knowledgeFromProfiles(
      [profile(96, 1000), profile(96, 1100), profile(96, 1200), profile(480, 5270)],
      gpu,
    );
    assert.equal(soloNs(scale(96, 7)), 7);
    assert.equal(soloNs(scale(96, null)), 1100);
    // W = 48 blocks: 5270 ns are 10 ns for each of 48 + 480 - 1.
    assert.ok(Math.abs(soloNs(scale(953, null))! - 10_000) < 1e-6);
    assert.equal(soloNs({ ...scale(96, null), block: [64, 1, 1] }), null);
    assert.equal(soloNs({ ...scale(96, null), kernel: 'other' }), null);
  });

  it('takes utilizations from the first row that has metrics', () => {
    const metrics = { dram_utilization: 8, single_precision_fu_utilization: 2 };
    const { useOf } = knowledgeFromProfiles([profile(96, 1000), profile(96, null, metrics)], gpu);
    assert.equal(useOf(scale(96, null))!.dram_utilization, 0.8);
    assert.equal(useOf({ ...scale(96, null), kernel: 'other' }), null);
  });
});

describe('overlapThreshold', () => {
  it('lies between the largest copies kept apart and the smallest that overlap', () => {
    const evidence = overlapThreshold([
      copies([
        ['1', 100, 0, 100],
        ['2', 100, 101, 201],
      ]),
      copies([
        ['1', 900, 0, 1000],
        ['2', 1000, 400, 1500],
      ]),
    ]);
    assert.deepEqual(evidence, {
      largestApartBytes: 100,
      smallestOverlappingBytes: 900,
      thresholdBytes: 300,
    });
  });

  it('is not known where nothing overlaps, and tells nothing of one stream or of idle engines', () => {
    assert.equal(
      overlapThreshold([
        copies([
          ['1', 100, 0, 100],
          ['2', 100, 100, 200],
        ]),
      ]).thresholdBytes,
      null,
    );
    const silent = overlapThreshold([
      copies([
        ['1', 100, 0, 100],
        ['1', 100, 50, 200],
        ['2', 500, 99_000, 99_500],
      ]),
    ]);
    assert.equal(silent.largestApartBytes, null);
    assert.equal(silent.smallestOverlappingBytes, null);
  });
});
