import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { ORDER_ADVISER } from '../../predictors';
import { traceToApplication } from '../../timeline/trace/traceToApplication';
import { isGpu } from '../stages/kernelFacts';
import { isSynthetic } from '../stages/rowOrigin';
import { traceUnit } from '../traces/traceUnit';
import type { KnownApplication } from './applicationResult';
import { message } from '../../kernel/message';

/** True for a profile with launches in time. */
export function isTrace(file: ProfileFile): boolean {
  return file.kernels.some(({ startNs, durationNs }) => startNs !== null && durationNs !== null);
}

/** The application that a measured trace shows, with models fitted to that trace. */
export function tracedApplication(file: ProfileFile, gpu: GpuSpec): KnownApplication {
  const { kernels, transfers, note } = traceUnit(file);
  const traced = traceToApplication(kernels, transfers, gpu, { name: nameOf(file.path) });
  const models = ORDER_ADVISER.models(gpu, { timeline: traced.measured, transfers });
  const unit = note === null ? [] : [{ key: `${file.path}:iteration`, value: '', text: note }];
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
    measuredOrigin: isSynthetic(file) ? 'assumed' : 'measured',
    unknowns: [],
    kernelTimes: new Map(),
    assumptions: [...unit, ...traced.assumptions, ...foreign],
  };
}

/** The file's name without folders and endings. */
function nameOf(path: string): string {
  return path
    .split('/')
    .at(-1)!
    .replace(/(\.(trace|nvprof|csv|txt|log|gz))+$/i, '');
}
