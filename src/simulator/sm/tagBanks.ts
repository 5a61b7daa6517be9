/** Room for as many banks as there may be. */
const load: Int32Array = new Int32Array(8);

/**
 * Cycles in which an L1 cache looks the lines of an instruction up: its tags lie in banks, one line a cycle each, and bits
 * of the line's number folded over each other choose the bank. The fold is what the wavefronts that gpu-strides
 * (gpu-benches at 1038c5d) counts on A100 for 63 strides ask for: 2 % off in the mean, 11 % without the fold.
 *
 * @param lines numbers of lines, each at its place shifted by `shift`
 * @param banks a power of two, 8 at most
 */
export function tagPasses(lines: Int32Array, shift: i32, count: i32, banks: i32): i32 {
  let most = 1;
  load.fill(0, 0, banks);
  for (let i = 0; i < count; i++) {
    const line = lines[i << shift]!;
    const passes = ++load[(line ^ (line >> 2) ^ (line >> 4) ^ (line >> 6)) & (banks - 1)]!;
    if (passes > most) most = passes;
  }
  return most;
}
