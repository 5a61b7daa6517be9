import type { Table } from '../entry';

/** What `corun fit` prints. */
export const fit = {
  'fit.assumed': 'assumed △ {metric}: {text}; from {from:significant} to {to:significant}: {consequence}',
  'fit.assumedNote': 'assumed △ {line}',
  'fit.before': 'before',
  'fit.duration': 'duration {simulated} ({basis}, {cycles} cycles simulated)',
  'fit.durations':
    'duration {simulated}, measured {measured:duration} ● ({basis}, {cycles} cycles simulated)',
  'fit.head': '{head}, from {place}',
  'fit.launch': '{name}: grid {grid}, block {block}, {registers} registers, {bytes} B shared',
  'fit.measured': 'measured ●',
  'fit.metric': 'metric',
  'fit.note': 'note: {line}',
  'fit.refined': 'refined: {parameter} {from} → {to}',
  'fit.residual': 'residual',
  'fit.score': 'score {score:fixed3}',
  'fit.scoreAndCounts':
    'score {score:fixed3}; counts off by {before:fixed3} before, {after:fixed3} after (mean |ln ratio|)',
  'fit.scoreRefined': 'score {score:fixed3}, before refinement {before:fixed3}',
  'fit.simulated': 'simulated ◐',
  'fit.unknown': 'unknown',
} as const satisfies Table;
