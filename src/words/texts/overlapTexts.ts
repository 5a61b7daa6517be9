import { resourceUse, together, usesOf } from '../../analysis/corun/resourceUse';
import type { KernelPair } from '../../analysis/corun/kernelPairs';
import {
  isToldByNumbers,
  pairLacks,
  sizesIn,
  typedName,
  type PairLack,
} from '../../analysis/corun/pairLacks';
import { takesOf, type PairVerdict } from '../../analysis/corun/pairVerdicts';
import { STARTED_ON_CARD, type OverlapVerdict } from '../../sharing/overlapVerdict';
import { duration, durationWithin } from '../format';
import { say } from '../say';
import { firstSizes } from './summaries';
import { titleOf } from '../titleOf';
import { exampleOf } from './noAdvice';

/** One word: overlap them, don’t, no difference, unknown. */
export function overlapWord({ verdict }: PairVerdict): string {
  return titleOf('verdict', verdict?.word ?? 'unknown');
}

/** The word, and what it rests on. */
export const wordAndGain = (one: PairVerdict): string =>
  say('overlap.wordAndGain', { word: overlapWord(one), gain: overlapGain(one) });

/** How long a pair takes together and one after the other; empty where that is not known. */
export function timesOf({ verdict }: PairVerdict): string {
  if (verdict === null) return '';
  return say('overlap.times', { together: verdict.togetherNs, serial: verdict.serialNs });
}

/** What overlapping a pair saves or costs, or what it takes to tell. */
export function overlapGain(one: PairVerdict): string {
  const { verdict } = one;
  if (verdict === null) return needsTexts(pairLacks(one)).join('; ');
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

function timeText(verdict: OverlapVerdict, ns: number, what: 'saves' | 'costs'): string {
  const { error, togetherNs } = verdict;
  const time = error === null ? duration(ns) : durationWithin(ns, error * togetherNs);
  return say(`overlap.${what}`, { time, change: changeOf(verdict) });
}

/** What has to hold for a pair to run together at all, and of which sizes its times are where there are several. */
export function overlapConditions({ pair: [a, b], verdict }: PairVerdict): readonly string[] {
  const { shares } = b;
  const kernels = a.kernel.id === b.kernel.id ? [a.kernel] : [a.kernel, b.kernel];
  return [
    ...(shares === undefined ? [] : [say('overlap.shares', { buffer: shares })]),
    ...kernels.flatMap((kernel) => {
      const sizes = verdict === null ? null : firstSizes(kernel);
      return sizes === null ? [] : [say('overlap.atFirst', { name: kernel.name, sizes })];
    }),
  ];
}

/** How far a card is from verdicts of launches that were started together; null where none was. */
export function startedError(pairs: readonly PairVerdict[]): string | null {
  return pairs.some(({ started, verdict }) => started !== null && verdict !== null)
    ? say('overlap.onCard', STARTED_ON_CARD)
    : null;
}

const changeOf = ({ togetherNs, serialNs }: OverlapVerdict): number => togetherNs / serialNs - 1;

/** What a pair without a verdict needs for one, one sentence for each thing. */
export function needsTexts(lacks: readonly PairLack[]): readonly string[] {
  return lacks.map(needText);
}

function needText(lack: PairLack): string {
  switch (lack.what) {
    case 'sizes':
      return say('overlap.needsSizes', { names: lack.sizes.map(({ name }) => name) });
    case 'launch':
      return say('overlap.needsLaunch', { name: lack.name, names: lack.missing });
    case 'code':
      return say('overlap.needsCode', { name: lack.name, names: lack.missing });
    case 'type':
      return say('overlap.needsType', { name: lack.name, names: lack.missing });
    case 'refused':
      return say('overlap.needsProfile', { name: lack.name, reason: lack.reason });
    case 'time':
      return say('overlap.needsTime', { name: lack.name });
    case 'slowdown':
      return say('overlap.needsSlowdown', {
        name: lack.name,
        beside: lack.beside ?? say('overlap.anotherLaunch'),
      });
  }
}

/** Whether more simulated kernels would tell what a pair waits for. */
export const isSimulated = ({ what }: PairLack): boolean => what === 'time' || what === 'slowdown';

/** How to give the numbers that pairs wait for, `--arguments n=…,k:blocks=…`; null where none waits for numbers alone. */
export function argumentsWanted(pairs: readonly (readonly PairLack[])[]): string | null {
  const sizes = sizesIn(pairs.filter(isToldByNumbers).flat());
  return sizes.length === 0 ? null : `--arguments ${exampleOf(sizes.map(typedName))}`;
}

/** A kernel can run beside another launch of it. */
const isItself = ([a, b]: KernelPair): boolean => a.kernel.id === b.kernel.id;

/** Name of the kernel at a place of a pair and, as `beside`, what runs beside it in a sentence. */
function namesOf(pair: KernelPair, at: 0 | 1): { readonly name: string; readonly beside: string } {
  return {
    name: pair[at].kernel.name,
    beside: isItself(pair) ? say('overlap.anotherLaunch') : pair[1 - at]!.kernel.name,
  };
}

/** Name of what runs beside the kernel at a place of a pair, in a title. */
export const besideName = (pair: KernelPair, at: 0 | 1): string =>
  isItself(pair) ? say('overlap.itself') : pair[1 - at]!.kernel.name;

/** Both kernels of a pair. */
export const pairTitle = (pair: KernelPair): string =>
  say('overlap.pair', { name: pair[0].kernel.name, beside: besideName(pair, 0) });

/** Both kernels of a pair and where they are launched; a place that both have once. */
export function pairWithPlaces(pair: KernelPair): string {
  const places = pair.map(({ path, line }) => `${path}:${line}`);
  const [name, beside] = [pair[0].kernel.name, besideName(pair, 0)];
  return places[0] === places[1]
    ? `${say('overlap.pair', { name, beside })} (${places[0]})`
    : say('overlap.pair', { name: `${name} (${places[0]})`, beside: `${beside} (${places[1]})` });
}

/** How much longer one of a pair takes: when both start together, or while the other one runs. */
export function takesText(one: PairVerdict, at: 0 | 1): string | null {
  const takes = takesOf(one, at);
  if (takes === null) return null;
  const code = takes.predictor === null ? 'overlap.takesStarted' : 'overlap.takes';
  return say(code, { ...namesOf(one.pair, at), slowdown: takes.slowdown });
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
