import type { ProgressListener } from '../analysis/worker/api';
import { words } from '../words';
import { say } from '../words/say';
import type { Invocation } from './command';

/** Shares that are told of one phase: a line of its own for each where nothing replaces lines. */
const SHARES = 10;

/** Tells every phase once, and again with its share for every tenth that it comes further; what is read at once is not told. */
export function everyPhase(progress: Invocation['progress']): ProgressListener {
  let [phase, tenths] = ['', 0];
  return ({ phase: told, fraction }) => {
    if (fraction === 1) return;
    const name = words(told);
    const now = Math.floor(SHARES * (fraction ?? 0));
    if (name !== phase) progress(name);
    else if (now > tenths) progress(say('cli.share', { phase: name, share: now / SHARES }));
    [phase, tenths] = [name, name === phase ? Math.max(tenths, now) : now];
  };
}
