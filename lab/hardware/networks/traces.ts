import type { ApiProfile, KernelProfile, ProfileFile, TransferProfile } from '../../../src/kernel/profile';
import { extentOfText } from '../suite/measured';
import type { NetworksData, TraceRow } from './measured';

const DEVICE = 'NVIDIA H100 80GB HBM3';
/** Iterations of a trace: enough that what repeats is found. */
const ITERATIONS = 4;

/** The trace of a network as PyTorch's profiler wrote it, its typical iteration several times. */
export function traceOf({ kernels, traces }: NetworksData, name: string): ProfileFile {
  const { periodNs, rows, waits } = traces[name]!;
  const path = `${name}.pt.trace.json`;
  const file = {
    kernels: [] as KernelProfile[],
    transfers: [] as TransferProfile[],
    api: [] as ApiProfile[],
  };
  let line = 0;
  const common = ([start, duration, call, callDuration]: TraceRow, shiftNs: number) => ({
    ...{
      startNs: start + shiftNs,
      durationNs: duration,
      stream: '7',
      device: DEVICE,
      deviceIndex: 0,
      calls: 1,
    },
    call: { startNs: call + shiftNs, durationNs: callDuration },
    location: { path, line: ++line },
  });
  for (let at = 0; at < ITERATIONS; at++) {
    const shiftNs = at * periodNs;
    for (const row of rows) {
      // Calls make the trace one that tells them, also where none of them waits.
      const [, , call, durationNs] = row;
      file.api.push({ name: 'cudaLaunchKernel', startNs: call + shiftNs, durationNs, calls: 1 });
      const [, , , , what, ...rest] = row;
      if (typeof what === 'number') {
        const [grid, block, registers, sharedBytes, spelled] = kernels[what]!;
        const launch = { grid: extentOfText(grid), block: extentOfText(block), registers, sharedBytes };
        const shared = { staticSharedBytes: null, dynamicSharedBytes: null, metrics: {} };
        file.kernels.push({ ...common(row, shiftNs), ...launch, ...shared, name: spelled });
      } else {
        const [bytes, pinned] = rest.map(Number);
        file.transfers.push({
          ...common(row, shiftNs),
          direction: what as TransferProfile['direction'],
          bytes: bytes!,
          pinned: pinned === -1 ? null : pinned === 1,
        });
      }
    }
    for (const [startNs, durationNs] of waits)
      file.api.push({ name: 'cudaStreamSynchronize', startNs: startNs + shiftNs, durationNs, calls: 1 });
  }
  return { path, format: 'kineto-json', status: 'full', device: DEVICE, ...file, warnings: [] };
}
