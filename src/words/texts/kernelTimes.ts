import { guessesBehind, type ApplicationResult } from '../../analysis/results/timelineResult';
import { ORIGIN_MARK } from '../../kernel/origin';
import { say } from '../say';
import { guessedText } from './summaries';
import { titleOf } from '../titleOf';

/** Where the kernel times of a predicted timeline come from: `kernel times simulated ◐`; empty where there is none. */
export function kernelTimesSummary(application: Pick<ApplicationResult, 'inputs'>): string {
  const { inputs } = application;
  const kernels = inputs.filter(({ kind }) => kind === 'kernel');
  const origins = [...new Set(kernels.map(({ value }) => value.origin))];
  const named = origins.map((origin) => `${titleOf('origin', origin)} ${ORIGIN_MARK[origin]}`);
  const [first, ...others] = named;
  if (first === undefined) return '';
  const times = say('summary.kernelTimes', {
    origins: others.reduce((said, next) => say('summary.and', { first: said, next }), first),
  });
  const guessed = guessedText(guessesBehind(application));
  return guessed === null ? times : `${times} ${guessed}`;
}
