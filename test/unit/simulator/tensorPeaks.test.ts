import assert from 'node:assert/strict';
import { matrixOfPtx } from '../../../src/cuda/reading/values/matrixInstruction';
import { parseScenario } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { told } from '../../support/told';

const MMA = (shape: string, sums: string, type: string): string =>
  `mma.sync.aligned.${shape}.row.col.${sums}.${type}.${type}.${sums}`;
const SPARSE = (shape: string, sums: string, type: string): string =>
  MMA(shape, sums, type).replace('mma.sync', 'mma.sp.sync');
const GROUP = (shape: string, sums: string, type: string): string =>
  `wgmma.mma_async.sync.aligned.${shape}.${sums}.${type}.${type}`;
const WMMA = 'wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32';

/** Warps that carry out one instruction together. */
const warpsOf = (name: string): number => (name.startsWith('wgmma') ? 4 : 1);

/** Operations of a warp's instruction as the instruction set counts them: two for each place of the product. */
function operationsOf(name: string): number {
  const [m, n, k] = /m(\d+)n(\d+)k(\d+)/.exec(name)!.slice(1).map(Number) as [number, number, number];
  return (2 * m * n * k) / warpsOf(name);
}

function cyclesOf(gpu: string, name: string, trips: number): number {
  const { count, work } = matrixOfPtx(name)!;
  const compute = { op: 'compute', class: 'tensor', matrix: work, count: 8 * count, distance: 8 };
  const program = {
    name: 'products',
    registersPerThread: 64,
    body: [{ op: 'loop', trips, body: [compute] }],
  };
  const launch = { grid: 1, block: 512 };
  const result = simulate(parseScenario({ gpu, apps: [{ name: 'products', program, launch }] }), {
    slowdowns: false,
  });
  return result.apps[0]!.firstFinishCycle!;
}

/** 10^12 operations a second of all SMs at a clock, from the pace of one SM that is kept busy. */
function teraOperations(gpu: string, name: string, clockMHz: number): number {
  const { spec } = loadSpec(gpu);
  const { count, work } = matrixOfPtx(name)!;
  const compute = { op: 'compute', class: 'tensor', matrix: work, count: 8 * count, distance: 8 };
  const program = {
    name: 'products',
    registersPerThread: 64,
    body: [{ op: 'loop', trips: 1_000_000, body: [compute] }],
  };
  const app = { name: 'products', program, launch: { grid: 1, block: 512 } };
  const limits = { cycles: 6000 };
  const result = simulate(parseScenario({ gpu, apps: [app], warmupCycles: 20_000, limits }), {
    slowdowns: false,
  });
  return ((result.apps[0]!.ipc / count) * operationsOf(name) * spec.sms * clockMHz) / 1e6;
}

/**
 * NVIDIA's white papers and data sheets (recalled): GPU, clock in MHz at which they state peaks, instruction, dense peak
 * in 10^12 operations a second. B200's clock is the one that its peak of halves follows from.
 */
