import type { Table } from '../entry';

/** Two kernels that want one GPU, in every way of having it: what `corun compare` and its view say. */
export const compare = {
  'compare.heading': '{a} and {b} on {gpu}: alone {soloA} and {soloB}',
  'compare.best': '{way}: both done after {time:duration}, {change:change} against one after the other',
  'compare.bestError':
    '{way}: both done after {time:duration}, {change:change} against one after the other, typical error {error:percent}',
  'compare.noBest': 'no way is surely faster than one after the other',
  'compare.noTime':
    'not known: needs the times of both kernels alone, from a profile or a simulation (without --estimate)',
  'compare.way': 'way',
  'compare.finish': 'both done',
  'compare.change': 'change',
  'compare.shared': 'compete for',
  'compare.fault': 'a fault',
  'compare.memory': 'memory',
  'compare.fits': 'fits',
  'compare.full': 'too little',
  'compare.unknown': 'not known',
  'compare.nothing': 'nothing',
  'compare.cannot': '{way}: {reason}',
  'compare.notSimulated': 'not simulated: {reason}',
  'compare.note':
    'Columns with names say how many times as long it takes until that kernel is done. Parts of a divided GPU are halves; corun allocate looks for better ones.',
  'compare.type': 'To have {way}: {title}',
  'compare.kernelsOption': "--kernels takes two names, e.g. --kernels vectorAdd,matrixMul, not '{given}'",
  'compare.noKernel': "there is no kernel '{name}'; there are {known}",
  'compare.severalKernels': "'{name}' could be {ids}; name one of them",
  'compare.simulated': '{done:count} simulations are done',
} as const satisfies Table;
