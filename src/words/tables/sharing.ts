import type { Table } from '../entry';

/** What src/sharing has to say. */
export const sharing: Table = {
  'sharing.queue.manyTogether':
    'slowdowns of more than two jobs are those of pairs added up: each neighbour costs what it costs alone',
  'sharing.queue.memoryOpen': 'GPUs without memoryGiB hold whatever comes',
  'sharing.queue.noColumn': 'the column {name} is missing; sacct --parsable2 prints it, needed are {needed}',
  'sharing.queue.noCommand': 'the application {application} has no command, so that no script can start it',
  'sharing.queue.noGpu': 'no GPU can run {name}, by its seconds and memory',
  'sharing.queue.noJobs': 'the queue has no jobs: give jobs, or an accounting file with them',
  'sharing.queue.noLength': 'the application {application} has no seconds',
  'sharing.queue.pairsAssumed': {
    plural: 'missing',
    one: 'one slowdown is not known and taken for {turns}: jobs that take turns',
    other: '{missing} slowdowns are not known and taken for {turns}: jobs that take turns',
  },
  'sharing.queue.tracesWouldTell':
    'nobody was asked what the traces of applications tell: --slowdowns shared-gpu, or predictor in the file',
  'sharing.queue.sizesAssumed':
    'not every application has binaryBytes: schedulers that sort by them are told seconds instead',
  'sharing.queue.stuck': '{jobs} jobs were left that this scheduler never starts',
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
    'Without MPS, programs take turns of about 2 ms of the whole GPU; their kernels never run at the same time. Switching takes a tenth, as measured on an H100; how much on other GPUs is not known.',
  'sharing.streamsTitle': 'Streams, CUDA runtime API',
  'sharing.oneStreamTitle': 'One stream, CUDA runtime API',
  'sharing.mpsPlainTitle': 'MPS without caps',
  'sharing.turnsTitle': 'A process for each',
  'sharing.programsInTurnTitle': 'Two processes, one after the other',
  'sharing.oneProcessTitle': 'One process with a host thread for each program',
  'sharing.pacesOfPairs': 'kernels at the pace that they have beside each other',
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
  'sharing.smsSetting': { plural: 'count', one: 'one SM', other: '{count} SMs' },
  'sharing.splitBeyond': 'a split of {parts} parts and {sum} SMs in all; {gpu} has {sms}',
  'sharing.simulatedError': 'the simulator, not measured',
  'sharing.simulatedTogether': 'simulated together for {cycles:count} cycles, and alone on the whole GPU',
  'sharing.serviceTooLarge':
    '{name} keeps {needs:bytes} of device memory, the GPU has {has:bytes}: it does not run there',
  'sharing.ofApplication': '{name}: {what}',
  'sharing.endedEarly': 'limits: the applications ended before the first epoch',
  'sharing.roundedFar':
    'the rounded split is {sms} SMs away from any that was tried; the prediction holds for about {most}',
  'sharing.mig.noneKeeps':
    'No MIG instances that fit side by side keep every target; with these the worst shortfall is least.',
  'sharing.mig.getsNowhere':
    '{name} gets nowhere within {cycles} simulated cycles, so that nothing tells what becomes of it in a MIG instance',
  'sharing.doesTooLittle':
    '{name} does too little within {cycles} simulated cycles to compare it with its run alone',
  'sharing.notSimulatedTogether': 'advice from runs alone does without a simulated co-run',
  'sharing.smsInAll': '{sum} SMs in all, but the GPU has {sms}',
  'sharing.smsOfApplication': '{given} SMs for an application: expected 1 or more',
  'sharing.moreThanSms': "{applications} applications are more than the GPU's {sms} SMs",
  'sharing.scenario.splitSms': 'the split {split} has {sum} SMs, but the GPU has {sms}',
  'sharing.scenario.splitParts':
    'the split {split} has {parts} parts, but there are {applications} applications',
  'sharing.scenario.spatialOnly':
    "mode.kind: spatial sharing is predicted, not '{kind}'; 'spatial', or no mode at all, is an even split",
  'sharing.scenario.mpsCaps': 'mode: MPS percentages are caps; they are taken as SMs of one’s own',
  'sharing.scenario.smsInAll': 'mode.sms: {sum} SMs in all, but the GPU has {sms}',
  'sharing.scenario.evenSplit': 'mode: none given; an even split of the SMs is assumed',
  'sharing.scenario.leftOut': '{name}: {parts} left out; slowdowns are those of kernels that run together',
  'sharing.scenario.arrival': 'its arrival at cycle {cycle}',
  'sharing.scenario.copies': 'its copies',
  'sharing.scenario.tooLong': 'limits: {cycles} cycles in all are more than the {most} of a run',
  'sharing.scenario.moreThanSms': 'apps: {applications} applications are more than the {sms} SMs of {gpu}',
  'sharing.scenario.alone': 'apps: one application has nobody to share the GPU with',
  'sharing.scenario.eachNeedsOne': 'apps: {applications} applications share {sms} SMs; each needs one',
  'sharing.goal.noTarget': 'targets: none is set; give at least one application a progress target',
  'sharing.goal.entries': '{field}: {given} entries for {applications} applications',
  'sharing.launchesLeft':
    '{name}: {left} of {launches} launches did not run within {cycles} cycles; the slowdown is that of the others',
  'sharing.noLaunchRan': '{name}: none of its launches ran within {cycles} cycles; a longer epoch is needed',
  'sharing.firstLaunches':
    '{name}: its first {first} of {launches} launches were run alone and stand for all',
  'sharing.start.mig':
    'mode: the split is looked for with cache and memory shared; what MIG instances come to is simulated',
  'sharing.start.capsTooHigh':
    'mode.percentages: more than the GPU together; the search begins with SMs in proportion to the weights',
  'sharing.start.caps':
    'mode.percentages: the search begins with each cap taken as SMs of an application’s own, though caps reserve none',
  'sharing.start.otherMode':
    "mode.kind: SMs are split in the modes 'spatial', 'mps' and 'mig', not in '{kind}'; leave the mode out to begin with an even split",
  'sharing.scenario.moreThanAllSms': 'apps: {applications} applications are more than the {sms} SMs',
  'sharing.scenario.capsMissing': 'mode.percentages: missing; each cap is taken as SMs of an application',
  'sharing.scenario.capsTooHigh':
    'mode.percentages: more than the GPU together; each cap is taken as SMs of an application',
  'sharing.pacesOnSms': 'kernels at the pace that they have on SMs of their own beside those of others',
  'sharing.apps.elsewhere':
    'how far slowdowns of whole programs are off on this GPU is not known: nobody has measured them on it (on {measured}, programs with copies: {error:percent})',
  'sharing.apps.measured':
    '{slowdowns} slowdowns of programs with copies, measured on halves of the SMs of {gpu}, that nothing was fitted to',
  'sharing.apps.meet':
    'its kernels {one} and {other} can run at the same time, and nothing here tells what they do to each other on a part of the SMs; the kernels can be chosen by themselves',
  'sharing.apps.noMig':
    'nothing here tells what becomes of whole programs in MIG instances: choose green contexts or MPS, or ask corun compare for even instances',
  'sharing.apps.noTime':
    'its time alone is not known: no profile times it on this GPU, and it could not be simulated',
  'sharing.apps.pairs': 'what more than two programs do to each other was checked on pairs only',
  'sharing.apps.rounds':
    '{name}: {what}: a run is told too short, and what is outside of the loop weighs more in it than in a whole run',
  'sharing.apps.unread':
    '{name}: not followed: {places}; what is given to the GPU there is missing in what is told of it',
  'sharing.apps.unreadMore': '{more:count} more places',
  'sharing.apps.unresolved': 'the program {name} cannot be given SMs of its own here: {what}',
  'sharing.timed.noPeak': 'the peak of the DRAM of {gpu} is not known, by which the load on memory is told',
  'sharing.timed.noWhole': '{name} has no time on all {sms} SMs, against which slowdowns are told',
  'sharing.timed.otherGpu':
    'what memory costs beside others was fitted to and checked on {fitted} only: how far off slowdowns are on {gpu} is not known',
  'sharing.timed.outside':
    '{name} was not timed on fewer than {least} SMs: on {sms} its time is taken to grow as they shrink',
  'sharing.timed.pairs': 'what more than two do to each other through memory was checked on pairs only',
  'sharing.timed.tooMany': '{name} was timed on {given} SMs, {gpu} has {sms}',
};