const PEAKS: readonly (readonly [string, number, string, number])[] = [
  ['v100-sxm2', 1530, WMMA, 125],
  ['t4', 1590, MMA('m16n8k8', 'f32', 'f16'), 65],
  ['t4', 1590, MMA('m8n8k16', 's32', 's8'), 130],
  ['t4', 1590, MMA('m8n8k32', 's32', 's4'), 260],
  ['rtx-2080-ti', 1545, MMA('m16n8k8', 'f16', 'f16'), 107.6],
  ['rtx-2080-ti', 1545, MMA('m16n8k8', 'f32', 'f16'), 53.8],
  ['titan-rtx', 1770, MMA('m16n8k8', 'f32', 'f16'), 130.5],
  ['a100-sxm4-40gb', 1410, MMA('m16n8k16', 'f32', 'f16'), 312],
  ['a100-sxm4-40gb', 1410, MMA('m16n8k8', 'f32', 'bf16'), 312],
  ['a100-sxm4-40gb', 1410, MMA('m16n8k8', 'f32', 'tf32'), 156],
  ['a100-sxm4-40gb', 1410, MMA('m8n8k4', 'f64', 'f64'), 19.5],
  ['a100-sxm4-40gb', 1410, MMA('m16n8k32', 's32', 's8'), 624],
  ['a100-sxm4-40gb', 1410, MMA('m16n8k64', 's32', 's4'), 1248],
  ['a100-sxm4-40gb', 1410, MMA('m16n8k256', 's32', 'b1'), 4992],
  ['a100-sxm4-40gb', 1410, SPARSE('m16n8k32', 'f32', 'f16'), 624],
  ['a100-sxm4-40gb', 1410, SPARSE('m16n8k64', 's32', 'u8'), 1248],
  ['a40', 1740, MMA('m16n8k16', 'f32', 'f16'), 149.7],
  ['a40', 1740, MMA('m16n8k4', 'f32', 'tf32'), 74.8],
  ['rtx-3090', 1695, MMA('m16n8k16', 'f16', 'f16'), 142],
  ['rtx-3090', 1695, MMA('m16n8k16', 'f32', 'bf16'), 71],
  ['rtx-3090', 1695, MMA('m16n8k32', 's32', 's8'), 284],
  ['l4', 2040, MMA('m16n8k16', 'f32', 'f16'), 121],
  ['l40', 2490, MMA('m16n8k16', 'f32', 'f16'), 181],
  ['l40s', 2520, MMA('m16n8k16', 'f32', 'f16'), 362],
  ['rtx-4090', 2520, MMA('m16n8k16', 'f16', 'f16'), 330.3],
  ['rtx-4090', 2520, MMA('m16n8k32', 'f32', 'e4m3'), 330.3],
  ['rtx-4090', 2520, MMA('m16n8k32', 'f16', 'e5m2'), 660.6],
  ['h100-sxm', 1830, GROUP('m64n256k16', 'f32', 'f16'), 989.4],
  ['h100-sxm', 1830, GROUP('m64n64k8', 'f32', 'tf32'), 494.7],
  ['h100-sxm', 1830, GROUP('m64n128k32', 'f32', 'e4m3'), 1978.9],
  ['h100-sxm', 1830, GROUP('m64n128k32', 's32', 's8'), 1978.9],
  ['h100-sxm', 1980, MMA('m16n8k16', 'f64', 'f64'), 66.9],
  ['h100-pcie', 1620, GROUP('m64n256k16', 'f32', 'bf16'), 756],
  ['rtx-5090', 2407, MMA('m16n8k16', 'f16', 'f16'), 419],
  ['rtx-5090', 2407, MMA('m16n8k16', 'f32', 'f16'), 209.5],
  ['rtx-5090', 2407, MMA('m16n8k64', 'f32', 'e2m1'), 1676],
];

describe('tensor cores', () => {
  for (const [gpu, clockMHz, name, peak] of PEAKS)
    it(`reach the published ${peak} on ${gpu} with ${name}`, () => {
      const reached = teraOperations(gpu, name, clockMHz);
      assert.ok(Math.abs(reached / peak - 1) < 0.03, `${reached} for ${peak}`);
    });

  it('of Hopper are kept busy by groups of warps only', () => {
    const share =
      teraOperations('h100-sxm', MMA('m16n8k16', 'f32', 'f16'), 1830) /
      teraOperations('h100-sxm', GROUP('m64n256k16', 'f32', 'f16'), 1830);
    assert.ok(Math.abs(share - 0.629) < 0.01, String(share));
  });

  it('refuse a type that they do not have, by its field', () => {
    assert.throws(
      () => cyclesOf('t4', MMA('m16n8k16', 'f32', 'bf16'), 1),
      told(/apps\[0\]\.program\.body\[0\]\.body\[0\]\.matrix\.type.*t4 has no matrix instructions for bf16/s),
    );
  });

  it('take as many ticks as the product needs, whatever the number of instructions', () => {
    const busy = (shape: string, count: number): number => {
      const { work } = matrixOfPtx(MMA(shape, 'f32', 'f16'))!;
      const program = {
        name: 'products',
        registersPerThread: 32,
        body: [{ op: 'compute', class: 'tensor', matrix: work, count, distance: 8 }],
      };
      const scenario = {
        gpu: 'a100-sxm4-40gb',
        apps: [{ name: 'p', program, launch: { grid: 1, block: 32 } }],
      };
      return simulate(parseScenario(scenario), { slowdowns: false }).apps[0]!.counters.tensorTicks;
    };
    // 64 × 2,048 multiply-adds at 256 a cycle and scheduler, in twelfths of a cycle.
    assert.equal(busy('m16n8k16', 64), 64 * 8 * 12);
    assert.equal(busy('m16n8k8', 128), 64 * 8 * 12);
  });
});
