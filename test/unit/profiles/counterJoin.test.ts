import assert from 'node:assert/strict';
import type { KernelProfile, ProfileFile } from '../../../src/kernel/profile';
import type { Dim3 } from '../../../src/kernel/symbolic';
import { counterIndex, joinCounters, type CounterJoin } from '../../../src/profiles/counterJoin';
import { deviceMemoryBytes, meanCounters } from '../../../src/profiles/meanCounters';
import { EMPTY_LAUNCH } from '../../../src/profiles/nvprof/metricTable';
import { english } from '../../../src/words';
import { only } from './helpers';

const GRID: Dim3 = [64, 1, 1];
const BLOCK: Dim3 = [128, 1, 1];

function row(name: string, more: Partial<KernelProfile> = {}): KernelProfile {
  const location = { path: 'f', line: 1 };
  return {
    ...EMPTY_LAUNCH,
    name,
    grid: GRID,
    block: BLOCK,
    device: null,
    calls: 1,
    metrics: {},
    location,
    ...more,
  };
}

const timed = (name: string, more: Partial<KernelProfile> = {}): KernelProfile =>
  row(name, { durationNs: 1000, startNs: 0, ...more });
const counted = (name: string, more: Partial<KernelProfile> = {}): KernelProfile =>
  row(name, { metrics: { inst_executed: 7 }, ...more });

const file = (...kernels: readonly KernelProfile[]): ProfileFile => ({
  ...{ path: 'f', format: 'x', status: 'full', device: null, transfers: [], api: [], warnings: [] },
  kernels,
});

const join = (timeline: readonly KernelProfile[], counters: readonly KernelProfile[]): CounterJoin =>
  joinCounters([file(...timeline)], counterIndex([file(...counters)]));

const why = (joined: CounterJoin): string => english(only(joined.kernels).why ?? '');
const whyUnmatched = (joined: CounterJoin): string => english(only(joined.unmatched).why);

describe('counters of another recording', () => {
  it('join across spellings: mangled, enumerated arguments, T1 for parameter types', () => {
    const spellings: [string, string][] = [
      ['_Z5scalePfi', 'scale(float *, int)'],
      ['void k<4, float>(float const*, int)', 'void k<(int)4, float>(const T2 *, int)'],
      ['void ns::k<true>(int)', 'void k<(bool)1>(int)'],
      ['k', 'k(int)'],
    ];
    for (const [timeline, other] of spellings) {
      const joined = join([timed(timeline)], [counted(other)]);
      assert.equal(only(joined.kernels).counters?.name, other, timeline);
      assert.deepEqual(joined.unmatched, [], timeline);
    }
  });

  it('do not join where a template argument, a parameter type or the inside of a type differs', () => {
    const spellings: [string, string][] = [
      ['void k<4>(int)', 'void k<(int)8>(int)'],
      ['k(float *)', 'k(double *)'],
      ['void e<Add<float>>(int)', 'void e<Add<double>>(int)'],
      ['a::k(int)', 'b::k(int)'],
    ];
    for (const [timeline, other] of spellings) {
      const joined = join([timed(timeline)], [counted(other)]);
      assert.equal(why(joined), 'no counters of a kernel of this name', timeline);
      assert.equal(whyUnmatched(joined), 'no kernel of this name in the timeline', timeline);
    }
  });

  it('take the counters of their own launch shape, and name those of another', () => {
    const small: Dim3 = [8, 1, 1];
    const joined = join(
      [timed('k', { grid: small }), timed('k')],
      [counted('k', { metrics: { inst_executed: 1 } }), counted('k', { grid: [9, 1, 1] })],
    );
    const [first, second] = joined.kernels;
    assert.equal(
      [first, second].find((each) => each?.grid === GRID)?.counters?.rows[0]?.metrics['inst_executed'],
      1,
    );
    const other = [first, second].find((each) => each?.grid === small);
    assert.equal(other?.counters, null);
    assert.match(english(other?.why ?? ''), /^counted at 2 other launch shapes, such as 64×1×1 \/ 128×1×1/);
    assert.equal(whyUnmatched(joined), 'not launched in this shape in the timeline');
  });

  it('without a launch shape belong to a kernel that has one shape only', () => {
    const shapeless = counted('k', { grid: null, block: null });
    assert.notEqual(only(join([timed('k'), timed('k')], [shapeless]).kernels).counters, null);
    const two = join([timed('k'), timed('k', { grid: [8, 1, 1] })], [shapeless]);
    assert.ok(two.kernels.every(({ counters }) => counters === null));
    assert.match(english(two.kernels[0]?.why ?? ''), /which of the 2 launch shapes/);
  });

  it('of another GPU belong to none', () => {
    const a100 = { device: 'NVIDIA A100-SXM4-40GB' };
    const other = join([timed('k', a100)], [counted('k', { computeCapability: '8.6' })]);
    assert.equal(why(other), 'counters of another GPU');
    assert.equal(whyUnmatched(other), 'counters of another GPU');
    const same = join([timed('k', a100)], [counted('k', { computeCapability: '8.0' })]);
    assert.equal(same.unmatched.length, 0);
  });

  it('that several kernels could mean are named, not chosen', () => {
    const joined = join([timed('k')], [counted('k(int)'), counted('k(float)')]);
    assert.equal(why(joined), 'counters of several kernels may be meant: k(int), k(float)');
    assert.equal(
      only(join([timed('k(int)')], [counted('k(int)'), counted('k(float)')]).kernels).counters?.name,
      'k(int)',
    );
  });

  it('are means over the launches that have them', () => {
    const means = meanCounters([
      counted('k', { metrics: { dram_read_bytes: 10, dram_write_bytes: 1 }, calls: 3 }),
      counted('k', { metrics: { dram_read_bytes: 50 } }),
    ]);
    assert.deepEqual(means.metrics, { dram_read_bytes: 20, dram_write_bytes: 1 });
    assert.equal(means.launches, 4);
    assert.equal(deviceMemoryBytes(means), 21);
  });

  it('tell bytes of device memory by sectors or by rates over their own time, never by one direction', () => {
    const bytesOf = (metrics: Record<string, number>, durationNs: number | null = null): number | null =>
      deviceMemoryBytes(meanCounters([counted('k', { metrics, durationNs })]));
    assert.equal(bytesOf({ dram_read_transactions: 2, dram_write_transactions: 1 }), 96);
    const rates = { dram_read_throughput: 3e9, dram_write_throughput: 1e9 };
    assert.equal(bytesOf(rates, 1000), 4000);
    assert.equal(bytesOf(rates), null);
    assert.equal(bytesOf({ dram_read_bytes: 10 }), null);
  });
});
