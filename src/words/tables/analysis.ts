import type { Table } from '../entry';

/** What src/analysis has to say. */
export const analysis: Table = {
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
  'analysis.fastestAgainst': 'fastest of {sizes}, {change:change} against {current}',
  'analysis.fastestOf': 'fastest of {sizes}',
  'analysis.firstOperations': 'the first {count} operations are shown',
  'analysis.fromAnd': '{from}; {also}',
  'analysis.inProportion': 'simulated with {ran} threads, taken in proportion for {threads}',
  'analysis.launchScaled': '{name} in {place}: {how}.',
  'analysis.launch': 'launch',
  'analysis.noBlockFits': 'no block fits an SM',
  'analysis.noBlockFitsOn': 'no block fits an SM of {gpu}: {reason}',
  'analysis.notCompiled': 'not compiled: {reason}',
  'analysis.notWholeYet': 'no edit is tried before the whole workspace is read',
  'analysis.notTimed': 'no profile times it on this GPU, and no simulation does',
  'analysis.notTimedBecause': 'no profile times it on this GPU, and no simulation does: {reason}',
  'analysis.orderGain':
    'Predicted {best:duration} instead of {written:duration} as written; serial {serial:duration}. Limited by {limit}.',
  'analysis.nextLine': '{lines}\n{line}',
  'analysis.noAnswer': 'no answer',
  'analysis.orderTitle': '{name}: launch in the order {order}',
  'analysis.planGain':
    'Predicted {planned:duration} instead of {written:duration} as written, limited by {limit}. The plan needs pinned host memory; in one stream that alone gives {pinned:duration} instead of {serial:duration}. No plan gets below {ceiling:duration}.',
  'analysis.planPiecesTitle': '{name}: use {streams} streams, work cut into {pieces} pieces',
  'analysis.planTitle': '{name}: use {streams} streams',
  'analysis.presentFastest':
    'no block of {sizes} is faster than the present one by more than {scatter:percent}',
  'analysis.simulatedSweep': 'Simulated: {reason}',
  'analysis.syntheticProgram': 'a synthetic program with {counters} counters of {path}, measured on {gpu}',
  'analysis.noEdit': 'this advice comes with no edit',
  'analysis.noLaunch': 'no launch of this kernel is in the workspace',
  'analysis.notFound': 'not found',
  'analysis.notLowered': '{name} cannot be lowered: {reason}',
  'analysis.profileNotLowered': 'kernel {name}: cannot be lowered: {reason}',
  'analysis.reasonInLine': '{reason} (line {line})',
  'analysis.settingOf': 'setting corun.assumptions: {text}',
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
  'analysis.noSplitPredictor': 'no predictor tells of splits of the SMs from such counters',
  'analysis.unreadable': 'cannot be read: {reason}',
};
