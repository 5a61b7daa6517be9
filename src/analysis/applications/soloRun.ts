import { occupancy } from '../../gpu/occupancy';
import type { CopyOperation, KernelOperation } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message, type Words } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import type { CopyTask, KernelTask, SoloRun } from '../../predictors/latencyPort';
import type { TimelineModels } from '../../predictors';
import type { TraceUnit } from '../traces/traceUnit';
import { replay } from '../../timeline/replay';
import type { KnownApplication } from './applicationResult';
import { isTrace, tracedApplication } from './tracedApplication';

/** A run alone, with what it rests on. */
export interface TracedRun {
  readonly run: SoloRun;
  /** The same with its pinned copies made pageable, by the times of such copies; null where it has none. */
  readonly pageable: SoloRun | null;
  /** From the first operation to the end of the last, ns: as measured, or as replayed where it was not. */
  readonly measuredNs: number;
  readonly assumptions: readonly Words[];
  /** Set where the host is taken to be faster than it was measured. */
  readonly isHostTaken?: true;
  /** Set where nothing was measured, so that it is what the program's source tells. */
  readonly isReplay?: true;
}

/** What is known of a traced run beyond its trace. */
export interface TracedRunOptions {
  /** Device memory that it keeps, bytes; null where it is not known. */
  readonly footprintBytes?: number | null;
  /** What of the trace is the run; what stands for its program when left out. */
  readonly unit?: TraceUnit;
  /** Bytes of device memory that a launch moves, null where no counters tell; all unknown when left out. */
  readonly bytesOf?: (kernel: KernelOperation) => number | null;
}

/**
 * The run alone that a trace shows: its kernels with their times and what fits an SM of the GPU, its copies with their
 * times as measured.
 *
 * @throws InputError that names the file when it is no trace, or a kernel of it fits no SM
 */
export function tracedRun(file: ProfileFile, gpu: GpuSpec, options: TracedRunOptions = {}): TracedRun {
  if (!isTrace(file)) throw new InputError(file.reason ?? message('analysis.noTrace'), 'no-trace', file.path);
  return knownRun(tracedApplication(file, gpu, options.unit), gpu, options);
}

/**
 * The run alone of an application: as measured where there is a trace of it, else as a replay of the program has it.
 *
 * @throws InputError that names the file where something of it is not known, or a kernel of it fits no SM
 */
export function knownRun(
  known: KnownApplication,
  gpu: GpuSpec,
  { footprintBytes = null, bytesOf = () => null }: Omit<TracedRunOptions, 'unit'> = {},
): TracedRun {
  const { application, models, measured, assumptions, unknowns, path } = known;
  if (unknowns[0] !== undefined) throw new InputError(unknowns[0], 'no-trace', path);
  const alone = measured ?? replay([application], gpu, models);
  const kernels = new Map<KernelOperation, KernelTask>();
  const copies = new Map<CopyOperation, CopyTask>();
  application.operations.forEach((operation, at) => {
    if (operation.kind === 'kernel')
      kernels.set(operation, kernelTask(operation, gpu, path, bytesOf(operation)));
    if (operation.kind !== 'copy') return;
    const { startNs, endNs } = alone.operations[at]!;
    copies.set(operation, copyTask(operation, endNs - startNs, models));
  });
  const { delays } = known;
  const run: SoloRun = {
    ...{ application: { ...application, footprintBytes }, kernels, copies },
    ...(delays !== undefined && { delays }),
    ...(known.tellsCalls && { tellsCalls: true }),
  };
  return {
    run,
    pageable: pageableRun(run, models),
    measuredNs: alone.makespanNs,
    ...(measured === null && { isReplay: true }),
    assumptions: [
      ...(measured === null ? [message('analysis.replayedAlone', { name: application.name })] : []),
      ...assumptions.map(({ text }) =>
        message('sharing.ofApplication', { name: application.name, what: text }),
      ),
      ...bandwidthAssumption(application.name, kernels),
    ],
  };
}

/** Said where the use of device memory of some kernels is not known: of which part of their time. */
function bandwidthAssumption(name: string, kernels: ReadonlyMap<KernelOperation, KernelTask>): Words[] {
  let [known, all] = [0, 0];
  for (const { soloNs, bytesPerNsOfSm } of kernels.values()) {
    all += soloNs;
    if (bytesPerNsOfSm > 0) known += soloNs;
  }
  if (known === 0) return kernels.size > 0 ? [message('analysis.noBandwidthOfSm', { name })] : [];
  return known === all ? [] : [message('analysis.someBandwidthOfSm', { name, share: 1 - known / all })];
}

function kernelTask(
  operation: KernelOperation,
  gpu: GpuSpec,
  path: string,
  bytes: number | null,
): KernelTask {
  const { kernel, grid, block, registers, sharedBytes, soloNs } = operation;
  const { blocksPerSm } = occupancy(gpu.limits, {
    threadsPerBlock: block[0] * block[1] * block[2],
    registersPerThread: registers,
    staticSharedBytes: sharedBytes,
  });
  if (blocksPerSm === 0 || soloNs === null)
    throw new InputError(message('analysis.fitsNoSm', { kernel, gpu: gpu.name }), 'fits-no-sm', path);
  const blocks = grid[0] * grid[1] * grid[2];
  const sms = Math.min(gpu.sms, Math.ceil(blocks / blocksPerSm));
  const bytesPerNsOfSm = bytes === null || soloNs === 0 ? 0 : bytes / soloNs / sms;
  return { soloNs, blocks, blocksPerSm, bytesPerNsOfSm };
}

function copyTask(copy: CopyOperation, soloNs: number, models: TimelineModels): CopyTask {
  if (copy.pinned || copy.direction === 'DtoD') return { soloNs, linkShare: 1 };
  const { direction, bytes } = copy;
  const linkNs = bytes * models.transfers.of({ direction, pinned: true }).nsPerByte;
  return { soloNs, linkShare: soloNs > 0 && linkNs > 0 ? Math.min(1, linkNs / soloNs) : 1 };
}

function pageableRun(run: SoloRun, models: TimelineModels): SoloRun | null {
  const { application, kernels, copies } = run;
  const others = new Map<CopyOperation, CopyTask>();
  const operations = application.operations.map((operation) => {
    if (operation.kind !== 'copy' || operation.direction === 'DtoD') return operation;
    if (!operation.pinned) {
      others.set(operation, copies.get(operation)!);
      return operation;
    }
    const { direction, bytes } = operation;
    const { overheadNs, nsPerByte } = models.transfers.of({ direction, pinned: false });
    const pageable: CopyOperation = { ...operation, pinned: false };
    others.set(pageable, copyTask(pageable, overheadNs + bytes * nsPerByte, models));
    return pageable;
  });
  const isSame = operations.every((operation, at) => operation === application.operations[at]);
  return isSame ? null : { ...run, application: { ...application, operations }, kernels, copies: others };
}
