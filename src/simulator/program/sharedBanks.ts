import { WARP_SIZE } from '../../kernel/warp';

const WORD_BYTES = 4;

/**
 * Passes that one warp access takes through the shared-memory banks. Lanes that touch the same word share it;
 * different words of one bank take a pass each. Accesses of 16 bytes a lane run in two half warps, narrower ones in
 * one part: so lanes that all read the same 16 bytes take two passes, as a GTX 950 counts for the rows of a tiled
 * matrix product (1.2 passes a load where four loads of 16 bytes stand beside 16 of one word, at every tile size),
 * and lanes that read 16 bytes each, one behind the other, four.
 *
 * @param addresses byte address of each of 32 lanes
 * @param active bit mask of the lanes that take part
 */
export function bankPasses(
  addresses: Float64Array,
  active: number,
  laneBytes: number,
  banks: number,
): number {
  const words = Math.max(1, laneBytes / WORD_BYTES);
  const lanesPerPart = words > 2 ? WARP_SIZE / 2 : WARP_SIZE;
  let passes = 0;
  for (let first = 0; first < WARP_SIZE; first += lanesPerPart)
    passes += partPasses(addresses, active, first, Math.min(WARP_SIZE, first + lanesPerPart), words, banks);
  return Math.max(1, passes);
}

/** Room for the words of one part: 32 lanes of two words, or 16 of four. */
const seen = new Float64Array(64);
const load = new Int32Array(64);

function partPasses(
  addresses: Float64Array,
  active: number,
  first: number,
  end: number,
  words: number,
  banks: number,
): number {
  load.fill(0);
  let count = 0;
  let most = 0;
  for (let lane = first; lane < end; lane++) {
    if ((active & (1 << lane)) === 0) continue;
    const start = Math.floor(addresses[lane]! / WORD_BYTES);
    for (let k = 0; k < words; k++) {
      const word = start + k;
      if (isSeen(word, count)) continue;
      seen[count++] = word;
      // Words are counted from the first lane's, and others may lie below it.
      const bank = ((word % banks) + banks) % banks;
      load[bank]!++;
      if (load[bank]! > most) most = load[bank]!;
    }
  }
  return most;
}

function isSeen(word: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (seen[i] === word) return true;
  return false;
}
