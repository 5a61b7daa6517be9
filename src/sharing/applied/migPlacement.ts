import type { MigProfile } from '../../kernel/gpuSpec';

/** Memory slices of a whole GPU under MIG. */
export const MEMORY_SLICES = 8;

/** Compute slices of a whole GPU under MIG. */
export const COMPUTE_SLICES = 7;

/**
 * Profiles for so many instances, in every order, that can be placed side by side. Left out are those beside which
 * others give everyone more SMs, or everyone as many SMs and nobody less memory.
 *
 * @param count instances, at most `COMPUTE_SLICES`
 */
export function placeableProfiles(profiles: readonly MigProfile[], count: number): (readonly MigProfile[])[] {
  const found: (readonly MigProfile[])[] = [];
  const search = (chosen: readonly MigProfile[]): void => {
    if (chosen.length === count) {
      if (canPlace(chosen)) found.push(chosen);
      return;
    }
    for (const profile of profiles) {
      const longer = [...chosen, profile];
      if (isWithin(longer)) search(longer);
    }
  };
  search([]);
  return found.filter((chosen) => !found.some((other) => isBeaten(chosen, other)));
}

/** Slices and instances of each kind are not exceeded. */
function isWithin(chosen: readonly MigProfile[]): boolean {
  const sum = (of: (profile: MigProfile) => number): number =>
    chosen.reduce((total, profile) => total + of(profile), 0);
  const last = chosen.at(-1)!;
  return (
    sum((profile) => profile.computeSlices) <= COMPUTE_SLICES &&
    sum((profile) => profile.memorySlices) <= MEMORY_SLICES &&
    chosen.filter((profile) => profile.name === last.name).length <= last.maxInstances
  );
}

/**
 * Tests whether the instances find places: each begins at a multiple of its memory slices, where its compute slices do
 * not reach beyond the seventh (the placements of NVIDIA's MIG user guide follow this rule).
 */
function canPlace(chosen: readonly MigProfile[]): boolean {
  const order = [...chosen].sort(
    (a, b) => b.memorySlices - a.memorySlices || b.computeSlices - a.computeSlices,
  );
  const place = (at: number, taken: number): boolean => {
    const profile = order[at];
    if (profile === undefined) return true;
    const mask = 2 ** profile.memorySlices - 1;
    for (let start = 0; start + profile.computeSlices <= COMPUTE_SLICES; start += profile.memorySlices)
      if ((taken & (mask << start)) === 0 && place(at + 1, taken | (mask << start))) return true;
    return false;
  };
  return place(0, 0);
}

function isBeaten(chosen: readonly MigProfile[], other: readonly MigProfile[]): boolean {
  const everyone = (is: (theirs: MigProfile, own: MigProfile) => boolean): boolean =>
    other.every((profile, at) => is(profile, chosen[at]!));
  if (everyone((theirs, own) => theirs.sms > own.sms)) return true;
  return (
    everyone((theirs, own) => theirs.sms === own.sms && theirs.memorySlices >= own.memorySlices) &&
    !everyone((theirs, own) => theirs.memorySlices === own.memorySlices)
  );
}
