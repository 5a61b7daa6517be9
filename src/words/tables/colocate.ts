import type { Table } from '../entry';

/** What `corun colocate` and `corun cluster` say. */
export const colocate = {
  'cli.colocate.summary': 'How many instances of other applications may share the GPU with a service.',
  'cli.colocate.instances': 'instances beside the service, at most',
  'cli.colocate.memory': 'device memory of each trace, in MB: the service, then the others',
  'cli.colocate.memoryUnknown':
    'the device memory of {names} is not told: whether the GPU has room for them was not asked',
  'cli.colocate.memoryEach': '--memory wants a number for each of the {files} traces',
  'cli.colocate.predictor': 'who predicts the latency: {known}',
  'cli.colocate.queries': 'queries at random times, for each count of instances',
  'cli.colocate.slowdown': 'latency of the service over that alone, at most',
  'cli.colocate.latency': 'latency of the service in milliseconds, at most',
  'cli.colocate.of': 'which latency must be kept: the mean, or that of 95 % of the queries',
  'cli.colocate.looked': 'latency beside {instances} of {name}',
  'cli.colocate.twoTraces': 'name the trace of the service and at least one of what may run beside it',
  'cli.colocate.head':
    '{service} on {gpu}: alone {alone:duration} as replayed, {measured:duration} as measured; beside others as {predictor} predicts ○',
  'cli.colocate.safe': {
    plural: 'instances',
    one: '1 instance of {name} is safe beside it',
    other: '{instances} instances of {name} are safe beside it',
  },
  'cli.colocate.besideOne':
    'beside one instance of {name} 95 % of its queries end within {p95:duration}, {slowdown:factor} the time alone',
  'cli.colocate.error':
    '95th percentiles predicted ○ like this were off by {error:percent} on average from those measured ● on an H100',
  'cli.colocate.aloneMisses': 'alone the service misses the target already',
  'cli.colocate.clients':
    '--instances is at most {most} on {gpu}: MPS serves {clients} processes there, of which the service is one',
  'cli.colocate.starves':
    'beside {instances} and more queries wait so long that they were not followed to their end',
  'cli.colocate.far':
    'beside {instances} it is more than four times what is to be kept: more instances were not looked at',
  'cli.colocate.fitting': 'device memory has room for {fitting} of {name}',
  'cli.colocate.pageable':
    'its copies of pinned memory hold those of the service up: with pageable memory {instances} would be safe',
  'colocate.part': '{instances} of {name}',
  'colocate.eachKept':
    'one instance of each together: 95 % of the queries end within {p95:duration}, {slowdown:factor} the time alone, which keeps the target',
  'colocate.eachMissed':
    'one instance of each together: 95 % of the queries end within {p95:duration}, {slowdown:factor} the time alone, which misses the target',
  'colocate.fullest':
    'of mixes that keep the target {parts} were found to use most of the GPU: 95 % of the queries end within {p95:duration}, {slowdown:factor} the time alone',
  'colocate.noMix': 'no mix that keeps the target was found to use more of the GPU than {parts}',
  'cli.colocate.instancesColumn': 'instances',
  'cli.colocate.p95': '95 %',
  'cli.colocate.kept': 'kept',
  'cli.colocate.yes': 'yes',
  'cli.colocate.no': 'no',
  'cli.cluster.summary':
    'Fills GPUs that run services with batch applications that leave these their latency.',
  'cli.cluster.oneFile': 'name one cluster file',
  'cli.cluster.head':
    '{gpus:count} GPUs, {placed:count} of {wanted:count} instances placed as {predictor} predicts ○: {utilisation:percent1} of {places:count} places',
  'cli.cluster.service': 'service',
  'cli.cluster.type': 'on',
  'cli.cluster.batch': 'beside it',
  'cli.cluster.gpus': 'GPUs',
  'cli.cluster.each': 'instances each',
} as const satisfies Table;
