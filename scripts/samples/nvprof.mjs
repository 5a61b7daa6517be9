// Writes traces and metric tables as nvprof 8 does with --csv, for a GPU that was never there: device,
// layout and units are nvprof's, the command line says that nothing was measured.

const DEVICE = '"GeForce GTX 950 (0)"';
const PREAMBLE = [
  '==1== NVPROF is profiling process 1, command: ./synthetic-sample',
  '==1== Profiling application: ./synthetic-sample',
];
const TRACE_HEADER = [
  ...['Start', 'Duration', 'Grid X', 'Grid Y', 'Grid Z', 'Block X', 'Block Y', 'Block Z'],
  ...['Registers Per Thread', 'Static SMem', 'Dynamic SMem', 'Size', 'Throughput'],
  ...['Device', 'Context', 'Stream', 'Name'],
];
const quoted = (cells) => cells.map((cell) => `"${cell}"`).join(',');

/** The first stream that a program creates is number 13; 7 is the default stream. */
const streamNumber = (stream) => (stream === 0 ? 7 : 12 + stream);

function copyRow({ startNs, durationNs, stream, bytes, direction }) {
  const time = [(startNs / 1e6).toFixed(6), (durationNs / 1e3).toFixed(6)];
  const size = [(bytes / 1024 ** 2).toFixed(6), (bytes / 1024 ** 3 / (durationNs / 1e9)).toFixed(6)];
  const cells = [...time, ...Array(9).fill(''), ...size, DEVICE, '"1"', `"${streamNumber(stream)}"`];
  return [...cells, `"[CUDA memcpy ${direction}]"`].join(',');
}

function kernelRow({ startNs, durationNs, stream, work }, number) {
  const time = [(startNs / 1e6).toFixed(6), (durationNs / 1e3).toFixed(6)];
  const launch = [...work.grid, ...work.block, work.registers, work.shared, 0, '', ''];
  const place = [DEVICE, '"1"', `"${streamNumber(stream)}"`];
  return [...time, ...launch, ...place, `"${work.name} [${number}]"`].join(',');
}

/** `nvprof --print-gpu-trace --csv` of operations in order of their start. */
export function traceText(operations) {
  const rows = operations.map((operation, index) =>
    operation.work ? kernelRow(operation, 200 + index) : copyRow(operation),
  );
  const units = 'ms,us,,,,,,,,B,B,MB,GB/s,,,,';
  return [...PREAMBLE, '==1== Profiling result:', quoted(TRACE_HEADER), units, ...rows, ''].join('\n');
}

/** `nvprof --metrics … --csv` of kernels `{ name, calls, metrics }`; every launch of a kernel is alike. */
export function metricsText(kernels) {
  const header = [
    'Device',
    'Kernel',
    'Invocations',
    'Metric Name',
    'Metric Description',
    'Min',
    'Max',
    'Avg',
  ];
  const rows = kernels.flatMap(({ name, calls, metrics }) =>
    metrics.map(([metric, description, value]) =>
      [DEVICE, `"${name}"`, calls, `"${metric}"`, `"${description}"`, value, value, value].join(','),
    ),
  );
  const lead = ['==1== Profiling result:', '==1== Metric result:'];
  return [...PREAMBLE, ...lead, quoted(header), ...rows, ''].join('\n');
}
