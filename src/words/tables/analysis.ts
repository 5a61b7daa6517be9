import type { Table } from '../entry';

/** What src/analysis has to say. */
export const analysis: Table = {
  'analysis.noSpans': 'expected starts and ends in turn, by start',
  'analysis.sweepGuessed':
    'blocks of {sizes} threads were simulated, but by guesses of what data decide ({names}): none is advised',
  'analysis.otherBaseline': 'the baseline is of {was}, this check of {is}',
  'analysis.assumedGrid': 'its launch was simulated with an assumed grid',
  'analysis.bodyNotRead': 'its body could not be read',
  'analysis.boundBlock':
    'A block of {threads} threads needs the kernel rewritten: its code and its launch share {what} ({reason}). {evidence}',
  'analysis.blockTitle': '{name}: block {current} → {advised} ({gain:change})',
  'analysis.bytes': 'bytes',
  'analysis.chosenForCounts':
    '{name} is {value}, chosen for the counts of {profile}; without a profile: {otherwise}',
  'analysis.chosenForTraffic':
    '{name} is {value}, chosen for the traffic of {profile}; without a profile: {otherwise}',
  'analysis.copyPageable':
    'The host buffer of the copy in {place} counts as pageable: its allocation was not found.',
  'analysis.adviceReason': '{method}: {threads} ({reason})',
  'analysis.evidenceAndTime': '{evidence}. {timeNote}',
  'analysis.fasterByLittle':
    'fastest of {sizes}, {change:change}: with {saved:duration} of a launch too little to change it',
  'analysis.fastestAgainst':
    'fastest of {sizes}, {change:change} against {current}; on an H100 such gains were off by {error:percent} on average',
  'analysis.fastestOf': 'fastest of {sizes}',
  'analysis.firstOperations': 'the first {count} operations are shown',
  'analysis.fromAnd': '{from}; {also}',
  'analysis.inProportion': 'simulated with {ran} threads, taken in proportion for {threads}',
  'analysis.launchScaled': '{name} in {place}: {how}.',
  'analysis.launch': 'launch',
  'analysis.leftOut':
    'a simulation leaves out {names}: code that is not at hand, or kernels that the kernel itself launches',
  'analysis.undeclared':
    'nothing that was read declares {names}, or tells it where it is a template argument: how large such objects are is not known',
  'analysis.libraryCode': 'what {name} runs on the GPU',
  'analysis.restLeftOut': '{place}: {what} is left out',
  'analysis.unreadCode': '{what} ({place})',
  'analysis.liveRegisters': 'values alive at once in {path}',
  'analysis.noBlockFits': 'no block fits an SM',
  'analysis.noBlockFitsOn': 'no block fits an SM of {gpu}: {reason}',
  'analysis.notCompiled': 'not compiled: {reason}',
  'analysis.launchLeftOut': 'launched only in code that is not compiled: {reason}',
  'analysis.notWholeYet': 'no edit is tried before the whole workspace is read',
  'analysis.notTimed': 'no profile times it on this GPU, and no simulation does',
  'analysis.sizesUnknown': 'the sources do not tell {names}: set that, and it is timed',
  'analysis.sizeSet': '{name} is {value} in the whole project, set by you',
  'analysis.sizeTaken': '{name} is {value} in the whole project: nothing in the sources tells it',
  'analysis.blockUnknown':
    'its launch leaves the block size open, so nothing that needs a launch is answered: set {names}',
  'analysis.notTimedBecause': 'no profile times it on this GPU, and no simulation does: {reason}',
  'analysis.orderGain':
    'Predicted {best:duration} instead of {written:duration} as written; serial {serial:duration}. Limited by {limit}.',
  'analysis.nextLine': '{lines}\n{line}',
  'analysis.noAnswer': 'no answer',
  'analysis.orderTitle': '{name}: launch in the order {order}',
  'analysis.whatIf.gone': '{label} is not where it was: the program has changed. Begin anew.',
  'analysis.whatIf.noProgram': 'the program is not in the workspace any more',
  'analysis.whatIf.noRatio': 'how long {name} takes there is not known: {reason}',
  'analysis.whatIf.noSource': 'how long {name} takes there is not known: its source is not in the workspace',
  'analysis.whatIf.title': '{name} with the change',
  'analysis.whatIf.unknown': 'no replay: {what}',
  'analysis.planGain':
    'Predicted {planned:duration} instead of {written:duration} as written, limited by {limit}. The plan needs pinned host memory; in one stream that alone gives {pinned:duration} instead of {serial:duration}. No plan gets below {ceiling:duration}.',
  'analysis.planPiecesTitle':
    '{name}: use {streams} streams, each copy and kernel cut into as many as {pieces} pieces',
  'analysis.planAnewPiecesTitle':
    '{name}: spread its work over its {streams} streams in another way, each copy and kernel in as many as {pieces} pieces, and have the host wait only at the end',
  'analysis.planAnewTitle':
    '{name}: spread its work over its {streams} streams in another way, and have the host wait only at the end',
  'analysis.planTitle': '{name}: use {streams} streams',
  'analysis.presentFastest':
    'no block of {sizes} is faster than the present one by {least:percent}: simulated gains were off by {error:percent} on an H100',
  'analysis.simulatedSweep': 'Simulated: {reason}',
  'analysis.syntheticProgram': 'a synthetic program with {counters} counters of {path}, measured on {gpu}',
  'analysis.noEdit': 'this advice comes with no edit',
  'analysis.neverEnds': 'does not end alone',
  'analysis.noYieldMaps':
    'the method {method} is led by maps of micro-benchmarks, and there are none of {gpu}; law, border and neighbours do without',
  'analysis.olderYieldMaps':
    'the search begins with a map of {gpu} from an earlier simulator, with other caches and another order of warps; all that it tries is simulated by this one',
  'analysis.paceAboveAlone':
    'in {count} of {trials} trials {yielding} keeps more than all of its pace, up to {most:percent}: {critical} is over within a few of its launches, so that what is kept is not told to better than one launch',
  'analysis.traceTooLong':
    '{path}: its {events:count} launches and copies one by one, of which up to {most:count} are looked at: record a shorter stretch of the program',
  'analysis.traceNotRepeating':
    '{path}: its {events:count} launches and copies do not repeat, and up to {most:count} are replayed one by one: record a shorter stretch of the program',
  'analysis.twoApplications':
    'two applications are asked for: the first yields, the second is latency-critical',
  'analysis.launchesElsewhere': 'no launch of this kernel is on that line; it is launched at {places}',
  'analysis.noLaunch': 'no launch of this kernel is in the workspace',
  'analysis.notFound': 'not found',
  'analysis.notLowered': '{name} cannot be made a program for the simulator: {reason}',
  'analysis.profileNotLowered': 'kernel {name}: cannot be made a program for the simulator: {reason}',
  'analysis.reasonInLine': '{reason} (line {line})',
  'analysis.settingOf': 'setting corun.assumptions: {text}',
  'analysis.together.cut':
    'Simulated: both launches started together, until both had ended; waves in the middle of a launch, which meet nothing of the other, take what they take alone.',
  'analysis.together.cutOnSlice':
    'Simulated: both launches started together on {sms} of {wholeSms} SMs, with their part of the blocks, until both had ended; waves in the middle of a launch take what they take alone.',
  'analysis.together.noEnd': 'it did not end in four times the time that was expected',
  'analysis.together.notCut':
    'the launches are too long to be started together whole, and meet in all of their waves',
  'analysis.together.onSlice':
    'Simulated: both launches started together on {sms} of {wholeSms} SMs, with their part of the blocks, until both had ended.',
  'analysis.together.tooLong': 'single blocks of the launches are too long to be started together',
  'analysis.together.whole': 'Simulated: both launches started together, until both had ended.',
  'analysis.tailTitle': '{callee}: last wave only {full:percent} full',
  'analysis.tailWave':
    '{waves:fixed1} waves: the last one keeps {empty:percent} of the block slots empty. With equally long blocks, a grid of whole waves would save up to {gain:percent} of the time per block of work.',
  'analysis.timeOf': 'time of {name}: {reason}',
  'analysis.useUnknown': 'its use of resources is not known',
  'analysis.unnamedGpu': 'its GPU, which the file does not name, is not known',
  'analysis.unknownGpu': 'its GPU, {device}, is not known',
  'analysis.unknownKernel': 'which kernel {name} is ({place})',
  'analysis.unknownValue': '{what} {text} ({place})',
  'analysis.unknownValueFor': '{what} {text} ({place}): {names}',
  'analysis.modelFolder':
    '{what} (with --model FILE in the folder that the setting corun.models.folder names)',
  'analysis.noProfileEvidence': 'a scenario has no profile of its kernels to predict from',
  'analysis.queue.assumed': 'on {gpu}: {what}',
  'analysis.queue.noEvidence': 'the predictor {id} does not go by that',
  'analysis.queue.noKernels':
    'no application of the queue has kernels, which a predictor tells slowdowns from',
  'analysis.queue.noPredictor':
    'there is no predictor {id} that tells slowdowns of kernels; known are {known}',
  'analysis.queue.noTraces':
    'no application of the queue has a trace, which this predictor tells slowdowns from (trace: a file of its run alone)',
  'analysis.queue.partly': 'on {gpu} the predictor gave no number of some applications: {reason}',
  'analysis.queue.predicting': 'asking {predictor} for {pairs:count} pairs on {gpu}',
  'analysis.queue.told':
    '{slowdowns:count} slowdowns of {applications} applications on {gpu} are told by {predictor}, each with an equal part of the SMs; {evidence}',
  'analysis.queue.toldWithin':
    '{slowdowns:count} slowdowns of {applications} applications on {gpu} are told by {predictor}, each with an equal part of the SMs; its typical error {mean:percent}, worst {worst:percent}: {evidence}',
  'analysis.queue.toldByTraces':
    '{slowdowns:count} slowdowns of {applications} applications on {gpu} are told by {predictor} from their traces; those of pairs on an H100 were off by {error:percent} on average',
  'analysis.queue.tracesOfOthers': 'on {gpu} nothing is told of {names}: their traces are of another GPU',
  'analysis.noSplitPredictor': 'no predictor tells of splits of the SMs from such counters',
  'analysis.analyzing': 'Analyzing the sources',
  'analysis.asPlanned': '{name} as planned',
  'analysis.asTraced': '{name}, as traced',
  'analysis.assumed.registers': 'registers',
  'analysis.assumed.staticSharedBytes': 'bytes of static shared memory',
  'analysis.assumed.threadsPerBlock': 'threads per block',
  'analysis.assumedBlocks': '{name}: {value} blocks ({why})',
  'analysis.assumedValue': '{name}: {what} {value} ({from})',
  'analysis.blocksNotTold': 'neither the profile nor a launch tells how many blocks its counters are of',
  'analysis.builtFor': '{place} for {own}',
  'analysis.clocksOfProfile': 'estimated cycles of the instructions that the profile counted (model of Moka)',
  'analysis.clocksOfSource': 'estimated cycles of the instructions that the source has (model of Moka)',
  'analysis.comparedCard.upTo':
    'simulated slowdowns up to {upTo:factor} against an H100 and an H200 under MPS, {slowdowns} of kernels known from their sources',
  'analysis.comparedCard.between':
    'simulated slowdowns of {above:factor} to {upTo:factor} against an H100 and an H200 under MPS, {slowdowns} of kernels known from their sources',
  'analysis.comparedCard.above':
    'simulated slowdowns above {above:factor} against an H100 and an H200 under MPS, {slowdowns} of kernels known from their sources',
  'analysis.comparedCard.divided':
    'simulated in pairs on SMs of their own against green contexts of an H100, {slowdowns} slowdowns',
  'analysis.comparedRuns': '{what} against {against}, {slowdowns} slowdowns on {gpu}',
  'analysis.declaredBytes': '{sum} bytes are declared',
  'analysis.estimatedFromSource': 'estimated from the source',
  'analysis.extent.beginning': 'the beginning of a launch, the rest reckoned by its instructions',
  'analysis.extent.launch': 'one launch, {cycles} cycles',
  'analysis.extent.onSlice': '{launch}, on a slice that stands for the GPU, {share:percent} of it',
  'analysis.extent.part': '{share:percent1} of the blocks of a launch, the others reckoned alike',
  'analysis.gpu.ambiguous': '"{wanted}" may be any of {others}; answers are for this GPU instead',
  'analysis.gpu.default': 'chosen by default: no setting and no profile names a GPU',
  'analysis.gpu.foreign':
    'chosen by default: the profiles name "{foreign}", which the catalogue does not know as one GPU',
  'analysis.gpu.ofProfiles': 'chosen because the profiles were recorded on it',
  'analysis.gpu.unknown': '"{wanted}" is not in the catalogue; answers are for this GPU instead',
  'analysis.gpuNotTold': 'the file does not tell the GPU; name it with --gpu',

  'analysis.kernelNotRead': 'kernel {name} cannot be read',
  'analysis.launch.asCalled':
    '{what}, if it is made at all with the numbers that its function is called with',
  'analysis.launch.blockExtent':
    "the block's {axis} extent is {value}, allowed are 1 to {most}: the launch fails",
  'analysis.launch.blockTooLarge': '{threads}, {gpu} allows {limit}: the launch fails',
  'analysis.launch.cooperativeSince':
    'cooperative launches need compute capability {since}, {gpu} has {capability}',
  'analysis.launch.crowded':
    '{blocks} blocks of a cooperative launch must be resident together, {gpu} holds {slots}: the launch fails',
  'analysis.launch.gridEmpty': "the grid's {axis} extent is {value}: the launch fails",
  'analysis.launch.gridTooLarge':
    "the grid's {axis} extent is {value}, {gpu} allows {limit}: the launch fails",
  'analysis.launch.idleLanes': {
    plural: 'idle',
    one: '{threads} threads per block are no multiple of {warp}: {idle} lane of the last warp stays idle',
    other: '{threads} threads per block are no multiple of {warp}: {idle} lanes of the last warp stay idle',
  },
  'analysis.launch.idleSms': {
    plural: 'blocks',
    one: '1 block leaves {idle} of {sms} SMs of {gpu} without work',
    other: '{blocks} blocks leave {idle} of {sms} SMs of {gpu} without work',
  },
  'analysis.keep.races': 'launch orders are not tried: the program has races',
  'analysis.keep.callsHost':
    'launch orders and streams are not tried: a function of the host runs behind the work of a stream ({place})',
  'analysis.keep.shared':
    'launch orders are not tried: launches that can run at the same time use {buffer}, and one of them writes it',
  'analysis.keep.untold':
    'launch orders are not tried: the sources do not tell what data {kernel} uses, which can run beside other launches',
  'analysis.launch.race':
    'may run at the same time as {what} ({where}): both use {buffer}, one of them writes it, and no event, stream or waiting host orders them',
  'analysis.launch.raceKernel': '{what}, the kernel',
  'analysis.launch.raceOther': '{what}, which runs at the same time',
  'analysis.launch.inLine': 'line {line}',
  'analysis.launch.theCopy': 'the copy',
  'analysis.launch.theMemset': 'the memset',
  'analysis.launch.optIn':
    '{bytes} bytes of shared memory per block are more than {most}: the launch fails without cudaFuncAttributeMaxDynamicSharedMemorySize',
  'analysis.launch.overBounds':
    '{threads}, but {name} is compiled for at most {bound} (__launch_bounds__): the launch fails',
  'analysis.launch.shared': '{bytes} bytes of shared memory per block, {gpu} allows {most}: the launch fails',
  'analysis.launch.sharedNegative': '{bytes} bytes of dynamic shared memory: the launch fails',
  'analysis.launch.staticShared':
    '{bytes} bytes of static shared memory per block, the compiler allows {most}; more must be dynamic (extern __shared__)',
  'analysis.launch.threads': '{threads} threads per block',
  'analysis.launch.threadsAtLeast': 'at least {threads} threads per block',
  'analysis.launchBounds': 'the bound of __launch_bounds__',
  'analysis.firstLaunchIn': 'launch in {place}; {why}',
  'analysis.launchIn': 'launch in {place}',
  'analysis.launchesTraced': 'launches of {name}, as traced',
  'analysis.manyLaunches': 'it is launched at {launches} places, each with a block of its own',
  'analysis.matrixFull': 'the matrix shows {kernels} kernels; measured and launched ones come first',
  'analysis.method.launches':
    'Simulated: both kernels are relaunched without pause, started at the same time; mean of the launches after the first.',
  'analysis.method.replay':
    'Simulated: both kernels are relaunched without pause, started at the same time; the launches were replayed block by block with the speeds of blocks side by side in windows of {cycles} thousand cycles.',
  'analysis.method.window':
    'Simulated: both kernels are relaunched without pause; measured over {cycles} thousand cycles after {warmup} thousand to warm up.',
  'analysis.mostSimulated': {
    plural: 'kernels',
    one: 'one kernel is simulated at most (more: --simulate, corun.simulation.maxKernels)',
    other: '{kernels} kernels are simulated at most (more: --simulate, corun.simulation.maxKernels)',
  },
  'analysis.launchUnknown':
    'no launch in the sources and no profile tells its block size, so nothing that needs a launch is answered; set threadsPerBlock to ask all the same',
  'analysis.noBlockSize': 'no launch and no profile gives a block size',
  'analysis.noGrid': 'no launch gives the grid: {waves} waves of the GPU',
  'analysis.noKernel': 'there is no kernel {id}',
  'analysis.noKernelIn': "{paths}: there is no kernel '{kernel}'",
  'analysis.noKernelOf': "there is no kernel '{name}' (kernels: {known})",
  'analysis.noKernels': '{paths}: no kernels',
  'analysis.noPairsInSlices':
    'Pairs are not simulated under time slicing: a slice lasts about 2 ms, millions of cycles, where a simulated window has tens of thousands. Kernels of different processes never run at the same time there: beside one other that is always busy, each takes about twice as long.',
  'analysis.noProgramFrom': '{field}.{way}: no program can be made from a {way} here',
  'analysis.noProgress': 'no block makes progress within a window',
  'analysis.estimatedRegisters':
    'estimated from the source; of {tried} other kernels {held} had up to {fewer} fewer or {more} more',
  'analysis.noRegisters': 'neither a profile nor ptxas output nor the source gives them',
  'analysis.noSource': 'no such source',
  'analysis.tooManySources': '{file}: left out with the files after it, {most} are read for one scenario',
  'analysis.commandsNoList': 'no list of compile commands',
  'analysis.commandsEntry':
    'entry {number} is no compile command: it needs directory, file, and command or arguments',
  'analysis.commandsResponse': 'arguments in files that commands name (@file, --options-file) are not read',
  'analysis.tooMuchSource': 'left out, all sources together are over {most:fixed0} million characters',
  'analysis.unreadIncludes': {
    plural: 'count',
    one: '{names} is included by a source and was not read: name it, or a folder around it, as well',
    other:
      '{count} files are included by sources and were not read, {names} first: name them, or a folder around them, as well',
  },
  'analysis.nothingYet': 'nothing was analysed yet',
  'analysis.occupancyRules': "NVIDIA's occupancy rules over threads, registers and shared memory",
  'analysis.oneChannel': 'Pairs are not simulated: this GPU has one memory channel, and none to divide.',
  'analysis.otherArchitecture': '{place} is for {architecture}, this GPU is {own}',
  'analysis.otherWarps':
    'its counters are of {counted} warps, the launch has {warps}: they are means over different launches',
  'analysis.profileMetrics': 'profile metrics',
  'analysis.replayTooLong': 'the launches take too long to be replayed',
  'analysis.runs.launchesOnHalf': 'launches on half of a slice of the GPU',
  'analysis.runs.launchesOnSlice': 'launches on a slice of the GPU',
  'analysis.runs.replayedAbove': 'slowdowns above {limit} of launches that were replayed',
  'analysis.runs.replayedUpTo': 'slowdowns up to {limit} of launches that were replayed',
  'analysis.runs.whole': 'whole launches on the whole GPU',
  'analysis.runs.wholeOnSlice': 'whole launches on the same slice of the GPU',
  'analysis.runs.windows': 'windows',
  'analysis.runs.windowsOnSlice': 'windows on a slice of the GPU',
  'analysis.setByYou': 'set by you',
  'analysis.severalKernels': '{path}: has {kernels} kernels with counters; name one in "kernel": {names}',
  'analysis.severalShapes':
    'the kernel was launched in {shapes} shapes; the one that took most of its time was taken',
  'analysis.sharedOfInstance': '__shared__ declarations in {path}, at the template arguments of the launch',
  'analysis.sharedDeclarations': '__shared__ declarations in {path}',
  'analysis.simulatedSizes':
    'a simulated launch at each block size; such gains were off by {error:percent} on average on an H100, by {worst:percent} at worst, in {comparisons} comparisons',
  'analysis.simulatedSoFar': '{cycles:fixed2} M cycles, {instructions:fixed2} M warp instructions',
  'analysis.simulationDied': 'the simulation stopped unexpectedly',
  'analysis.sliceStands':
    'A slice of the GPU stands for it: {sms} of the {wholeSms} SMs with {memoryChannels} memory channels, and of every launch as large a part.',
  'analysis.onceMore': 'the analysis stopped ({reason}) and is tried once more',
  'analysis.outOfMemory':
    'needs more than {megabytes:fixed0} MB of memory; corun.files.exclude leaves files out of the workspace',
  'analysis.threadEnded': 'the thread of the analysis ended with code {code}',
  'analysis.sourceAndKernel': 'needs source and kernel',
  'analysis.oneIteration':
    '{path}: one typical iteration of {count} ({periodNs:duration}) stands for the whole trace',
  'analysis.timesOfOtherGpu':
    'The times of {path} were measured on {device} and are taken for the {gpu} as they are.',
  'analysis.timesOfUntoldGpu':
    'On which GPU {path} was recorded is not told: its times are taken for the {gpu} as they are.',
  'analysis.shapesLeftOut':
    'Kernels that take {share:percent1} of the time of all have no launch shape in {path}: they are left out.',
  'analysis.shapesUntold':
    'the trace has no launch shapes of kernels that take {share:percent} of the time of all, so that nobody can tell what runs beside them',
  'analysis.timesOnly':
    '{paths}: has times, but no metrics; a profile with metrics comes from "nvprof --metrics all" or "ncu --set full"',
  'analysis.timesOnlyOf':
    '{paths}: has times, but no metrics of kernel \'{kernel}\'; a profile with metrics comes from "nvprof --metrics all" or "ncu --set full"',
  'analysis.unknownSize': 'the size of {name} is not known',
  'analysis.unusableValue': '{why}; your {given} is not a whole number that it could be',
  'analysis.waited.defaultStream': 'the default stream',
  'analysis.waited.engine': 'its engine',
  'analysis.waited.event': 'an event of another stream',
  'analysis.waited.hardwareQueue': 'the head of its hardware queue',
  'analysis.waited.host': 'the host to issue it',
  'analysis.waited.nothing': 'nothing',
  'analysis.waited.stream': 'the operation before it in its stream',
  'analysis.fitsNoSm': '{kernel}: no block of it fits an SM of {gpu}, or its time is not known',
  'analysis.colocate.pinService':
    '{name} copies pageable memory, which waits for the pinned copies of {others}: services should pin their memory, batch jobs should not',
  'analysis.colocate.takenHost':
    '{name}: the host is taken to work {times} times as fast as under PyTorch’s profiler; told how long an iteration takes alone without it, it is taken to be as fast as that',
  'analysis.colocate.phase': '{name}, {beside} beside the service',
  'analysis.colocate.phaseMix': 'several applications together, {beside} beside the service',
  'analysis.replayedAlone':
    '{name}: no trace of a run alone was read; what stands for it is a replay of the program, by the times of its kernels and the rates of copies',
  'analysis.noBandwidthOfSm':
    '{name}: what device-memory bandwidth the kernels ask for is not in a trace; that they slow each other down there is left out',
  'analysis.someBandwidthOfSm':
    '{name}: kernels that take {share:percent} of its kernel time have no counters of device memory; that they slow others down there is left out',
  'analysis.coRun.noGpu': 'no trace names a GPU of the catalogue: choose one with --gpu',
  'analysis.coRun.gpuNotListed':
    'recorded on {devices}, which the catalogue does not have: choose a GPU that stands for it with --gpu ID (corun gpus lists them)',
  'analysis.coRun.profiledHost':
    '{name}: the host is as slow as the profiler made it; told how long an iteration takes alone without one, it is taken to be as fast as that',
  'analysis.coRun.severalGpus': 'the traces were recorded on different GPUs ({ids}): choose one with --gpu',
  'analysis.coRun.wholeTrace': '{path}: nothing repeats, so the whole trace is run again and again',
  'analysis.coRun.replayOff':
    '{name}: replayed alone it takes {off:change} of the measured time, since a trace does not tell what streams wait for',
  'analysis.noTrace': 'no trace: it has no launches with start and duration',
  'analysis.copies.pageable': 'pageable memory',
  'analysis.copies.pinned': 'pinned memory',
  'analysis.copies.toDevice': 'copies host to device, {memory}',
  'analysis.copies.toHost': 'copies device to host, {memory}',
  'analysis.waited.for': '{what} ({label})',
  'analysis.valueIs': '{kernel}: {name} is {value}',
  'analysis.profilesOn': '{places} on {device}',
  'analysis.profiles': '{places}',
  'analysis.calibrate.compiling': 'compiling the micro-benchmarks',
  'analysis.calibrate.running': 'measuring GPU {device}',
  'analysis.calibrate.failed': '{program}: {reason}',
  'analysis.calibrate.code': 'it ended with code {code}',
  'analysis.calibrate.timed-out': 'it took too long',
  'analysis.calibrate.too-much-output': 'it printed too much',
};
