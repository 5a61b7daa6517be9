import type { Value } from './value';

/** `std::get<1>(t)` of a tuple whose elements are known; null for other calls. */
export function elementGot(name: string, args: readonly Value[], [place]: readonly string[]): Value | null {
  if (args.length !== 1 || place === undefined || !/^(?:std::|thrust::)?get$/.test(name)) return null;
  return args[0]!.parts?.[Number(place)] ?? null;
}

/** `p.first` and `p.second` of two known values; null for all else. */
export function pairMember({ parts }: Value, name: string): Value | null {
  const place = ['first', 'second'].indexOf(name);
  return parts?.length === 2 && place >= 0 ? parts[place]! : null;
}
