import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { ORDER_ADVISER } from '../../predictors';
import { traceToApplication } from '../../timeline/trace/traceToApplication';
import { isGpu } from '../stages/kernelFacts';
import { isSynthetic } from '../stages/rowOrigin';
import { tooLong } from '../traces/deviceTracks';
import { traceUnit, type TraceUnit } from '../traces/traceUnit';
import type { KnownApplication } from './applicationResult';
import { message, type Words } from '../../kernel/message';
import { withoutEndings } from '../../kernel/texts';

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
  const foreign =
    file.device !== null && !isGpu(file.device, gpu)
      ? [
          {
            key: `${file.path}:gpu`,
            value: '',
            text: message('analysis.timesOfOtherGpu', {
              path: file.path,
              device: file.device,
              gpu: gpu.name,
            }),
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
    unknowns: [],
    kernelTimes: new Map(),
    assumptions: [...part, ...traced.assumptions, ...foreign],
  };
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
