import type { ProfileJoins, SourcePlace } from '../../../src/analysis/profileProtocol';
import type { CountedKernelResult } from '../../../src/analysis/results/tracedKernelResult';
import { ORIGIN_MARK } from '../../../src/kernel/origin';
import type { KernelProfile } from '../../../src/kernel/profile';
import { fileName } from '../../model/kernels';
import { say, titleOf, words } from '../../../src/words';
import { formatPercent } from '../../model/format';

/** Where the sources define a kernel of this name; several when it cannot be told which. */
export function placesOf({ sources }: ProfileJoins, name: string): readonly SourcePlace[] {
  return Object.hasOwn(sources, name) ? sources[name]! : [];
}

/** The counters of another profile that belong to a kernel at its launch shape; undefined where none do. */
export function countersOf(
  { counted = [] }: ProfileJoins,
  { name, grid, block }: Pick<KernelProfile, 'name' | 'grid' | 'block'>,
): CountedKernelResult | undefined {
  const isSame = (a: readonly number[] | null, b: readonly number[] | null): boolean =>
    a?.join() === b?.join();
  return counted.find((each) => each.name === name && isSame(each.grid, grid) && isSame(each.block, block));
}

/** What counters of another profile tell of a kernel: term and value. */
export function counterPairs({ class: found, memoryShare, why }: CountedKernelResult): [string, string][] {
  const pairs: [string, string | null][] = [
    [
      say('webview.profile.boundBy'),
      found &&
        `${titleOf('class', found.value)} ${ORIGIN_MARK[found.basis === 'counters' ? 'predicted' : 'assumed']}`,
    ],
    [say('webview.profile.memoryBandwidth'), memoryShare === null ? null : formatPercent(memoryShare)],
    [say('webview.profile.countersDoubted'), why && words(why)],
  ];
  return pairs.filter((pair): pair is [string, string] => pair[1] !== null);
}

/** The places as a short note: `hotspot.cu:41`, `2 places`; empty for none. */
export function placesNote(places: readonly SourcePlace[]): string {
  const [first] = places;
  if (first === undefined) return '';
  return places.length === 1
    ? `${fileName(first.path)}:${first.line}`
    : say('webview.profile.places', { places: places.length });
}
