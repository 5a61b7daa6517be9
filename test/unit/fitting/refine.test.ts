import assert from 'node:assert/strict';
import { programFromProfile } from '../../../src/fitting/fromProfile';
import { measureKernel, type KernelMeasurement } from '../../../src/fitting/measure';
import { evaluateFit, refineFit } from '../../../src/fitting/refine';
import { DURATION_WEIGHTS, PREDICTIVE_WEIGHTS, scoreOf, type Residual } from '../../../src/fitting/residuals';
import type { KernelProgram } from '../../../src/kernel/program';
import type { KernelProfile } from '../../../src/kernel/profile';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { profileWith } from './profiles';

const loaded = loadSpec('gtx-950');
const WINDOW = 20000;

/** A program whose counters the tests know, since the simulator measured them. */
const truth: KernelProgram = {
  name: 'truth',
  registersPerThread: 32,
  parameters: { rounds: 2 },
  arrays: { a: { elementBytes: 4, elements: 16777216 } },
  body: [
    {
      op: 'loop',
      name: 'i',
      trips: 'rounds',
      body: [
        { op: 'load', array: 'a', index: 'i * 262144 + globalThread', into: 'x' },
        { op: 'compute', class: 'fp32', count: 24, distance: 1, after: ['x'] },
        { op: 'compute', class: 'integer', count: 6, distance: 1 },
        { op: 'compute', class: 'control', count: 1 },
      ],
    },
  ],
};
const launch = { grid: [1024, 1, 1], block: [256, 1, 1], sharedBytes: 0 } as const;

/** The measurement under nvprof's names and units. */
function asProfile({ counters: c, metrics: m, durationNs }: KernelMeasurement): KernelProfile {
  const percent = (name: string) => 100 * m[name]!;
  const metrics = {
    inst_executed: m['inst_executed']!,
    inst_per_warp: m['inst_per_warp']!,
    warp_nonpred_execution_efficiency: percent('warp_execution_efficiency'),
    branch_efficiency: percent('branch_efficiency'),
    inst_fp_32: c.fp32Threads,
    inst_integer: c.integerThreads,
    inst_control: c.controlThreads,
    cf_executed: c.control,
    inst_compute_ld_st: c.globalLoadThreads,
    gld_transactions: c.l2ReadSectors,
    gld_transactions_per_request: c.l2ReadSectors / c.globalLoad,
    l2_tex_read_transactions: c.l2ReadSectors,
    dram_read_transactions: c.dramReadBytes / 32,
    achieved_occupancy: m['achieved_occupancy']!,
    stall_exec_dependency: percent('stall_exec_dependency'),
    stall_memory_dependency: percent('stall_memory_dependency'),
    stall_not_selected: percent('stall_not_selected'),
    stall_pipe_busy: percent('stall_pipe_busy'),
  };
  return profileWith(metrics, { grid: launch.grid, block: launch.block, registers: 32, durationNs });
}

const oneWave = { ...launch, grid: [48, 1, 1] } as const;

describe('refinement', () => {
  const full = measureKernel(truth, launch, loaded, { budgetCycles: 1e7, seed: 1 });
  const profile = asProfile(full);
  const options = { weights: PREDICTIVE_WEIGHTS, windowCycles: WINDOW, budgetCycles: 10 * WINDOW, seed: 3 };
  const first = programFromProfile(profile, loaded.gpu);

  it('extrapolates from whole waves to within a few percent of the full run', () => {
    const part = measureKernel(truth, launch, loaded, {
      budgetCycles: Math.floor(full.cycles! / 2),
      seed: 1,
    });
    assert.equal(full.basis, 'run');
    assert.equal(part.basis, 'waves');
    assert.ok(part.measuredBlocks < 1024);
    const error = Math.abs(part.cycles! - full.cycles!) / full.cycles!;
    assert.ok(error < 0.06, `${error}`);
    const counted = part.counters.fp32Threads / full.counters.fp32Threads;
    assert.ok(Math.abs(counted - 1) < 0.03, `${counted}`);
  });

  it('extrapolates from instructions where no wave is completed', () => {
    const long = { seed: 1, arguments: { rounds: 60 } };
    const part = measureKernel(truth, oneWave, loaded, { ...long, budgetCycles: 15000 });
    const whole = measureKernel(truth, oneWave, loaded, { ...long, budgetCycles: 1e6 });
    assert.ok(whole.simulatedCycles > 25000);
    assert.equal(part.basis, 'instructions');
    const error = Math.abs(part.cycles! - whole.cycles!) / whole.cycles!;
    assert.ok(error < 0.1, `${error}`);
  });

  it('lowers the score within its budget, and does so again alike', () => {
    const refined = refineFit(first, profile, loaded, options);
    assert.ok(refined.after.score < refined.before.score, `${refined.before.score} → ${refined.after.score}`);
    assert.ok(refined.simulatedCycles <= options.budgetCycles + WINDOW);
    assert.deepEqual(refineFit(first, profile, loaded, options), refined);
    assert.ok(refined.after.score < 0.05, `${refined.after.score}`);
  });

  it('never looks at the duration unless it is told to', () => {
    const other = { ...profile, durationNs: profile.durationNs! * 3 };
    const [one, two] = [profile, other].map((p) => refineFit(first, p, loaded, options));
    assert.deepEqual(two!.after.fitted, one!.after.fitted);
    const before = evaluateFit(first, other, loaded, { ...options, weights: DURATION_WEIGHTS });
    assert.ok(before.score > one!.before.score + 0.1);
  });

  it('ends at once when cancelled, with the best program so far', () => {
    let asked = 0;
    const cancelled = refineFit(first, profile, loaded, { ...options, shouldContinue: () => ++asked < 40 });
    assert.equal(cancelled.end, 'cancelled');
    assert.ok(cancelled.simulations <= 3, `${cancelled.simulations}`);
    assert.ok(cancelled.after.score <= cancelled.before.score);
  });

  it('weighs shares by their difference and caps what is not there', () => {
    const residual = (value: number | null): Residual => ({
      metric: 'm',
      group: 'traffic',
      measured: 0,
      simulated: 1,
      residual: value,
      scale: 'relative',
    });
    assert.equal(scoreOf([residual(-0.5), residual(null)], PREDICTIVE_WEIGHTS), 0.75);
    assert.equal(scoreOf([residual(7), residual(0)], PREDICTIVE_WEIGHTS), 0.5);
    assert.equal(scoreOf([], PREDICTIVE_WEIGHTS), 1);
  });
});
