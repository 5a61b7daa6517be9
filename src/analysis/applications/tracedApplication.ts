import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Assumption } from '../../kernel/origin';
import type { KernelProfile, ProfileFile } from '../../kernel/profile';
import { ORDER_ADVISER } from '../../predictors';
import { traceToApplication } from '../../timeline/trace/traceToApplication';
import { isGpu } from '../stages/kernelFacts';
import { isSynthetic } from '../stages/rowOrigin';
import { tooLong } from '../traces/deviceTracks';
import { traceUnit, type TraceUnit } from '../traces/traceUnit';
import type { KnownApplication } from './applicationResult';
import { message, type Words } from '../../kernel/message';
import { withoutEndings } from '../../kernel/texts';

/** Of the time of all launches: more that cannot be replayed make another program. */
const MOST_SHAPELESS = 0.05;

/** True for a profile with launches in time, also one with more than are looked at. */
export function isTrace(file: ProfileFile): boolean {
  return (
    tooLong(file) !== null ||
    file.kernels.some(({ startNs, durationNs }) => startNs !== null && durationNs !== null)
  );
}

/**
 * The application that a measured trace shows, with models fitted to that trace.
 * @param unit what of the trace stands for it
 */
export function tracedApplication(
  file: ProfileFile,
  gpu: GpuSpec,
  unit: TraceUnit = traceUnit(file),
): KnownApplication {
  const { kernels, transfers, note, keepsIdle, waits } = unit;
  if (unit.unseen !== null) return unseen(file, gpu, unit.unseen);
  const traced = traceToApplication(kernels, transfers, gpu, {
    name: nameOf(file.path),
    keepsIdle,
    ...(keepsIdle && waits !== null && { waits }),
  });
  const models = ORDER_ADVISER.models(gpu, { timeline: traced.measured, transfers });
  const part = note === null ? [] : [{ key: `${file.path}:iteration`, value: '', text: note }];
  const shapeless = timeWithoutShape(kernels);
  const { path } = file;
  const left =
    shapeless > 0 && shapeless <= MOST_SHAPELESS
      ? [
          {
            key: `${path}:shapes`,
            value: '',
            text: message('analysis.shapesLeftOut', { path, share: shapeless }),
          },
        ]
      : [];
  return {
    application: traced.application,
    models,
    path: file.path,
    line: 1,
    from: 'trace',
    measured: traced.measured,
    delays: traced.delays,
    ...(kernels.every(({ call }) => call !== undefined) && { tellsCalls: true }),
    measuredOrigin: isSynthetic(file) ? 'assumed' : 'measured',
    unknowns: shapeless > MOST_SHAPELESS ? [message('analysis.shapesUntold', { share: shapeless })] : [],
    kernelTimes: new Map(),
    assumptions: [...part, ...left, ...traced.assumptions, ...foreign(file, gpu)],
  };
}

/** Share of the time of all launches that launches without a shape take: those cannot be replayed. */
function timeWithoutShape(kernels: readonly KernelProfile[]): number {
  let [without, all] = [0, 0];
  for (const { startNs, durationNs, calls, grid, block } of kernels) {
    if (startNs === null || durationNs === null || calls !== 1) continue;
    all += durationNs;
    if (grid === null || block === null) without += durationNs;
  }
  return all === 0 ? 0 : without / all;
}

/** Said of times that are not known to be of the GPU that is asked about. */
function foreign({ path, device }: ProfileFile, gpu: GpuSpec): readonly Assumption[] {
  if (device !== null && isGpu(device, gpu)) return [];
  const text =
    device === null
      ? message('analysis.timesOfUntoldGpu', { path, gpu: gpu.name })
      : message('analysis.timesOfOtherGpu', { path, device, gpu: gpu.name });
  return [{ key: `${path}:gpu`, value: '', text }];
}

/** A trace that is not looked at: a program of which only the reason is known. */
function unseen(file: ProfileFile, gpu: GpuSpec, reason: Words): KnownApplication {
  return {
    application: { name: nameOf(file.path), operations: [], footprintBytes: null },
    models: ORDER_ADVISER.models(gpu, null),
    path: file.path,
    line: 1,
    from: 'trace',
    measured: null,
    measuredOrigin: 'measured',
    unknowns: [reason],
    kernelTimes: new Map(),
    assumptions: [],
  };
}

const ENDINGS = ['trace', 'pt', 'nvprof', 'csv', 'txt', 'log', 'json', 'sqlite', 'gz'];

/** The file's name without folders and endings. */
function nameOf(path: string): string {
  return withoutEndings(path.split('/').at(-1)!, ENDINGS);
}
