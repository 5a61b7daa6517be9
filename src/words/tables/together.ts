import type { Table } from '../entry';

/** What `corun together` says. */
export const together = {
  'cli.together.summary': 'What traced applications cost each other when they share a GPU, without source.',
  'cli.together.aloneOption':
    'time of an iteration of each trace without a profiler, alone: the host is taken to be as fast as that',
  'cli.together.aloneEach': '--alone wants a time for each of the {files} traces',
  'cli.together.counters':
    'counters of their kernels (ncu, nvprof --metrics), which tell what memory bandwidth they use',
  'cli.together.gpuOfTraces': 'the GPU that the traces name',
  'cli.together.phases': 'random phases against each other that are tried',
  'cli.together.twoTraces': 'name the traces of at least two applications',
  'cli.together.head': '{gpuName}, side by side under MPS as {predictor} predicts ○ from each trace alone:',
  'cli.together.iteration': 'stands for it',
  'cli.together.oneOf': 'one iteration of {count}',
  'cli.together.whole': 'the whole trace',
  'cli.together.measured': 'measured',
  'cli.together.alone': 'replayed alone',
  'cli.together.beside': 'beside the others',
  'cli.together.throughput':
    'together they get {times:factor} as much done as by taking turns, of which each would have its share',
  'cli.together.error':
    'slowdowns predicted like this were off by {error:percent} on average where they were compared with an H100',
  'cli.together.starves': 'one of them hardly gets on beside the others',
} as const satisfies Table;
