import { message } from '../kernel/message';
import type { DeviceOperation } from '../kernel/application';
import type { GpuSpec } from '../kernel/gpuSpec';
import { InputError } from '../kernel/result';
import { fluidTaskModel } from './fluidTasks';
import type { TaskModel } from './models';

/** Time that a memset or a copy within the device takes to get going, ns (recalled, not re-verified). */
const START_NS = 1000;

/**
 * Memsets and copies within the device: device memory bandwidth, shared among those under way. A copy reads
 * and writes, so that it moves twice its bytes.
 * @throws InputError with code `unknown-bandwidth` where the catalogue gives no memory bandwidth
 */
export function deviceMemoryModel(gpu: GpuSpec): TaskModel {
  const gbPerSecond = gpu.dram.measuredGBs ?? gpu.dram.peakGBs;
  return fluidTaskModel({
    name: 'device memory bandwidth',
    resource: 'device memory',
    soloNs: (task) => START_NS + movedBytes(task.operation) / requireBandwidth(gbPerSecond, gpu),
    rates: (running) => running.map(() => 1 / running.length),
  });
}

function movedBytes(operation: DeviceOperation): number {
  if (operation.kind === 'kernel') return 0;
  return operation.kind === 'copy' ? 2 * operation.bytes : operation.bytes;
}

/** GB/s are bytes/ns. */
function requireBandwidth(gbPerSecond: number | null, gpu: GpuSpec): number {
  if (gbPerSecond !== null) return gbPerSecond;
  throw new InputError(message('timeline.noBandwidth', { gpu: gpu.name }), 'unknown-bandwidth');
}
