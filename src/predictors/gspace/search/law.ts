import type { YieldedPlaces, YieldMap, YieldSearch, YieldTrial } from '../../yieldSearchPort';
import { searchedFrom } from './corrected';

/** Share of all SMs that the second trial gives, with all of their places. */
const FEW = 1 / 4;
/** What is taken of a trial that was given up, in targets. */
const GIVEN_UP = 3;
/** Between what the bend of the first one's loss is believed. */
const [LEAST_BEND, MOST_BEND] = [0.1, 1.5];
/** A loss below which nothing tells of its bend. */
const LEAST_LOSS = 1e-3;

/**
 * Ours, for any GPU: two trials instead of maps of similar kernels. All places and a quarter of the SMs tell a law of
 * both, which is then corrected by every trial as a map is. Where all places miss the target, nothing else is tried.
 */
export const lawSearch: YieldSearch = {
  id: 'law',
  needsMap: false,
  search: (question) => {
    const { most, qos, tried } = question;
    const all = tried(most);
    if (all.latency > qos) return null;
    const few = tried(fewPlaces(most));
    return searchedFrom({ ...question, map: yieldLaw(all, few, most, qos) }, [all, few]);
  },
};

/** What the second trial gives. */
export const fewPlaces = ({ sms, blocks }: YieldedPlaces): YieldedPlaces => ({
  sms: Math.max(1, Math.round(FEW * sms)),
  blocks,
});

/**
 * What two trials tell of all: of places with a share s of all, latency is a + b / s, for what waits and starts does not
 * depend on places and what runs does; and what the first loses is c s^d.
 */
export function yieldLaw(all: YieldTrial, few: YieldTrial, most: YieldedPlaces, qos: number): YieldMap {
  const shareOf = ({ sms, blocks }: YieldedPlaces): number => (sms * blocks) / (most.sms * most.blocks);
  const share = shareOf(few.places);
  const slow = Number.isFinite(few.latency) ? few.latency : GIVEN_UP * qos;
  const [whole, part] = [all, few].map(({ throughput }) => Math.max(LEAST_LOSS, 1 - throughput)) as [
    number,
    number,
  ];
  // On a GPU of one SM both are the same trial.
  const running = share < 1 ? Math.max(0, (slow - all.latency) / (1 / share - 1)) : all.latency;
  const bend = share < 1 ? Math.log(part / whole) / Math.log(share) : 1;
  const believed = Math.min(MOST_BEND, Math.max(LEAST_BEND, bend));
  return (places) => {
    const own = shareOf(places);
    return {
      latency: all.latency + running * (1 / own - 1),
      throughput: Math.min(1, Math.max(0, 1 - whole * own ** believed)),
    };
  };
}
