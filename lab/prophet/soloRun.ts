import type { CopyOperation, KernelOperation, Operation } from '../../src/kernel/application';
import type { CopyTask, KernelTask, SoloRun } from '../../src/predictors/latencyPort';
import { loneCopyNs } from '../../src/simulator/hostlink/hostLink';
import { hostLinkOf } from '../../src/simulator/hostlink/hostLinkSpec';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import type { LaunchModel } from '../../src/timeline/models';
import type { ProfileRow, ProfiledLaunch } from './rows';

const STREAM = 'stream';

/** A recorded run alone as predictors take it. */
export function soloRunOf(row: ProfileRow, gpu: LoadedSpec): SoloRun {
  const kernels = new Map<KernelOperation, KernelTask>();
  const copies = new Map<CopyOperation, CopyTask>();
  const operations: Operation[] = [];
  for (let place = 0; place <= row.launches.length; place++) {
    for (const step of stepsAt(row, place)) {
      operations.push(step);
      if (step.kind === 'copy') copies.set(step, copyTask(step, gpu));
    }
    const launch = row.launches[place];
    if (launch === undefined) continue;
    const operation = kernelOperation(launch);
    operations.push(operation);
    kernels.set(operation, kernelTask(launch, row));
  }
  return { application: { name: row.app, operations, footprintBytes: row.deviceBytes }, kernels, copies };
}

/** Latency of a launch as in the runs. */
export const launchOf = ({ launchCycles, clockMHz }: ProfileRow): LaunchModel => ({
  name: 'simulated launches',
  issueNs: () => 0,
  latencyNs: ({ kind }) => (kind === 'kernel' ? (launchCycles * 1000) / clockMHz : 0),
});

function stepsAt(row: ProfileRow, place: number): Operation[] {
  const copies = row.copies.filter((copy) => copy.before === place);
  const gaps = row.gaps.filter((gap) => gap.before === place);
  const steps: Operation[] = [];
  for (let at = 0; at <= copies.length; at++) {
    for (const gap of gaps)
      if ((gap.afterCopies ?? 0) === at)
        steps.push({ kind: 'synchronize', stream: null }, { kind: 'host', ns: gap.ns });
    const copy = copies[at];
    if (copy === undefined) continue;
    const { direction, bytes, pinned = true } = copy;
    steps.push({ kind: 'copy', stream: STREAM, direction, bytes, pinned, blocking: true });
  }
  return steps;
}

/** Its registers stand for nothing: what fits an SM is in the task. */
const kernelOperation = ({ name, blocks, warpsPerBlock }: ProfiledLaunch): KernelOperation => ({
  kind: 'kernel',
  stream: STREAM,
  kernel: name,
  grid: [blocks, 1, 1],
  block: [32 * warpsPerBlock, 1, 1],
  registers: 0,
  sharedBytes: 0,
  soloNs: null,
});

const kernelTask = (
  { cycles, blocks, blocksPerSm, bytesPerCycleOfSm }: ProfiledLaunch,
  { launchCycles, clockMHz }: ProfileRow,
): KernelTask => ({
  soloNs: ((cycles - launchCycles) * 1000) / clockMHz,
  blocks,
  blocksPerSm,
  bytesPerNsOfSm: (bytesPerCycleOfSm * clockMHz) / 1000,
});

function copyTask({ direction, bytes, pinned }: CopyOperation, { gpu }: LoadedSpec): CopyTask {
  if (direction === 'DtoD') throw new Error('a copy within the device does not use the host link');
  const link = hostLinkOf(gpu);
  const soloNs = loneCopyNs(link, { direction, bytes, pinned });
  const linkNs = loneCopyNs(link, { direction, bytes, pinned: true });
  return { soloNs, linkShare: Math.min(1, linkNs / soloNs) };
}
