/**
 * Arrow keys in a group of controls that is one stop of the Tab key: the index that a key leads to in
 * a group of `length`, wrapping around; null for other keys.
 */
export function arrowTarget(
  key: string,
  index: number,
  length: number,
  keys: { readonly back: string; readonly forth: string },
): number | null {
  if (key === keys.back) return (index - 1 + length) % length;
  if (key === keys.forth) return (index + 1) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return null;
}
