/** Beginnings of what nvprof prints. */
export const PREAMBLE = [
  '==4242== NVPROF is profiling process 4242, command: ./app -n 7',
  '==4242== Profiling application: ./app -n 7',
];

export const TRACE_HEADER =
  '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"';
export const METRICS_HEADER =
  '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"';

/** A file of lines. */
export const lines = (...all: readonly (string | readonly string[])[]): string =>
  `${all.flat().join('\n')}\n`;
