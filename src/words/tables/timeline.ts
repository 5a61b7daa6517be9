import type { Table } from '../entry';

/** What src/timeline has to say. */
export const timeline: Table = {
  'timeline.aCall': 'a call',
  'timeline.emptyLaunch': 'kernel {kernel} has no whole, positive grid and block',
  'timeline.noBandwidth': 'the catalogue has no memory bandwidth of {gpu}',
  'timeline.turnsOfProcesses': 'processes that have the GPU in turns',
  'timeline.notBytes': '{value} is no number of bytes',
  'timeline.notHostTime': '{value} is no host time',
  'timeline.notTime': 'kernel {kernel} has no time of {value} ns',
  'timeline.operationFault': '{application}, operation {number}: {fault}',
  'timeline.stalls': 'the replay stalls: {name} never ends',

  'timeline.limitedBy': '{resource} ({share:percent} of the critical path)',
  'timeline.nothingRuns': 'nothing runs on the device',
  'timeline.resource.copy': 'copy',
  'timeline.resource.copyDtoH': 'copy DtoH',
  'timeline.resource.copyHtoD': 'copy HtoD',
  'timeline.resource.deviceMemory': 'device memory',
  'timeline.resource.host': 'host',
  'timeline.resource.launchLatency': 'launch latency',
  'timeline.resource.sms': 'SMs',

  'timeline.hostMemoryUntold':
    'The trace does not tell the host memory of {copies} copies: pageable in the default stream, pinned in others.',
  'timeline.manyNeverAlone':
    '{kernels} kernels never run alone in the trace: their times beside other kernels are taken for their solo times.',
  'timeline.neverAlone':
    '{name} never runs alone in the trace: its time beside other kernels, {ns:duration}, is taken for its solo time.',
  'timeline.staysInOrder': '{name} stays in order with {other}',
  'timeline.registersUntold':
    'The trace does not tell the registers of all kernels: {registers} a thread are taken.',
  'timeline.noLaunchCost': 'no launch cost',
};
