export { lines } from './profileText';

/** The header of `cuda_gpu_kern_sum`. */
export const NSYS_KERNEL_HEADER =
  'Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name';

const quoted = (name: string): string => (name.includes(',') ? `"${name}"` : name);

/** Mean, median, least, greatest and deviation of a summary's row, in the ns that nsys prints. */
function spread(totalNs: number, calls: number): readonly string[] {
  const mean = totalNs / calls;
  return [mean.toFixed(1), mean.toFixed(1), String(Math.floor(mean)), String(Math.ceil(mean)), '0.0'];
}

/** A row of `cuda_gpu_kern_sum`. */
export function nsysKernelRow(totalNs: number, calls: number, name: string): string {
  return ['10.0', String(totalNs), String(calls), ...spread(totalNs, calls), quoted(name)].join(',');
}

/** The header of `cuda_gpu_trace`, as version 2023.4 writes it. */
export const NSYS_TRACE_HEADER =
  'Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name';

/** A launch in `cuda_gpu_trace`: 40 × 2 blocks of 128 threads, in stream 7. */
export function nsysTraceRow(startNs: number, durationNs: number, name: string): string {
  return `${startNs},${durationNs},17,40,2,1,128,1,1,32,0.001024,0.000000,,,,,NVIDIA A100 (0),1,,7,${quoted(name)}`;
}

/** A summary as text: title, header, dashes and rows of total time, calls and name. */
export function nsysTextReport(
  report: string,
  calls: string,
  name: string,
  rows: readonly (readonly [number, number, string])[],
): readonly string[] {
  const titles = [
    'Time (%)',
    'Total Time (ns)',
    calls,
    'Avg (ns)',
    'Med (ns)',
    'Min (ns)',
    'Max (ns)',
    'StdDev (ns)',
    name,
  ];
  const cells = rows.map(([total, count, what]) => [
    ...['10.0', total.toLocaleString('en-US'), String(count)],
    ...spread(total, count),
    what,
  ]);
  const widths = titles.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    ` ${row.map((cell, i) => (i === row.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`;
  return [
    `[5/8] Executing '${report}' stats report`,
    '',
    line(titles),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.map(line),
    '',
  ];
}
