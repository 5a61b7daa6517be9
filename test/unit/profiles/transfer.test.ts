import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import type { KernelProfile } from '../../../src/kernel/profile';
import { requireGpu } from '../../../src/gpu/findGpu';
import { profileGpu, transferable } from '../../../src/profiles/transfer';
import { METRICS_HEADER, lines, only, read } from './helpers';

const metrics = async (device: string): Promise<Awaited<ReturnType<typeof read>>> =>
  read(
    lines(
      METRICS_HEADER,
      ['inst_executed', 'ipc', 'gld_transactions', 'dram_read_throughput'].map((name) =>
        name.endsWith('throughput')
          ? `"${device}","k(int)",1,"${name}","x",1.5GB/s,1.5GB/s,1.5GB/s`
          : `"${device}","k(int)",1,"${name}","x",12,12,12`,
      ),
    ),
  );

const kernelOf = async (): Promise<KernelProfile> => ({
  ...only((await metrics('GeForce GTX 950 (0)')).kernels),
  grid: [8, 1, 1],
  block: [256, 1, 1],
  registers: 40,
  dynamicSharedBytes: 128,
  durationNs: 1000,
});

describe('the GPU of a profile', () => {
  it('is found by its device name, or by its compute capability', async () => {
    const byName = profileGpu(await metrics('GeForce GTX 950 (0)'));
    assert.equal(byName.kind === 'found' && byName.gpu.id, 'gtx-950');
    assert.equal(profileGpu(await metrics('Voodoo 3 (0)')).kind, 'unknown');
    const ncu = await read(
      lines(
        '"ID","Process ID","Kernel Name","Block Size","Grid Size","Device","CC","Metric Name","Metric Unit","Metric Value"',
        '"0","1","k()","(32, 1, 1)","(1, 1, 1)","0","8.6","gpu__time_duration.sum","ns","10"',
      ),
    );
    const match = profileGpu(ncu);
    assert.ok(match.kind === 'ambiguous' && match.candidates.length > 1);
    assert.ok(
      match.kind === 'ambiguous' && match.candidates.every((gpu: GpuSpec) => gpu.computeCapability === '8.6'),
    );
  });

  it('decides what of a profile holds on another one', async () => {
    const kernel = await kernelOf();
    const gtx950 = requireGpu('gtx-950');
    const v100 = requireGpu('v100-sxm2-16gb');
    const same = transferable(kernel, gtx950, gtx950);
    assert.deepEqual([same.scope, same.kernel, same.left], ['same-gpu', kernel, []]);
    const other = transferable(kernel, gtx950, v100);
    assert.equal(other.scope, 'program');
    assert.deepEqual(other.kernel.metrics, { inst_executed: 12 });
    assert.deepEqual(
      [other.kernel.grid, other.kernel.block, other.kernel.dynamicSharedBytes],
      [[8, 1, 1], [256, 1, 1], 128],
    );
    assert.deepEqual([other.kernel.durationNs, other.kernel.registers], [null, null]);
    assert.deepEqual(other.left, [
      'durationNs',
      'registers',
      'ipc',
      'gld_transactions',
      'dram_read_throughput',
    ]);
    assert.match(english(other.statement), /measured on .*GTX 950, not on .*V100/);
    const unknown = transferable(kernel, null, v100);
    assert.deepEqual(unknown.kernel.metrics, { inst_executed: 12 });
    assert.match(english(unknown.statement), /not known/);
  });

  it('keeps registers and memory transactions within an architecture', async () => {
    const gtx950 = requireGpu('gtx-950');
    const sibling: GpuSpec = { ...gtx950, id: 'gtx-960', name: 'GeForce GTX 960' };
    const result = transferable(await kernelOf(), gtx950, sibling);
    assert.deepEqual(result.kernel.metrics, { inst_executed: 12, gld_transactions: 12 });
    assert.equal(result.kernel.registers, 40);
    assert.equal(result.scope, 'same-architecture');
  });
});
