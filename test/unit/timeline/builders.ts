import { listGpus } from '../../../src/gpu/catalogue';
import type { Application, CopyDirection, KernelOperation, Operation } from '../../../src/kernel/application';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { copyEngineModel } from '../../../src/timeline/copyEngines';
import { deviceMemoryModel } from '../../../src/timeline/deviceMemory';
import { fluidTaskModel } from '../../../src/timeline/fluidTasks';
import { INSTANT_LAUNCH, type ReplayModels } from '../../../src/timeline/models';

export function testGpu(changes: Partial<GpuSpec> = {}): GpuSpec {
  const gpu = listGpus().find((spec) => spec.id === 'gtx-950')!;
  return { ...gpu, ...changes };
}

/** Copies at one byte a ns, kernels as long as alone however many run, no launch cost. */
export function plainModels(gpu: GpuSpec, changes: Partial<ReplayModels> = {}): ReplayModels {
  return {
    launch: INSTANT_LAUNCH,
    copies: copyEngineModel({
      name: 'byte a ns',
      durationNs: (copy) => copy.bytes,
      gapNs: 0,
      overlapThresholdBytes: null,
    }),
    kernels: fluidTaskModel({
      name: 'as alone',
      resource: 'SMs',
      soloNs: (task) => (task.operation.kind === 'kernel' ? (task.operation.soloNs ?? 0) : 0),
      rates: (running) => running.map(() => 1),
    }),
    memory: deviceMemoryModel(gpu),
    ...changes,
  };
}

export function copy(
  stream: string,
  direction: CopyDirection,
  bytes: number,
  options: { pinned?: boolean; blocking?: boolean } = {},
): Operation {
  return { kind: 'copy', stream, direction, bytes, pinned: true, blocking: false, ...options };
}

export function kernel(
  stream: string,
  name: string,
  soloNs: number,
  blocks = 6,
  changes: { threads?: number; sharedBytes?: number; registers?: number } = {},
): KernelOperation {
  return {
    kind: 'kernel',
    stream,
    kernel: name,
    grid: [blocks, 1, 1],
    block: [changes.threads ?? 256, 1, 1],
    registers: changes.registers ?? 16,
    sharedBytes: changes.sharedBytes ?? 0,
    soloNs,
  };
}

export function application(operations: readonly Operation[], name = 'app'): Application {
  return { name, operations, footprintBytes: null };
}
