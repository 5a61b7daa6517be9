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
  'predictors.plan.notWorth': 'Streams are not worth it: at best {times}. Limited by {limit}.',
  'predictors.plan.times':
    '{planned:fixed1} µs instead of {serial:fixed1} µs in one stream, {gain:percent} less',
  'predictors.plan.use': {
    plural: 'streams',
    one: 'Use one stream: {times}. Limited by {limit}.',
    other: 'Use {streams} streams: {times}. Limited by {limit}.',
  },
  'predictors.plan.useCut': {
    plural: 'streams',
    one: 'Use one stream, and cut copies and kernels into as many as {pieces} pieces: {times}. Limited by {limit}.',
    other:
      'Use {streams} streams, and cut copies and kernels into as many as {pieces} pieces: {times}. Limited by {limit}.',
  },
  'predictors.asm.interferenceOnly': 'interference alone: what fewer SMs cost is left out',
  'predictors.bubble.noTurn': 'it did nothing in the stage before its turn alone on the GPU',
  'predictors.bubble.shortStages':
    'measured with one application at a time alone on the GPU; contexts written out and read back are in it',
  'predictors.dase.capped':
    'as HSM compares it: at most the GPU’s SMs over its own, and what others cost beside that is cut off',
  'predictors.gpm.noModel': 'no scaling curves have been learned for {gpu}',
  'predictors.gpm.otherVersion':
    'of another version: in a source checkout, npm run study -- gpm-train makes it anew',
  'predictors.gpm.shape': 'model: curves and classifier do not fit each other',
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
  'predictors.noBlockFits': 'no block fits',
  'predictors.noLine': 'how much of its bandwidth DRAM delivers over row-hit rates was not fitted for {gpu}',
  'predictors.noRowHits': 'the counters of {name} do not tell how often DRAM finds a row open',
  'predictors.olderSimulator':
    '{evidence}, of an earlier simulator with other caches and block turnover: how far off they are on this one is not known',
  'predictors.otherVersion':
    'of another version: in a source checkout, corun train themis --fit-only fits the networks anew',
  'predictors.reconstruction':
    'a reconstruction: the model is known from what others say of it, not from its authors’ equations',
  'predictors.rivalError':
    'not compared on this simulator; on an earlier one {pairs} pairs on 60 SMs were {mean:percent} off in the mean, {worst:percent} at worst',
  'predictors.rivalNotCompared': 'compared on the GPUs of HSM alone, in docs/reproduction/hsm.md',
  'predictors.simulatedCoRuns':
    '{coRuns} simulated co-runs of two whole programs on {gpu}, even SMs, at most {cycles:count} cycles',
  'predictors.title.moka-contention': 'contention model (Moka)',
  'predictors.noResourceUse': 'what {name} uses of the GPU is not known',
  'predictors.waitingScaled': 'how long a launch waits for SMs is scaled to the launch times of the profiles',
  'predictors.whatIf.oneCopyEngine': 'one copy engine',
  'predictors.whatIf.pinned': 'pinned host memory',
  'predictors.whatIf.twoCopyEngines': 'two copy engines',
};
