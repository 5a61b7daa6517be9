import type { Table } from '../entry';

/** What is said of co-runs that were measured. */
export const measure = {
  'measure.of': '{name}: kernels alone and together, as measured',
  'measure.ofStandIn': '{name}: printed by a stand-in for a card, not measured',
  'measure.alone': 'a launch alone',
  'measure.mode': 'sharing',
  'measure.kernels': 'kernels together',
  'measure.measured': 'slowdowns measured',
  'measure.standIn': 'slowdowns of the stand-in',
  'measure.simulated': 'simulated on {gpu}',
  'measure.together': 'together',
  'measure.slowdowns': 'slowdowns',
  'measure.simulator': 'simulator is off by',
  'measure.undisturbed': '×1 for all',
  'measure.turns': 'all in turn',
  'measure.constant': 'mean of the others',
  'measure.unsteady':
    '* The longest that a co-run is simulated (--cycles) was over before the paces of its kernels stood still.',
  'measure.notSimulated':
    '– Not simulated: a kernel ends no two launches in --cycles, or turns of processes take longer than that.',
  'measure.baselines':
    'Errors are means of |told / measured − 1|. The last three columns are rules that know nothing of the kernels: nobody is slowed down, all take turns, the mean of all other co-runs of the kind.',
  'measure.written': 'Written to {file}.',
} as const satisfies Table;
