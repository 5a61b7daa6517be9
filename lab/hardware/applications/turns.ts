import type { Application, Operation } from '../../../src/kernel/application';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { deviceMemoryModel } from '../../../src/timeline/deviceMemory';
import { fluidTaskModel } from '../../../src/timeline/fluidTasks';
import { INSTANT_LAUNCH, type ReplayModels } from '../../../src/timeline/models';
import { firstEndNs } from '../../../src/timeline/replay';
import { MEASURED_TURNS, timeSliceModel, turnsOfProcesses } from '../../../src/timeline/timeSlices';
import type { Setting } from './measured';

/** Rounds of the first that are replayed, and how long both go on at least, in slices. */
const ROUNDS = 20;
const SLICES = 40;
/** From the end of a round to the launch of the next one, ns: the host wakes up and calls. */
const HOST_NS = 10e3;

/**
 * Slowdown of an application of kernels beside another one in turns of the GPU: a round of either is taken for one kernel
 * as long as it was measured alone.
 */
export function replayedTurns({ alone, times }: Setting, gpu: GpuSpec, of: string, beside: string): number {
  const roundNs = (name: string): number => alone[name]! * times![name]! * 1000;
  const rounds = Math.max(ROUNDS, Math.ceil((SLICES * MEASURED_TURNS.sliceNs) / roundNs(of)));
  const aloneNs = rounds * roundNs(of);
  for (let longer = 4; ; longer *= 2) {
    const others = Math.ceil((longer * aloneNs) / roundNs(beside));
    const both = [repeated(of, roundNs(of), rounds), repeated(beside, roundNs(beside), others)];
    const { endNs, othersEnded } = firstEndNs(both, gpu, modelsOf(gpu));
    if (!othersEnded) return endNs / aloneNs;
  }
}

function repeated(name: string, roundNs: number, rounds: number): Application {
  const kernel = { kind: 'kernel', stream: 's', kernel: name, grid: [1, 1, 1], block: [32, 1, 1] } as const;
  const round: readonly Operation[] = [
    { ...kernel, registers: 0, sharedBytes: 0, soloNs: Math.max(0, roundNs - HOST_NS) },
    { kind: 'synchronize', stream: null },
    { kind: 'host', ns: HOST_NS },
  ];
  return { name, operations: Array.from({ length: rounds }, () => round).flat(), footprintBytes: null };
}

const modelsOf = (gpu: GpuSpec): ReplayModels => ({
  launch: INSTANT_LAUNCH,
  copies: fluidTaskModel({
    name: 'none',
    resource: 'link',
    soloNs: () => 0,
    rates: (all) => all.map(() => 1),
  }),
  kernels: timeSliceModel(
    turnsOfProcesses(({ operation }) => (operation.kind === 'kernel' ? operation.soloNs! : 0)),
  ),
  memory: deviceMemoryModel(gpu),
});
