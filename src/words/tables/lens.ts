import type { Table } from '../entry';

/** Lenses over kernels and launches, and their tooltips. */
export const lens = {
  'lens.click': 'Click to split the SMs otherwise, between more kernels or for progress targets',
  'lens.launchOrderOf': 'Launch order of {name}',
  'lens.occupancy': {
    plural: 'blocks',
    one: 'occupancy {occupancy}, one block per SM, limited by {limiter}: {from}',
    other: 'occupancy {occupancy}, {blocks} blocks per SM, limited by {limiter}: {from}',
  },
  'lens.program': 'program: {fit}',
  'lens.race': 'races with {what} ({where})',
  'lens.raceClick': 'Click to go there',
  'lens.guessed':
    'Data decide {name}, and nobody has told it: the number is made up, and so is the time. Click to set it.',
  'lens.setSize':
    'Its work depends on numbers that nothing in the sources tells. Click to set {name}, once for the whole project.',
  'lens.wavesAre': 'Blocks of the grid over the blocks that the GPU holds at once',
  'lens.busiest': 'uses {resource} most, {share:percent} of it ({from})',
  'lens.wavesOn': '{waves} on {gpu}',
} as const satisfies Table;
