import type { Table } from '../entry';

/** How a split of the SMs suits its goal. */
export const goal = {
  'goal.aim': '{aim:percent} where {target:percent} is asked for',
  'goal.aimAsTheyAre': 'Targets as high as these are aimed at as they are.',
  'goal.aims': 'So the split aims at {aims}.',
  'goal.guard':
    'In {confidence} % of the cases that were checked, what ran was at least {ratio:percent} as fast as predicted. {aim} Checked on {evidence}.',
  'goal.metIfExact': 'Every target is met if the prediction holds; nothing is added for its error.',
  'goal.metInSimulation': 'Every target is met in the simulation.',
  'goal.metSurely': 'Every target is met with about {confidence} % confidence.',
  'goal.metUnsurely':
    'Every target is met if the prediction holds, but not with about {confidence} % confidence.',
  'goal.notMet': 'Not every target is met.',
  'goal.parting':
    'Simulation and prediction disagree: simulated slowdowns differ from predicted ones by {far}.',
  'goal.simulatedMet': 'Simulated, every target is met.',
  'goal.simulatedNotMet': 'Simulated, not every target is met.',
  'goal.simulatedUnfairness':
    'Simulated, slowdowns by weight differ by {unfairness:percent} between them; 0 % is fair.',
  'goal.unfairness': 'Slowdowns by weight differ by {unfairness:percent} between them; 0 % is fair.',
} as const satisfies Table;
