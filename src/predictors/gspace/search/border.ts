import type { YieldSearch, YieldSearchQuestion, YieldTrial } from '../../yieldSearchPort';
import { refined } from './neighbours';

/** Of so many SMs the border is told to one; the rest is the final refinement's. */
const PARTS = 16;

/**
 * Ours: more SMs seldom make the latency-critical application slower, so that for a number of blocks the fewest SMs that
 * keep the target are found by halving. Four numbers of blocks are tried so, from all down to a quarter; the best of
 * them is refined by neighbours.
 */
export const borderSearch: YieldSearch = { id: 'border', needsMap: false, search };

function search(question: YieldSearchQuestion): YieldTrial | null {
  const { most } = question;
  const counts = [1, 3 / 4, 1 / 2, 1 / 4].map((share) => Math.ceil(share * most.blocks));
  const found = [...new Set(counts)].flatMap((blocks) => fewestSms(question, blocks) ?? []);
  const [best] = found.sort((a, b) => b.throughput - a.throughput);
  return best === undefined ? null : refined(question, best.places);
}

/** The trial with fewest SMs that keeps the target at so many blocks; null where all SMs do not. */
function fewestSms({ most, qos, tried }: YieldSearchQuestion, blocks: number): YieldTrial | null {
  let best = tried({ sms: most.sms, blocks });
  if (best.latency > qos) return null;
  const step = Math.ceil(most.sms / PARTS);
  let below = 0;
  while (best.places.sms - below > step) {
    const middle = tried({ sms: Math.floor((below + best.places.sms) / 2), blocks });
    if (middle.latency <= qos) best = middle;
    else below = middle.places.sms;
  }
  return best;
}
