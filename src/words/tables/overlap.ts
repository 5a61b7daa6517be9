import type { Table } from '../entry';

/** Whether two kernels should run at the same time, as lens and dashboard say it. */
export const overlap = {
  'overlap.saves': 'saves {time} ({change:change})',
  'overlap.costs': 'costs {time} ({change:change})',
  'overlap.same': '{change:change}, typical error {error:percent1}',
  'overlap.sameRun': '{change:change}',
  'overlap.shares':
    'both use {buffer}, and one of them writes it: this holds where they use different parts of it, else they race',
  'overlap.atFirst': '{name} is timed {sizes}',
  'overlap.onCard':
    'Simulated: a ± is how far a card is off. On an {gpu} times together of {pairs} pairs differed by {share:percent} of the shorter launch on average.',
  'overlap.needsTime': 'needs the time of {name}: a profile, or its simulation',
  'overlap.needsSizes': 'needs {names}, which the sources do not tell',
  'overlap.needsLaunch':
    'needs {names} of this launch, which the sources do not tell: {name} is timed at another launch',
  'overlap.needsCode': 'needs the time of {name}: a profile, as a simulation leaves out {names}',
  'overlap.needsType': 'needs the time of {name}: a profile, as nothing that was read declares {names}',
  'overlap.needsProfile': 'needs the time of {name}: a profile, as a simulation has none ({reason})',
  'overlap.needsSlowdown': 'needs the slowdown of {name} beside {beside}: its simulation',
  'overlap.needsError': 'needs a simulation of both: {change:change} by an estimate whose error is not known',
  'overlap.needsMore':
    'needs a measurement of both: {change:change} is less than its typical error of {error:percent}',
  'overlap.fight': 'they fight for {resource}: {a:percent} + {b:percent} of it',
  'overlap.most': 'most used by both is {resource}: {a:percent} + {b:percent} of it',
  'overlap.pair': '{name} ∥ {beside}',
  'overlap.itself': 'itself',
  'overlap.anotherLaunch': 'another launch of it',
  'overlap.lens': '∥ {name}: {verdict}',
  'overlap.lensMore': ' (+{more:count} more)',
  'overlap.takes': '{name} takes {slowdown:factor} as long while {beside} runs',
  'overlap.takesStarted': '{name} takes {slowdown:factor} as long when it starts together with {beside}',
  'overlap.wordAndGain': '{word}, {gain}',
  'overlap.times': '{together:duration} together, {serial:duration} one after the other',
  'overlap.click': 'Click for what can overlap in this workspace',
} as const satisfies Table;
