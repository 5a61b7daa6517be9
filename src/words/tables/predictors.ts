import type { Table } from '../entry';

/** What src/predictors has to say. */
export const predictors: Table = {
  'predictors.block.also': '{all}; {reason}',
  'predictors.block.asWritten': 'as written',
  'predictors.block.bestOfNearest': 'best blocks of the three nearest kernels: {votes}',
  'predictors.block.currentUntimed': '{tried}; the current block is not among them, so the gain is unknown',
  'predictors.block.dependentWork':
    'the work changes with the block ({why}); only times of other blocks can tell',
  'predictors.block.doesNotFit': 'a block of {threads} threads does not fit',
  'predictors.block.highestOccupancy': 'highest occupancy, {percent} %, with {sizes} threads',
  'predictors.block.measured': 'measured',
  'predictors.block.nearestDisagree':
    'the three nearest kernels disagree ({votes}), so the CUDA cores of an SM',
  'predictors.block.needsProfile': 'needs a profile of the kernel (metrics and launch)',
  'predictors.block.neighboursDisagree': '{neighbours} disagree, so the CUDA cores of an SM',
  'predictors.block.neighboursVote': '{neighbours} vote',
  'predictors.block.noSizeFits': 'no block size fits the launch bounds',
  'predictors.block.noTimeKnown': 'No time of this kernel at another block is known, so none is advised',
  'predictors.block.noneFaster': '{tried}; none is more than {noise} % faster',
  'predictors.block.notTold': 'the launch does not tell its block size',
  'predictors.block.referencesElsewhere':
    'Similar kernels and their best blocks were {origin} on {gpuId}, not on the {gpu}.',
  'predictors.block.referencesSimulated':
    'Similar kernels are workloads of Corun, their best blocks were simulated for the {gpu}, not measured.',
  'predictors.block.ruleOfThumb': 'rule of thumb',
  'predictors.block.simulated': 'simulated',
  'predictors.block.simulatedVote': '{name} {threads} (simulated)',
  'predictors.block.sound': 'moderate, and already of the highest occupancy',
  'predictors.block.tried': '{sizes} block sizes timed ({from})',
  'predictors.block.validated': '{reason}; {validation}',
  'predictors.block.validation':
    'on {kernels} measured kernels this came to ×{regret:fixed2} of the fastest block (worst ×{worst:fixed2}, a random block ×{random:fixed2})',
  'predictors.block.vote': '{name} {threads}',
  'predictors.plan.notWorth':
    'Streams are not worth it: at best {times}, with every wait that cannot be ruled out. Limited by {limit}.',
  'predictors.plan.asWritten':
    'Its streams as written are as good as any plan: {written:duration} instead of {serial:duration} in one stream. Limited by {limit}.',
  'predictors.plan.kept':
    'Its streams may stay: this replay tells of no gain worth a change ({planned:duration} planned, {serial:duration} in one stream); what two launches gain beside each other, their own verdict tells. Limited by {limit}.',
  'predictors.plan.nothing':
    'Streams would save nothing: {serial:duration} in one stream, with every wait that cannot be ruled out. Limited by {limit}.',
  'predictors.plan.nothingPinned':
    'Streams would save nothing: {serial:duration} in one stream with pinned host memory ({pageable:duration} with that of the program), with every wait that cannot be ruled out. Limited by {limit}.',
  'predictors.plan.timesPinned':
    '{planned:duration} instead of {serial:duration} in one stream, both with pinned host memory, {gain:percent} less',
  'predictors.plan.times':
    '{planned:duration} instead of {serial:duration} in one stream, {gain:percent} less',
  'predictors.plan.use': 'Use {streams} streams: {times}. Limited by {limit}.',
  'predictors.plan.useCut':
    'Use {streams} streams, and cut copies and kernels into as many as {pieces} pieces: {times}. Limited by {limit}.',
  'predictors.asm.interferenceOnly': 'interference alone: what fewer SMs cost is left out',
  'predictors.bubble.noTurn': 'it did nothing in the stage before its turn alone on the GPU',
  'predictors.bubble.shortStages':
    'measured with one application at a time alone on the GPU; contexts written out and read back are in it',
  'predictors.dase.capped':
    'as HSM compares it: at most the GPU’s SMs over its own, and what others cost beside that is cut off',
  'predictors.gpm.noModel': 'no scaling curves have been learned for {gpu}',
  'predictors.gpm.otherVersion': 'of another version than this Corun reads',
  'predictors.gpm.shape': 'model: curves and classifier do not fit each other',
  'predictors.bottlenecks.judged':
    '{slowdowns} slowdowns in simulated co-runs on {gpu} that nothing was fitted to',
  'predictors.bottlenecks.judgedElsewhere':
    'not compared on {gpu}; {slowdowns} slowdowns in simulated co-runs on other GPUs that nothing was fitted to: {gpus}',
  'predictors.bottlenecks.margin':
    'nine of ten slowdowns told so are between {least:factor} and {most:factor}',
  'predictors.doesNotRun': 'kernel {kernel} does not run on {gpu}: {reason}',
  'predictors.heldOut': 'training workloads held out fold by fold, {samples} samples on {gpu}',
  'predictors.heldOutBetweenSplits':
    'training workloads held out fold by fold, {samples} samples on {gpu}, between every two splits',
  'predictors.hsm.fromRunsAlone':
    'from runs alone, which the paper has no form for: memory-bound kernels share DRAM’s time as their row hits let them',
  'predictors.hsm.line':
    'alone DRAM delivers {c2:percent} of its bandwidth without row hits, {c1:percent} more with nothing else: fitted to {runs} runs alone, R² {rSquared:fixed2}',
  'predictors.keepsSms': 'each application keeps its SMs for the whole time',
  'predictors.neverCompared': 'not compared with co-runs on {gpu} so far',
  'predictors.magic.noClasses':
    'nothing tells which applications are sensitive to neighbours: give slowdowns, or sensitive',
  'predictors.magic.noFeatures': 'the applications have no metrics in common, so that none is like another',
  'predictors.magic.noCommonMetric':
    'the {kernels} kernels with metrics have not one metric in common: profile them with the same list',
  'predictors.magic.noMetrics':
    'no kernel has metrics; they come from "nvprof --metrics all" or "ncu --set full"',
  'predictors.magic.nothingVaries':
    'fewer than two metrics vary over the {kernels} kernels: profile programs that differ',
  'predictors.magic.oneKernel':
    'one kernel alone does not tell which metrics set kernels apart: give more profiles',
  'predictors.noBlockFits': 'no block fits',
  'predictors.noLine': 'how much of its bandwidth DRAM delivers over row-hit rates was not fitted for {gpu}',
  'predictors.noLineFits':
    'no line of bandwidth over row-hit rates fits {gpu}: no streams that were tried keep its DRAM busy all the time, or row hits do not explain what it delivers',
  'predictors.noRowHits': 'the counters of {name} do not tell how often DRAM finds a row open',
  'predictors.onCard':
    '{slowdowns} slowdowns measured on {gpu}, pairs of kernels known from their sources on divided SMs',
  'predictors.olderSimulator':
    '{evidence}, of an earlier simulator with other caches and block turnover: how far off they are on this one is not known',
  'predictors.ofGeneration':
    '{evidence}, on generation {recorded} of the simulator at the latest, which is at {current} now',
  'predictors.otherVersion':
    'of another version: in a source checkout, corun train themis --fit-only fits the networks anew',
  'predictors.reconstruction':
    'a reconstruction: the model is known from what others say of it, not from its authors’ equations',
  'predictors.rivalError':
    'not compared on this simulator; on an earlier one {pairs} pairs on 60 SMs were {mean:percent} off on average, {worst:percent} at worst',
  'predictors.rivalNotCompared': 'compared on the GPUs of HSM alone, in docs/reproduction/hsm.md',
  'predictors.simulatedCoRuns':
    '{coRuns} simulated co-runs of two whole programs on {gpu}, even SMs, at most {cycles:count} cycles',
  'predictors.title.shared-gpu': 'a model of programs that share a GPU under MPS',
  'predictors.title.moka-contention': 'contention model (Moka)',
  'predictors.noResourceUse': 'what {name} uses of the GPU is not known',
  'predictors.waitingScaled': 'how long a launch waits for SMs is scaled to the launch times of the profiles',
  'predictors.whatIf.oneCopyEngine': 'one copy engine',
  'predictors.whatIf.pinned': 'pinned host memory',
  'predictors.whatIf.twoCopyEngines': 'two copy engines',
  'predictors.kernelTimeUnknown':
    'the time of kernel {name} is not known: import a profile of it or simulate it',
  'predictors.class.integerClocks':
    'Integer multiplications count like additions, since no SASS histogram tells them apart.',
  'predictors.class.foreignClocks':
    'Instruction clocks were measured on a GTX 950 and are taken for the {gpu} too.',
  'predictors.class.coalescing':
    'Every global access counts as a coalesced access of 4 bytes a thread; a profile replaces this.',
  'predictors.profileLacksLaunch': 'the profile lacks grid and block of the launch',
  'predictors.profileLacks': 'the profile lacks {metrics}',
  'predictors.contention.fromSource':
    'Utilization is estimated from source: coalesced 4-byte accesses that all reach DRAM, no overlap of instructions within a warp.',
  'predictors.contention.fills':
    '{name} fills all {slots} block slots of the {gpu}: launched first, it leaves the other kernel only its last wave.',
  'predictors.contention.coResident':
    'Estimates without a simulation (○, △) hold only while both kernels have blocks on the same SMs: waiting for free SMs is not in them. Simulated ones (◐) have it.',
  'predictors.contention.otherMode':
    "The contention factor models blocks on shared SMs, not the sharing mode '{mode}': there, kernels do not share SMs at the same time.",
  'predictors.contention.noEvidence':
    'The contention factor was never compared with measured pairs, neither in the dissertation nor here.',
  'predictors.contention.idle': 'Resources without a measurement count as idle: {resources}.',
  'predictors.profileLacksAll': 'the profile lacks every metric of {resources}',
  'predictors.prophet.concurrent': 'kernels side by side on SMs of their own',
  'predictors.prophet.sequential': 'kernels one behind the other',
  'predictors.prophet.transfers': 'pageable copies share the link, pinned ones hold it',
  'predictors.sharedGpu.copies': 'pageable copies in pieces, each behind the pinned copies in the queue',
  'predictors.runs.unknown': '{name}: the run alone does not tell its time',
  'predictors.transfers.linear': 'linear transfers',
  'predictors.plan.byPattern':
    'Which buffers the operations touch is not known: a copy to the device behind a copy back is taken to begin work that depends on nothing before it.',
  'predictors.plan.byEvents':
    'Operations of different streams are taken to depend on each other by events alone.',
  'predictors.plan.partOfGrid':
    'Each part of a grid is taken to need and to make only its own part of the data.',
  'predictors.plan.pinned': 'The plan allocates the host buffers in pinned memory (cudaMallocHost).',
  'predictors.plan.tooLong':
    '{name} has {operations} operations, a plan takes at most {most}: cut the trace to one iteration',
  'predictors.simk.featuresMissing': 'the profile lacks too many features: {features}',
  'predictors.simk.tooFew': {
    plural: 'kernels',
    one: 'the reference set of {gpu} has one {class} {dimensions}-D kernel, and three must vote',
    other: 'the reference set of {gpu} has {kernels} {class} {dimensions}-D kernels, and three must vote',
  },
  'predictors.launches.measured': 'measured launch costs',
  'predictors.launches.streamModel': 'stream launch model',
  'predictors.transfers.oneSize': '{copies} {kind} copies of nearly one size scale: {from}',
  'predictors.transfers.otherMemory':
    '{factor:factor} the time per byte, as {kind} copies take in the profile: {from}',
  'predictors.transfers.otherDirection': 'as the other direction: {from}',
  'predictors.transfers.fit': 'fit to {copies} {kind} copies of the profile',
  'predictors.transfers.unknownGeneration': 'PCIe generation unknown, {generation} taken',
  'predictors.simulation.notSimulated': 'it was not simulated',
  'predictors.simulation.ownError': 'each number carries its own',
  'predictors.themis.target': 'targets[{app}]: expected a progress above 0 and at most 1, got {given}',
  'predictors.themis.weight': 'weights[{app}]: expected a number from {range}, got {given}',
  'predictors.themis.heldOut':
    'training workloads held out fold by fold on {gpu}, where at least half of the speed alone was predicted',
  'predictors.themis.input.coRunnerMemoryBandwidth': 'use of the DRAM bandwidth by the others',
  'predictors.themis.input.coRunnerL2Misses': 'misses of the L2 cache by the others',
  'predictors.themis.input.coRunnerL2Accesses': 'accesses of the L2 cache by the others',
  'predictors.themis.input.memoryBandwidth': 'use of the DRAM bandwidth',
  'predictors.themis.input.l2Misses': 'misses of the L2 cache',
  'predictors.themis.input.l2Accesses': 'accesses of the L2 cache',
  'predictors.themis.input.l1ConstantMisses': 'misses of the constant cache',
  'predictors.themis.input.l1ConstantAccesses': 'accesses of the constant cache',
  'predictors.themis.input.l1DataMisses': 'misses of the L1 data cache',
  'predictors.themis.input.l1DataAccesses': 'accesses of the L1 data cache',
  'predictors.themis.input.ipc': 'warp instructions',
  'predictors.themis.input.smFraction': 'share of the SMs',
  'predictors.themis.noModel':
    'Themis has no model for {gpu} (trained: {trained}); in a source checkout, corun train themis --gpu {gpu} makes one',
  'predictors.themis.share': 'a share of {given} of the SMs: expected above 0 and at most 1',
  'predictors.themis.parameters': 'variants[{at}].parameters: {given} for a network of {expected}',
  'predictors.themis.scales': 'variants[{at}].scales: expected {width} offsets and scales',
  'predictors.themis.layers': 'variants[{at}].layers: expected {width} inputs and 2 outputs',
  'predictors.themis.readsLoad':
    'this network reads how busy the SMs are, which only simulated events come with',
  'predictors.themis.readsWarpStates':
    'this network reads warp states, which only simulated events come with',
  'predictors.themis.farAway':
    '{sms} SMs away from the simulated split; proactive prediction holds for about {most}',
  'predictors.themis.noErrorHere': 'no error is known of it at this distance',
  'predictors.themis.below':
    '{name}: {value}, below the training range {low} to {high} of the model for {gpu}',
  'predictors.themis.above':
    '{name}: {value}, above the training range {low} to {high} of the model for {gpu}',
  'predictors.themis.unit.share': '{value} %',
  'predictors.themis.unit.perCycle': '{value} per cycle',
  'predictors.themis.unit.sectorsPerCycle': '{value} sectors per cycle',
  'predictors.themis.implausible': 'no prediction: {why}; what comes out, {slowdown:factor}, cannot be',
  'predictors.themis.implausibleMore':
    'no prediction: {why} (and {more} more); what comes out, {slowdown:factor}, cannot be',
  'predictors.themis.of': '{name}: {refusal}',
  'predictors.timed.beyondL2':
    '{slowdowns} slowdowns measured on {gpu} on divided SMs that nothing was fitted to, of applications whose runs move three times what L2 holds or more',
  'predictors.timed.contended':
    '{slowdowns} slowdowns measured on {gpu} on divided SMs that nothing was fitted to, of applications that move less, beside neighbours that load memory',
  'predictors.timed.quiet':
    '{slowdowns} slowdowns measured on {gpu} on divided SMs that nothing was fitted to, of applications beside neighbours that load memory little',
  'predictors.timedOnCard':
    '{slowdowns} slowdowns measured on {gpu} on divided SMs, pairs that nothing was fitted to',
  'predictors.transfers.and': '{all}; {part}',
};
