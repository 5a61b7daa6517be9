import {
  globalPid,
  NVPROF_DEVICES,
  NVPROF_STRINGS,
  nsysCopies,
  nsysGpus,
  nsysKernels,
  nsysStrings,
  nvprofCopies,
  nvprofKernels,
} from '../../../lab/profiles/recordings';
import { plainTable, writeSqlite } from '../../../lab/profiles/sqliteWriter';
import { numbers, read, sum, unread, type WholeFile } from './wholeFile';

const spans = (times: readonly number[]): { start: number; end: number }[] =>
  times.map((ns, at) => ({ start: 200_000 * at, end: 200_000 * at + ns }));

const CALLS = ['start', 'end', 'globalTid', 'correlationId', 'nameId'];

/** Databases of Nsight Systems and nvprof. */
export function databases(): WholeFile[] {
  const many = 300; // rows over several pages
  const [kernels, copies, sets, calls] = [
    numbers(9, many),
    numbers(10, many),
    numbers(11, 12),
    numbers(12, 9),
  ];
  const called = plainTable(
    'CUPTI_ACTIVITY_KIND_RUNTIME',
    CALLS,
    spans(calls).map((span, at) => ({ ...span, globalTid: globalPid(77) + 5, correlationId: at, nameId: 2 })),
  );
  const texts = nsysStrings({ 2: 'cudaLaunchKernel_v7000' });
  const gpus = nsysGpus([{ number: 0, cuDevice: 0, name: 'NVIDIA A100' }]);
  const cleared = plainTable(
    'CUPTI_ACTIVITY_KIND_MEMSET',
    ['start', 'end', 'deviceId', 'contextId', 'streamId', 'globalPid', 'bytes'],
    spans(sets).map((span) => ({
      ...span,
      ...{ deviceId: 0, contextId: 1, streamId: 7, globalPid: globalPid(77), bytes: 64 },
    })),
  );
  return [
    read(
      'nsys-sqlite/whole.sqlite',
      'nsys-sqlite',
      sum(kernels) + sum(copies) + sum(sets) + sum(calls),
      writeSqlite([texts, gpus, nsysKernels(spans(kernels)), nsysCopies(spans(copies)), cleared, called]),
    ),
    read(
      'nsys-sqlite/calls.sqlite',
      'nsys-sqlite',
      sum(calls),
      writeSqlite([texts, gpus, called]),
      'partial',
    ),
    unread('nsys-sqlite/nothing.sqlite', 'nsys-sqlite', writeSqlite([texts, gpus]), 'empty'),
    read(
      'nvprof-sqlite/timeline.nvvp',
      'nvprof-sqlite',
      sum(kernels) + sum(copies),
      writeSqlite([
        NVPROF_STRINGS,
        NVPROF_DEVICES,
        nvprofKernels([], 'CUPTI_ACTIVITY_KIND_KERNEL'),
        nvprofKernels(spans(kernels)),
        nvprofCopies(spans(copies)),
      ]),
    ),
  ];
}
