import assert from 'node:assert/strict';
import { constantCycles, type ConstantReads } from '../../../lab/hardware/benchmarks/constants';

const cycles = (reads: Partial<ConstantReads>): number =>
  constantCycles('h100-sxm', 1980, {
    blocks: 1,
    warps: 1,
    apart: 0,
    stride: 16,
    kib: 16,
    loads: 128,
    ...reads,
  });

/**
 * Core cycles of a load that lab/hardware/card/caches.cu measured on an H100; all three were looked at when the times of
 * the larger cache were chosen.
 */
describe('constant memory of an H100', () => {
  const hit = cycles({ kib: 2 });

  it('costs a warp 17 cycles more for a load in a new line of 64 bytes, and nothing in 2 KiB', () => {
    assert.ok(Math.abs(cycles({}) - hit - 17.2) < 2, `${cycles({})} after ${hit}`);
    assert.ok(Math.abs(cycles({ kib: 2, warps: 4 }) - hit) < 1);
  });

  it('is fetched once for warps that go side by side (79.2 measured)', () => {
    assert.ok(Math.abs(cycles({ warps: 32 }) / 79.2 - 1) < 0.25, String(cycles({ warps: 32 })));
  });

  it('is fetched line by line for 32 warps that are far apart (367 measured)', () => {
    const far = cycles({ warps: 32, apart: 1000, kib: 64 });
    assert.ok(Math.abs(far / 367 - 1) < 0.3, String(far));
  });
});
