import { mean } from '../../../stats/means';

/**
 * How far blocks of one kernel that began together get in the same time, the first one first, over the mean of them: an
 * SM serves older blocks first where they keep its units busy.
 */
export type AgeProfile = readonly number[];

/** @param progress what each block has done, by SM, those of an SM in the order in which they began */
export function ageProfile(progress: readonly (readonly number[])[]): AgeProfile {
  const most = Math.max(0, ...progress.map(({ length }) => length));
  const byAge = Array.from({ length: most }, (_, age) =>
    mean(progress.flatMap((blocks) => blocks[age] ?? [])),
  );
  const all = mean(byAge);
  return all > 0 ? byAge.map((done) => done / all) : [];
}

/**
 * What blocks that begin together on an SM take, the first one first, in the time of a block that gets on as their mean
 * does: the first ones end sooner, and others have their turn then. The mean is 1.
 *
 * @param profile of as many blocks or others: what is between is taken for alike
 */
export function worksByAge(profile: AgeProfile, blocks: number): readonly number[] {
  const left = Array<number>(blocks).fill(1);
  const works = Array<number>(blocks).fill(1);
  if (profile.length === 0) return works;
  let running = left.map((_, at) => at);
  for (let now = 0; running.length > 0;) {
    const speeds = sharesOf(profile, running.length);
    const next = Math.min(...running.map((block, age) => left[block]! / speeds[age]!));
    now += next;
    running.forEach((block, age) => (left[block]! -= next * speeds[age]!));
    for (const block of running) if (left[block]! <= ROUNDING) works[block] = now;
    running = running.filter((block) => left[block]! > ROUNDING);
  }
  return works;
}

const ROUNDING = 1e-9;

/** The profile of so many blocks, with a mean of 1. */
function sharesOf(profile: AgeProfile, blocks: number): readonly number[] {
  const wide = profile.length / blocks;
  return Array.from(
    { length: blocks },
    (_, age) => upTo(profile, (age + 1) * wide) - upTo(profile, age * wide),
  ).map((sum) => sum / wide);
}

/** Sum of the first ones, of the last of which a part may count. */
function upTo(profile: AgeProfile, count: number): number {
  return profile.reduce((sum, one, at) => sum + one * Math.min(1, Math.max(0, count - at)), 0);
}
