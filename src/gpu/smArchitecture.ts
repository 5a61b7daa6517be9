/** The compiler's name of a compute capability: `sm_86` for `8.6`. */
export function smArchitecture(computeCapability: string): string {
  return `sm_${computeCapability.replace('.', '')}`;
}

/**
 * Of the architectures that a compiler offers the one nearest to a compute capability: that one itself, else
 * one of the same major version, else the nearest version; the older one on a tie. Names that are not plain
 * `sm_NN` (`sm_90a`, `compute_80`) do not count. Null when nothing is offered.
 */
export function nearestArchitecture(computeCapability: string, offered: readonly string[]): string | null {
  const wanted = versionOf(smArchitecture(computeCapability));
  if (wanted === null) return null;
  const ranked = offered
    .flatMap((name) => versionOf(name) ?? [])
    .map((version) => ({ version, distance: distance(version, wanted) }))
    .sort((a, b) => a.distance - b.distance || a.version - b.version);
  return ranked[0] === undefined ? null : `sm_${ranked[0].version}`;
}

/** 86 for `sm_86`, 120 for `sm_120`; null for other names. */
function versionOf(name: string): number | null {
  const digits = /^sm_(\d{2,3})$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Farther than any difference of two versions. */
const OTHER_MAJOR = 1000;

function distance(version: number, wanted: number): number {
  const sameMajor = Math.floor(version / 10) === Math.floor(wanted / 10);
  return Math.abs(version - wanted) + (sameMajor ? 0 : OTHER_MAJOR);
}
