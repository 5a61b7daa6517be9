import type { Table } from '../entry';

/** What `corun schedule` says. */
export const schedule = {
  'cli.fault.oneQueue': 'name one queue file',
  'cli.schedule.accounted':
    '{jobs:count} jobs of the accounting file; left out: {withoutGpu:count} without a GPU, {severalGpus:count} with several, {withoutTimes:count} that never ran or whose times cannot be read',
  'cli.schedule.antt': 'mean slowdown',
  'cli.schedule.doubtful':
    'The plan of {policy} is told to take {gain:percent} less, and gains that are told so are off by {error:percent} on average: it is not known to be shorter.',
  'cli.schedule.end': 'end',
  'cli.schedule.gpu': 'GPU',
  'cli.schedule.gres':
    'by which resource of Slurm the jobs of --sbatch share a GPU, of {known}; with mps Slurm caps each job at its part of the threads',
  'cli.schedule.oneGpu':
    'with --gres mps Slurm runs jobs on one GPU of a node at a time: where GPUs of the plan are in one node it takes longer than told; --gres shard uses them all',
  'cli.schedule.head': {
    plural: 'gpus',
    one: '{jobs:count} jobs on one GPU, at most {maxCoRun} together {mark}',
    other: '{jobs:count} jobs on {gpus:count} GPUs, at most {maxCoRun} together on each {mark}',
  },
  'cli.schedule.job': 'job',
  'cli.schedule.matrix':
    'takes slowdowns that the queue does not give from what corun analyze --json printed, for applications called as a kernel',
  'cli.schedule.maxCoRun': 'jobs that a GPU runs at a time at most',
  'cli.schedule.maxCoRunOfQueue': 'that of the queue, else 2',
  'cli.schedule.maxSlowdown': 'largest slowdown of any job that the policy slowdown allows',
  'cli.schedule.missed': 'targets missed',
  'cli.schedule.more': '{more:count} more jobs are in the answer of --json.',
  'cli.schedule.pairs': '{pairs:count} slowdowns of the analysis',
  'cli.schedule.plan': 'The plan of {policy}, the shortest:',
  'cli.schedule.planOf': 'The plan of {policy}:',
  'cli.schedule.policy': 'which policies to play, of {known}',
  'cli.schedule.policyColumn': 'policy',
  'cli.schedule.refused': '{policy}: {reason}',
  'cli.schedule.relative': 'of {first}',
  'cli.schedule.sacct':
    'jobs of a Slurm accounting file in place of those of the queue: sacct --parsable2 --format=JobID,JobName,Submit,Elapsed,AllocTRES',
  'cli.schedule.sbatch':
    'writes the plan as a Bash script that submits its jobs to Slurm, each with its share of a GPU; with --test-only it submits none',
  'cli.schedule.script':
    'writes the plan as a Bash script for a machine with these GPUs: an MPS server for each, and the commands of its jobs',
  'cli.schedule.seed': 'seed of the search',
  'cli.schedule.slowdowns':
    'lets policies go by the slowdowns that this predictor tells of the applications\u2019 kernels or traces, of {known}; the queue is played by its own slowdowns where it gives them, else by these',
  'cli.schedule.slowdownsOfQueue': 'the predictor that the queue names, else its own slowdowns',
  'cli.schedule.counters':
    'what the predictor goes by, of {known}: for instance solo, counters of runs alone, or shared, of an epoch together',
  'cli.schedule.countersUsual': 'runs alone where it can',
  'cli.schedule.start': 'start',
  'cli.schedule.stp': 'STP',
  'cli.schedule.summary':
    'Which jobs of a queue may share a GPU, in which order, and what each policy gains.',
  'cli.schedule.together':
    '{names} names of jobs that the queue does not know are taken for one application, *: nothing tells how much they slow each other down',
  'cli.schedule.trace': 'writes the plan as a Chrome trace, a process for each GPU',
  'cli.schedule.tries': 'plans that a search for the shortest tries, 0 for none',
  'cli.schedule.triesOf': '{tries} for up to {jobs} jobs, else 0',
  'cli.schedule.turnaround': 'mean turnaround',
  'cli.schedule.unknown': 'no kernel of the analysis is called {names}',
  'cli.schedule.worst': 'worst job',
} as const satisfies Table;
