import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  blockMarks,
  blockScale,
  blockTable,
  limiterRuns,
  PLOT,
  timePoints,
} from '../../../webview/model/blockChart';
import { kernelMap, MAP, referenceTable } from '../../../webview/model/kernelMap';
import { sampleKernels } from '../../webview/samples/kernels';

const kernel = sampleKernels(3)[2]!;
const block = kernel.block!;

describe('block size chart', () => {
  it('marks where the kernel is and where it should be, once when both agree', () => {
    const at = (current: number | null, advised: number | null) =>
      blockMarks({ ...kernel, threadsPerBlock: null, block: { ...block, current, advised } }).map((mark) => [
        mark.threadsPerBlock,
        mark.kind,
      ]);
    assert.deepEqual(at(64, 256), [
      [64, 'current'],
      [256, 'advised'],
    ]);
    assert.deepEqual(at(128, 128), [[128, 'both']]);
    assert.deepEqual(at(null, 128), [[128, 'advised']]);
    assert.deepEqual(at(64, null), [[64, 'current']]);
    assert.equal(blockMarks({ ...kernel, block: null })[0]!.threadsPerBlock, kernel.threadsPerBlock!.value);
  });

  it('names runs of one limiter', () => {
    const point = (threadsPerBlock: number, limiter: string) => ({
      threadsPerBlock,
      limiter,
      blocksPerSm: 1,
      occupancy: 0.5,
    });
    assert.deepEqual(
      limiterRuns([point(32, 'blocks'), point(64, 'blocks'), point(96, 'warps'), point(128, 'blocks')]),
      [
        { limiter: 'blocks', from: 32, to: 64 },
        { limiter: 'warps', from: 96, to: 96 },
        { limiter: 'blocks', from: 128, to: 128 },
      ],
    );
  });

  it('keeps every block size within the plot, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1024 }), { minLength: 1 }), (sizes) => {
        const x = blockScale(sizes);
        for (const size of sizes) assert.ok(x(size) > PLOT.left && x(size) < PLOT.right);
        assert.ok(x(2) > x(1));
      }),
    );
  });

  it('takes only times from a sweep, in ascending block size', () => {
    const time = (value: number, unit: string) => ({ value, unit, origin: 'measured' as const, from: '' });
    const sweep = [
      { threadsPerBlock: 256, time: time(3, 'us') },
      { threadsPerBlock: 64, time: time(2, 'ms') },
      { threadsPerBlock: 128, time: time(9, 'clocks') },
    ];
    assert.deepEqual(
      timePoints({ ...block, sweep }).map((point) => [point.threadsPerBlock, point.ns]),
      [
        [64, 2e6],
        [256, 3e3],
      ],
    );
    assert.deepEqual(timePoints(null), []);
  });

  it('has every point of both curves in its table', () => {
    const table = blockTable(kernel);
    const sizes = table.rows.map((row) => row[0]);
    assert.deepEqual(sizes, [...new Set(sizes)]);
    assert.equal(sizes.length, kernel.occupancy!.curve.length);
    const advised = table.rows.find((row) => row[0] === block.advised)!;
    assert.equal(advised[6], 'advised');
    assert.ok(typeof advised[4] === 'number');
  });
});

describe('map of similar kernels', () => {
  it('needs a position and references', () => {
    assert.equal(kernelMap({ ...block, position: null }), null);
    assert.equal(kernelMap({ ...block, references: [] }), null);
  });

  it('keeps distances in proportion and everything on the map, also when all points coincide', () => {
    const coordinate = fc.double({ min: -1e3, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 60 }), (points) => {
        const references = points.map(([x, y], i) => ({
          name: `kernel${i}`,
          bestBlock: 128,
          origin: 'measured' as const,
          x,
          y,
          distance: i,
          neighbour: i < 3,
        }));
        const map = kernelMap({ ...block, position: { x: 0, y: 0 }, references })!;
        for (const { x, y } of [map.kernel, ...map.references])
          assert.ok(x >= 0 && x <= MAP.width && y >= 0 && y <= MAP.height);
        const far = map.references.map(({ x, y }, i) => [
          Math.hypot(x - map.kernel.x, y - map.kernel.y),
          Math.hypot(points[i]![0], points[i]![1]),
        ]);
        const [drawn, real] = far.reduce((high, one) => (one[1]! > high[1]! ? one : high));
        for (const [d, r] of far)
          assert.ok(Math.abs(d! * real! - r! * drawn!) <= 1e-6 * (1 + real! * drawn!));
      }),
    );
  });

  it('labels the neighbours first and never lets labels cover each other', () => {
    const references = Array.from({ length: 80 }, (_, i) => ({
      name: `kernel${i}`,
      bestBlock: 128,
      origin: 'measured' as const,
      x: (i % 9) * 1.1,
      y: Math.floor(i / 9),
      distance: i,
      neighbour: i === 40 || i === 41,
    }));
    const map = kernelMap({ ...block, position: { x: 4, y: 4.4 }, references })!;
    const labelled = map.references.filter((one) => one.label !== null);
    assert.ok(labelled.length < 80);
    assert.ok(map.references.filter((one) => one.reference.neighbour).some((one) => one.label !== null));
    const boxes = labelled.map(({ label }) => {
      const width = label!.text.length * 6.4;
      const left = label!.anchor === 'start' ? label!.x : label!.x - width;
      return { left, right: left + width, top: label!.y - 11, bottom: label!.y + 3 };
    });
    boxes.forEach((a, i) =>
      boxes
        .slice(i + 1)
        .forEach((b) =>
          assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top),
        ),
    );
  });

  it('lists references by distance in its table', () => {
    const distances = referenceTable(block).rows.map((row) => row[2] as number);
    assert.deepEqual(
      distances,
      [...distances].sort((a, b) => a - b),
    );
  });
});
