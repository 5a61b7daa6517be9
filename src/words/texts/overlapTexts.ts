import { resourceUse, together, usesOf } from '../../analysis/corun/resourceUse';
import { takesOf, type PairVerdict } from '../../analysis/corun/pairVerdicts';
import type { OverlapVerdict } from '../../sharing/overlapVerdict';
import { say } from '../say';
import { titleOf } from '../titleOf';

/** One word: overlap them, don’t, no difference, unknown. */
export function overlapWord({ verdict }: PairVerdict): string {
  return titleOf('verdict', verdict?.word ?? 'unknown');
}

/** What overlapping a pair saves or costs, or what it takes to tell. */
export function overlapGain(one: PairVerdict): string {
  const { verdict } = one;
  if (verdict === null) return lackOf(one);
  switch (verdict.word) {
    case 'overlap':
      return timeText(verdict, verdict.serialNs - verdict.togetherNs, 'saves');
    case 'apart':
      return timeText(verdict, verdict.togetherNs - verdict.serialNs, 'costs');
    case 'same':
      return verdict.error === null
        ? say('overlap.sameRun', { change: changeOf(verdict) })
        : say('overlap.same', { change: changeOf(verdict), error: verdict.error });
    case 'unknown':
      return verdict.error === null
        ? say('overlap.needsError', { change: changeOf(verdict) })
        : say('overlap.needsMore', { change: changeOf(verdict), error: verdict.error });
  }
}

function timeText(verdict: OverlapVerdict, time: number, what: 'saves' | 'costs'): string {
  const values = { time, change: changeOf(verdict) };
  if (verdict.error === null) return say(`overlap.${what}Run`, values);
  return say(`overlap.${what}`, { ...values, off: verdict.error * verdict.togetherNs });
}

const changeOf = ({ togetherNs, serialNs }: OverlapVerdict): number => togetherNs / serialNs - 1;

function lackOf({ pair, answers }: PairVerdict): string {
  const untimed = pair.find(({ kernel }) => kernel.time === null);
  if (untimed !== undefined) {
    const { name, openSizes } = untimed.kernel;
    const names = openSizes.map((size) => size.name);
    return names.length === 0
      ? say('overlap.needsTime', { name })
      : say('overlap.needsSizes', { name, names });
  }
  const missing = answers[0] === null ? 0 : 1;
  const [name, beside] = [pair[missing].kernel.name, pair[1 - missing]!.kernel.name];
  return say('overlap.needsSlowdown', { name, beside });
}

/** How much longer one of a pair takes: when both start together, or while the other one runs. */
export function takesText(one: PairVerdict, at: 0 | 1): string | null {
  const takes = takesOf(one, at);
  if (takes === null) return null;
  const [name, beside] = [one.pair[at].kernel.name, one.pair[1 - at]!.kernel.name];
  const code = takes.predictor === null ? 'overlap.takesStarted' : 'overlap.takes';
  return say(code, { name, beside, slowdown: takes.slowdown });
}

/**
 * What a pair fights for, or at least uses most; null where nothing is known of it, and for launches whose sizes
 * nothing tells.
 */
export function contention({ pair: [a, b] }: PairVerdict): string | null {
  if ([a, b].some(({ kernel }) => kernel.time === null && kernel.openSizes.length > 0)) return null;
  const [most] = resourceUse(...usesOf(a.kernel, b.kernel));
  if (most === undefined) return null;
  const values = {
    resource: titleOf('resource', most.resource),
    a: shareOf(most.victim),
    b: shareOf(most.aggressor),
  };
  return together(most) > 1 ? say('overlap.fight', values) : say('overlap.most', values);
}

const shareOf = (share: { readonly value: number } | null): number => share?.value ?? 0;
