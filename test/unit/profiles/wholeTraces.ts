import { gzipSync } from 'node:zlib';
import {
  kinetoCall,
  kinetoCopy,
  kinetoKernel,
  kinetoOperator,
  kinetoTrace,
} from '../../../lab/profiles/kinetoText';
import { NSYS_KERNEL_HEADER, lines, nsysKernelRow, nsysTextReport } from '../../../lab/profiles/nsysText';
import { numbers, read, sum, type WholeFile } from './wholeFile';

/** A time in µs with ns behind the point. */
const us = (ns: number): number => ns / 1000;

/** Traces of PyTorch: operators of the host long before the first kernel, then launches, copies and calls. */
export function kinetoTraces(): WholeFile[] {
  const [kernels, copies, calls] = [numbers(21, 700), numbers(22, 40), numbers(23, 700)];
  const at = (i: number): number => 1414456661859.938 + 200 * i;
  const text = kinetoTrace([
    ...kernels.map((_, i) => kinetoOperator(`aten::op${i % 9}`, i, at(i), 100)),
    ...calls.map((ns, i) => kinetoCall(at(i) + 1, i, { dur: us(ns) })),
    ...kernels.map((ns, i) => kinetoKernel({ ts: at(i), dur: us(ns) }, { 'External id': i, correlation: i })),
    ...copies.map((ns, i) => kinetoCopy({ ts: at(i), dur: us(ns) })),
  ]);
  const total = sum(kernels) + sum(copies) + sum(calls);
  return [
    read('kineto-trace/trace.json', 'kineto-json', total, text),
    read('kineto-trace/trace.json.gz', 'kineto-json', total, gzipSync(text)),
  ];
}

/** What `nsys stats` prints: a report as CSV behind its notices, and several as text between other output. */
export function statsReports(): WholeFile[] {
  const [kernels, copies, calls] = [numbers(31), numbers(32, 2), numbers(33, 9)];
  const progress = Array.from(
    { length: 60 },
    (_, at) => `[1/7] [${'='.repeat(at % 9)}${at}%   ] nsys_profile.nsys-rep`,
  );
  return [
    read(
      'nsys-csv/kernel_sum.csv',
      'nsys-csv',
      sum(kernels),
      lines(
        '',
        'NOTICE: Existing SQLite export found: large.sqlite',
        '        It is assumed file was previously exported from: large.nsys-rep',
        '',
        'Processing [large.sqlite] with [/opt/nsys/reports/cuda_gpu_kern_sum.py]... ',
        NSYS_KERNEL_HEADER,
        ...kernels.map((ns, i) => nsysKernelRow(ns, 1 + (i % 3), `void gemm${i}<int>(float*, int)`)),
      ),
    ),
    read(
      'nsys-text/output.txt',
      'nsys-text',
      sum(kernels) + sum(copies) + sum(calls),
      lines(
        './main 1024 1',
        'Average time (bs1) 0.489413 (s)',
        "Generating '/tmp/nsys-report-7494.qdstrm'",
        ...progress,
        ...nsysTextReport('osrt_sum', 'Num Calls', 'Name', [[500, 2, 'poll']]),
        ...nsysTextReport(
          'cuda_api_sum',
          'Num Calls',
          'Name',
          calls.map((ns, i) => [ns, 1, `cudaCall${i}`]),
        ),
        ...nsysTextReport(
          'cuda_gpu_kern_sum',
          'Instances',
          'Name',
          kernels.map((ns, i) => [ns, 2, `k${i}(int)`]),
        ),
        ...nsysTextReport('cuda_gpu_mem_time_sum', 'Count', 'Operation', [
          [copies[0]!, 3, '[CUDA memcpy Host-to-Device]'],
          [copies[1]!, 4, '[CUDA memset]'],
        ]),
      ),
    ),
  ];
}
