import type { Table } from '../entry';

/** What `corun split` prints. */
export const split = {
  'cli.split.bareNumbers': 'the bare numbers',
  'cli.split.error': 'off, on average',
  'cli.split.even': 'Even SMs ({sms}) would give {slowdowns}, {stp:fixed2} GPUs of throughput.',
  'cli.split.head':
    '{gpu}, {sms} SMs: split by times that were measured alone on parts of them; nothing is simulated',
  'cli.split.gpuOfFile': 'a file of measured times names its GPU: --gpu is for programs',
  'cli.split.kernels': 'kernels that are launched again and again beside them, by name or id',
  'cli.split.oneFile': 'name one file of measured times, or files and folders and --programs',
  'cli.split.programs':
    'programs of these files and folders that run again and again, by name, file or key (their host code tells copies and launches)',
  'cli.split.programsHead':
    '{gpu}, {sms} SMs: split between programs as their sources tell them, replayed side by side; kernels beside each other by {predictor}',
  'cli.split.summary':
    'Splits the SMs of a GPU between whole applications: by times that were measured alone on parts of them, or by their sources.',
  'cli.split.twoOrMore':
    'give a program and another one or a kernel, {most} together at most, e.g. --programs scan,transpose',
  'cli.split.throughput': 'Together {stp:fixed2} GPUs of throughput.',
  'cli.split.time': 'time of a run',
  'split.again': 'All run again and again, each on SMs of its own; their copies share the link.',
  'split.leftForEven':
    'Even SMs: {sms} is told to suit the goal better, but changes no slowdown by more than the typical error, or 5 % where that is not known.',
} as const satisfies Table;
