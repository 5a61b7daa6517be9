import { quotient, quotientUp } from '../core/bits';
import { C, COUNTER_COLUMNS } from '../core/counterColumns';
import type { StateArrays } from '../core/stateArrays';
import type { ChipSpec } from '../chip/chipSpec';
import { SetTags } from './setTags';

/**
 * Auxiliary tag directories: per application the tags that the L2 cache would hold if the application had it
 * for itself, for every n-th set (Qureshi and Patt, MICRO 2006). They only watch.
 */
export class AuxiliaryTags {
  private readonly tags: SetTags;

  constructor(
    private readonly spec: ChipSpec,
    apps: i32,
    /** Of so many sets one is watched. */
    private readonly sampleEvery: i32,
    private readonly counters: Float64Array,
    state: StateArrays,
  ) {
    const sets = quotientUp(spec.l2.cache.sets, sampleEvery);
    this.tags = new SetTags(apps * spec.l2.slices, sets, spec.l2.cache.ways, false, state);
  }

  /** Looks a request up as if its application were alone; `set` is the set that it has in the shared cache. */
  observe(slice: i32, set: i32, line: i32, app: i32, kernel: i32): void {
    if (set % this.sampleEvery !== 0) return;
    const cache = app * this.spec.l2.slices + slice;
    const row = kernel * COUNTER_COLUMNS;
    this.counters[row + C.auxiliaryAccesses]!++;
    const sampled = quotient(set, this.sampleEvery);
    const slot = this.tags.find(cache, sampled, line);
    if (slot >= 0) this.counters[row + C.auxiliaryHits]!++;
    const place = slot >= 0 ? slot : this.tags.victim(cache, sampled);
    if (slot < 0) this.tags.replace(place, line, kernel);
    this.tags.use(place);
  }
}
