import { mean } from '../../../src/stats/means';
import type { MeasuredBlocks, TimedBlock } from './measured';

/** Which simulated times are looked at. */
export type Simulated = 'simulatedUs' | 'formerUs';

/** Another block than the one that is written; changes are times over that of the present block, less one. */
export interface BlockChange {
  readonly launch: MeasuredBlocks;
  readonly to: TimedBlock;
  readonly told: number;
  readonly cold: number;
  readonly warm: number;
  /** Time that a launch would save by simulation, in µs. */
  readonly savedUs: number;
}

/** Every other block of a launch with a simulated time. */
export function changesOf(launch: MeasuredBlocks, which: Simulated = 'simulatedUs'): readonly BlockChange[] {
  const [now, ...others] = launch.blocks as readonly [TimedBlock, ...TimedBlock[]];
  const present = now[which];
  if (present === null) return [];
  return others.flatMap((to) => {
    const simulated = to[which];
    if (simulated === null) return [];
    return [
      {
        launch,
        to,
        told: simulated / present - 1,
        cold: to.coldUs / now.coldUs - 1,
        warm: to.warmUs / now.warmUs - 1,
        savedUs: present - simulated,
      },
    ];
  });
}

/** Changes below this are not said to anybody. */
const LEAST_TOLD = 0.02;
/** Launches that save less, in µs, are left alone. */
const LEAST_SAVED_US = 1;

/** The change that is advised for a launch where gains have to reach `least`; null for none. */
export function advisedOf(
  launch: MeasuredBlocks,
  least: number,
  which: Simulated = 'simulatedUs',
): BlockChange | null {
  const best = changesOf(launch, which).reduce<BlockChange | null>(
    (found, one) => (found === null || one.told < found.told ? one : found),
    null,
  );
  return best !== null && -best.told >= Math.max(least, LEAST_TOLD) && best.savedUs >= LEAST_SAVED_US
    ? best
    : null;
}

export type CardVerdict = 'faster' | 'same' | 'slower' | 'depends';

/** What a card does with a change: the same is within 2 %, and it depends where caches decide. */
export function cardVerdict({ cold, warm }: Pick<BlockChange, 'cold' | 'warm'>): CardVerdict {
  const words = [cold, warm].map((change) =>
    change <= -LEAST_TOLD ? 'faster' : change >= LEAST_TOLD ? 'slower' : 'same',
  );
  return words[0] === words[1] ? (words[0] as CardVerdict) : 'depends';
}

/** How far the told change is from the one on the card: by how much the larger time ratio is above the other. */
export function errorsOf({ told, cold, warm }: BlockChange): readonly number[] {
  return [cold, warm].map((change) => Math.exp(Math.abs(Math.log((1 + told) / (1 + change)))) - 1);
}

/** The error that gains are told with: of all changes that simulation takes for gains worth saying. */
export function errorOfGains(launches: readonly MeasuredBlocks[]): {
  readonly mean: number;
  readonly worst: number;
  readonly comparisons: number;
} {
  const gains = launches.flatMap((launch) => changesOf(launch)).filter(({ told }) => told <= -LEAST_TOLD);
  const errors = gains.flatMap(errorsOf);
  return { mean: mean(errors), worst: Math.max(...errors), comparisons: errors.length };
}

/** The gain that is beyond an error: with the error against it, the other block is no slower. */
export const gainBeyond = (error: number): number => 1 - 1 / (1 + error);
