import type { Table } from '../entry';

/** Answers of the tools for language models. */
export const tools = {
  'tools.ambiguous': "'{name}' is ambiguous; name one of {places}",
  'tools.assumed': 'Assumed △: {text}',
  'tools.beside': '{first} beside {second} on {gpu}, sharing mode {mode}:',
  'tools.block': 'Block size: {summary} – {evidence}',
  'tools.by': '{slowdown} by {predictor}; {error}',
  'tools.byParts': '{slowdown} by {predictor} ({parts}); {error}',
  'tools.fairSplit': 'Fair split of the SMs: {split}',
  'tools.halfTheSms': 'With half of the SMs: {parts} {mark}',
  'tools.holdsWhile': 'Holds only while: {condition}',
  'tools.kernels': '{kernels} CUDA kernels, answers for {gpu}, sharing mode {mode}.',
  'tools.legend':
    '● measured, ◐ simulated, ○ predicted, △ assumed; ×1.50 is a slowdown: 1.5 times the time that the kernel takes alone.',
  'tools.moreKernels': '{more} more kernels are not listed.',
  'tools.noAdvice': 'no advice',
  'tools.noKernel': "there is no kernel '{name}'",
  'tools.noPrediction': 'There is no prediction for this pair in this mode.',
  'tools.none': 'none',
  'tools.notAnalysed': 'Not analysed: {reason}',
  'tools.notKnown': 'not known',
  'tools.onSmsEach': 'On {sms} SMs each: {slowdown} = {factors}; {predictor}, {error}',
  'tools.parameters': 'Parameters: {parameters}',
  'tools.registers': 'Registers: {registers} per thread – {from}',
  'tools.unsure': 'Unsure: {text}',
  'tools.uses': 'Uses: {uses}',
  'tools.waitFor': 'Warps wait for: {stalls} {mark}',
} as const satisfies Table;
