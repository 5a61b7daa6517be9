import type { Table } from '../entry';

/** What src/sharing has to say. */
export const sharing: Table = {
  'sharing.granularity': 'Each context has at least {minimumSms} SMs and a multiple of {multipleSms}.',
  'sharing.granularityRest':
    'Each context has at least {minimumSms} SMs and a multiple of {multipleSms}, but for the last, which takes the rest.',
  'sharing.granularityRestClusters':
    'Each context has at least {minimumSms} SMs and a multiple of {multipleSms}, but for the last, which takes the rest, without a guarantee for thread block clusters.',
  'sharing.greenContextsNeed': '{parts} green contexts need at least {smallest} SMs each; {gpu} has {sms}',
  'sharing.greenContextsProcess':
    'Green contexts live in one process: applications of several processes need MPS or MIG.',
  'sharing.greenContextsRounded':
    'The driver may round further where some SMs of a cluster are switched off: cuGreenCtxGetDevResource tells what a context got.',
  'sharing.greenContextsTitle': 'Green contexts, CUDA driver API',
  'sharing.noMps': '{gpu} (compute capability {capability}) has no MPS: that came with 3.5',
  'sharing.sliceNote':
    'Without MPS, programs take turns of about 2 ms of the whole GPU; their kernels never run at the same time.',
  'sharing.streamsTitle': 'Streams, CUDA runtime API',
  'sharing.oneStreamTitle': 'One stream, CUDA runtime API',
  'sharing.mpsPlainTitle': 'MPS without caps',
  'sharing.turnsTitle': 'Two processes',
  'sharing.migHalves':
    'The times are of half of the GPU each; of its {total} SMs these instances have {sms}.',
  'sharing.migChange':
    'Changing instances needs an idle GPU and root; applications of one process cannot be split so.',
  'sharing.migDoesNotFit': 'no {count} MIG instances fit {gpu} side by side',
  'sharing.migInstances': 'MIG makes at most {max} instances, not {count}',
  'sharing.migOwns':
    'Each instance owns its part of L2 cache and DRAM (of {slices} memory slices: {memory}).',
  'sharing.migProfilesUnknown': '{gpu} has MIG, but its profiles are not in the catalogue',
  'sharing.migTitle': 'MIG instances',
  'sharing.mpsCap':
    'A percentage is a cap, not a reservation: two clients may still meet on an SM, and which SMs a client gets can change. What is predicted takes each cap as SMs of one’s own.',
  'sharing.mpsClients': 'MPS on {gpu} serves {max} clients, not {count}',
  'sharing.mpsNoPercentage': 'MPS on {gpu} (compute capability {capability}) has no active thread percentage',
  'sharing.mpsTitle': 'MPS clients',
  'sharing.mpsVariable': 'The variable counts when a client starts; a running client keeps its percentage.',
  'sharing.noGreenContexts': '{gpu} (compute capability {capability}) has no green contexts',
  'sharing.noMig': '{gpu} has no MIG',
  'sharing.percentSetting': '{percentage} %',
  'sharing.simulatedOnly': '{gpu} exists in simulation only: it has no MPS',
  'sharing.smsSetting': '{count} SMs',
  'sharing.splitBeyond': 'a split of {parts} parts and {sum} SMs in all; {gpu} has {sms}',
  'sharing.simulatedError': 'the simulator, not measured',
  'sharing.simulatedTogether': 'simulated together for {cycles:count} cycles, and alone on the whole GPU',
  'sharing.ofApplication': '{name}: {what}',
};
