/** The program with three kernels in streams: its sources and what was measured of it. */
export const STREAMS_SAMPLES: readonly string[] = [
  ...['common', 'matrix-mul', 'pathfinder', 'streams-vmp', 'vector-add'],
  ...['matrix-mul', 'pathfinder', 'streams-vmp', 'vector-add'].flatMap((name) => [
    `profiles/${name}.trace.csv`,
    `profiles/${name}.metrics.csv`,
  ]),
];
