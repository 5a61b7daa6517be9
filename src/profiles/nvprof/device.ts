/** `GeForce GTX 950 (0)` as name and index; text output cuts the index off. */
export function splitDevice(text: string): { device: string | null; deviceIndex?: number } {
  const match = /^(.*\S) \((\d+)\)$/.exec(text);
  if (match?.[1] !== undefined) return { device: match[1], deviceIndex: Number(match[2]) };
  return { device: text === '' || text === '-' ? null : text };
}

/**
 * A kernel name without the launch number that nvprof before CUDA 9 adds: `saxpy(int) [218]`.
 */
export function withoutLaunchNumber(name: string): string {
  if (!name.endsWith(']')) return name;
  const open = name.lastIndexOf(' [');
  if (open <= 0) return name;
  for (let i = open + 2; i < name.length - 1; i++) {
    const code = name.charCodeAt(i);
    if (code < 48 || code > 57) return name;
  }
  return name.slice(0, open);
}
