import { type MetKernel, type PairVerdict, pairVerdicts } from '../../src/analysis/results/overlapResult';
import type { ApplicationPair } from '../../src/analysis/results/pairedPrograms';
import { applicationKey } from '../../src/analysis/protocol';
import { racesIn } from '../../src/analysis/results/races';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import { unreadIn } from '../../src/analysis/results/unreadCode';
import { say } from '../../src/words';
import { memoizeByObject } from './memoize';
import { namedOptions } from './namedOptions';

/** Every pair that can run together, programs only where the user pairs them; most time at stake first. */
export const cardsOf = memoizeByObject((results: WorkspaceResults): readonly PairVerdict[] =>
  pairVerdicts(results),
);

/** Why no two kernels are shown as running together: no number is known of those that do, none can, none is known to, or those that do race. */
export function whyNothingMeets(results: WorkspaceResults): {
  readonly title: string;
  readonly text: string;
} {
  if (cardsOf(results).length > 0)
    return { title: say('webview.overlap.untold'), text: say('webview.overlap.untoldText') };
  if (racesIn(results).length > 0)
    return { title: say('webview.overlap.races'), text: say('webview.overlap.racesText') };
  return unreadIn(results).length > 0
    ? { title: say('webview.overlap.noneKnown'), text: say('webview.overlap.noneKnownText') }
    : { title: say('webview.overlap.none'), text: say('webview.overlap.noneText') };
}

/** The programs that the user has paired. */
export function pairedOf({ paired }: WorkspaceResults): readonly ApplicationPair[] {
  return paired === 'all' ? [] : paired;
}

/** Stretch of a bar, as shares of the longest of its card. */
export interface Stretch {
  readonly name: string;
  readonly fromNs: number;
  readonly toNs: number;
  readonly from: number;
  readonly to: number;
}

/** Both kernels one after the other, and together; to one scale. */
export interface CardBars {
  readonly serial: readonly [Stretch, Stretch];
  readonly together: readonly [Stretch, Stretch];
  readonly serialNs: number;
  readonly togetherNs: number;
}

/** The bars of a card; null without a verdict. */
export function barsOf({ pair, verdict }: PairVerdict): CardBars | null {
  if (verdict === null) return null;
  const { serialNs, togetherNs, endsNs } = verdict;
  const longest = Math.max(serialNs, togetherNs);
  const stretch = ({ kernel: { name } }: MetKernel, fromNs: number, toNs: number): Stretch => ({
    name,
    fromNs,
    toNs,
    from: fromNs / longest,
    to: toNs / longest,
  });
  const [a, b] = pair;
  const change = a.kernel.time!.value;
  return {
    serial: [stretch(a, 0, change), stretch(b, change, serialNs)],
    together: [stretch(a, 0, endsNs[0]), stretch(b, 0, endsNs[1])],
    serialNs,
    togetherNs,
  };
}

/** A program that can be paired. */
export interface Program {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** Programs that launch kernels. */
export function programsOf({ applications }: WorkspaceResults): readonly Program[] {
  return applications
    .filter(({ kernels }) => kernels.length > 0)
    .map((application) => {
      const { name, path, line } = application;
      return { key: applicationKey(application), name, path, line };
    });
}

/** Programs to choose from, told apart. */
export const programOptions = (programs: readonly Program[]): ReturnType<typeof namedOptions> =>
  namedOptions(programs.map((program) => ({ ...program, value: program.key })));

/** The pairs with one more, once. */
export function withPair(pairs: readonly ApplicationPair[], pair: ApplicationPair): ApplicationPair[] {
  return [...withoutPair(pairs, pair), pair];
}

/** The pairs without one, whichever way round it stands. */
export function withoutPair(pairs: readonly ApplicationPair[], pair: ApplicationPair): ApplicationPair[] {
  return pairs.filter((other) => !pair.every((key) => other.includes(key)));
}
