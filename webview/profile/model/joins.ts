import type { ProfileJoins, SourcePlace } from '../../../src/analysis/profileProtocol';
import { fileName } from '../../model/kernels';
import { say } from '../../../src/words';

/** Where the sources define a kernel of this name; several when it cannot be told which. */
export function placesOf({ sources }: ProfileJoins, name: string): readonly SourcePlace[] {
  return Object.hasOwn(sources, name) ? sources[name]! : [];
}

/** The places as a short note: `hotspot.cu:41`, `2 places`; empty for none. */
export function placesNote(places: readonly SourcePlace[]): string {
  const [first] = places;
  if (first === undefined) return '';
  return places.length === 1
    ? `${fileName(first.path)}:${first.line}`
    : say('webview.profile.places', { places: places.length });
}
