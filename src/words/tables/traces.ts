import type { Table } from '../entry';

/** What is said of traces of whole programs, on every surface. */
export const traces: Table = {
  'trace.device': 'GPU {index}',
  'trace.deviceNamed': 'GPU {index} ({name})',
  'trace.process': 'process {pid}',
  'trace.rank': 'rank {rank}',
  'trace.operations': {
    plural: 'operations',
    one: 'one operation over {spanNs:duration}',
    other: '{operations:count} operations over {spanNs:duration}',
  },
  'trace.idle': 'idle {share:percent1} of the time ({idleNs:duration} in {gaps:count} gaps)',
  'trace.idleHost': '{share:percent1} before the host made the next call',
  'trace.idleLaunch': '{share:percent1} launch latency, from the call to the start',
  'trace.idleQueued':
    '{share:percent1} with work already queued, which waited for events, other streams or the device',
  'trace.idleUntold': '{share:percent1} of which the trace tells no call',
  'trace.noCalls': 'the trace does not tell which call issued what, so idle time cannot be told apart',
  'trace.repeats':
    'repeats {count} times: {periodNs:duration} ({shortestNs:duration} to {longestNs:duration}) and {operations:count} operations each, beginning with {beginsWith}; {agreement:percent1} of the work is the same in all',
  'trace.warmUp': {
    plural: 'warmUp',
    one: 'one iteration at the beginning differs and counts as warm-up',
    other: '{warmUp} iterations at the beginning differ and count as warm-up',
  },
  'trace.typicalIdle': 'a typical iteration is idle {share:percent1} of its time',
  'trace.maybeLayers':
    'found from the work alone: where a trace holds one step of a program, what repeats are its layers',
  'trace.nothingRepeats': 'nothing repeats on it',
  'trace.understood':
    'Names tell or suggest operation and data type for {share:percent} of the kernel time ({sure:percent} without what is only suggested).',
  'trace.untold': 'not told by the name',
  'trace.partAssumed': '{text} (assumed)',
  'trace.untyped': 'data type not told',
  'trace.tensorCores': 'tensor cores',
  'trace.noTensorCores': 'no tensor cores',
  'trace.tile': 'tile {size}',
  'trace.tooLong':
    'The trace has {events:count} launches and copies; up to {most:count} are looked at one by one, so idle time and iterations are not known.',
};
