import type { Table } from '../entry';

/** Kernels or programs that want one GPU, in every way of having it: what `corun compare` and its view say. */
export const compare = {
  'compare.heading': '{names} on {gpu}: alone {alone}',
  'compare.best': '{way}: all done after {time:duration}, {change:change} against one after the other',
  'compare.bestError':
    '{way}: all done after {time:duration}, {change:change} against one after the other, typical error {error:percent}',
  'compare.noBest': 'no way is surely faster than one after the other',
  'compare.noTime':
    'not known: needs the times of all kernels alone, from a profile or a simulation (without --estimate)',
  'compare.apart':
    'one after the other: at the same time they would work on the same data. The ways below are for launches with data of their own.',
  'compare.race':
    '{writer} writes {buffer}, which {user} uses: nothing orders them in {program} ({place}), so they race',
  'compare.ordered':
    '{writer} writes {buffer}, which {user} uses: {program} has them one after the other ({place})',
  'compare.untold':
    '{program} has {writer} and {user} one after the other ({place}), and the sources do not tell what data they share: at the same time they need data of their own',
  'compare.parts':
    '{writer} writes {buffer}, which {user} uses ({place}): this holds where they use different parts of it, else they race; in processes of their own (MPS, MIG, time slices) each needs a buffer of its own',
  'compare.way': 'way',
  'compare.finish': 'all done',
  'compare.change': 'change',
  'compare.shared': 'compete for',
  'compare.fault': 'if one crashes',
  'compare.memory': 'memory',
  'compare.fits': 'fits',
  'compare.full': 'too little',
  'compare.unknown': 'not known',
  'compare.nothing': 'nothing',
  'compare.cannot': '{way}: {reason}',
  'compare.notSimulated': 'not simulated: {reason}',
  'compare.note':
    'Columns with names say how many times as long it takes until that one is done. Parts of a divided GPU are even; corun allocate looks for better ones.',
  'compare.addedNote':
    'Of three or more each is slowed down by what every other one costs it in twos, added up: on an H100 that was 6 to 11 % off for 60 slowdowns in threes.',
  'compare.programsNote':
    'Programs are replayed side by side from their first call to the GPU: their copies share the link, each kernel takes as long as beside those that run then. What the host computes and allocates is not counted.',
  'compare.fromTrace':
    'it is told by a trace, whose times are those of one GPU and one run; name its source without the trace, or ask corun together (in the editor Co-Run Two Traces) what traced programs cost each other',
  'compare.unresolved': 'the program {name} cannot be compared: {what}',
  'compare.noProgram': "there is no program '{name}'; there are {known}",
  'compare.severalPrograms': "'{name}' could be {keys}; name one of them",
  'compare.programsOption':
    "--programs takes two to {most} names, e.g. --programs transpose,scan, not '{given}'",
  'compare.eitherOption': 'give --kernels A,B or --programs A,B',
  'compare.type': 'To have {way}: {title}',
  'compare.kernelsOption':
    "--kernels takes two to {most} names, e.g. --kernels vectorAdd,matrixMul, not '{given}'",
  'compare.severalKernels': "'{name}' could be {ids}; name one of them",
  'compare.simulated': '{done:count} simulations are done',
} as const satisfies Table;
