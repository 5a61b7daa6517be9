/** A small repeatable generator (Lehmer), so that samples are the same in every run. */
export function sampleRandom(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
