import { WARP_SIZE } from '../../kernel/warp';
import { greater, lesser, quotient } from '../core/bits';

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
export function bankPasses(addresses: Float64Array, active: i32, laneBytes: i32, banks: i32): i32 {
  const words = greater(1, quotient(laneBytes, WORD_BYTES));
  const lanesPerPart = words > 2 ? WARP_SIZE >> 1 : WARP_SIZE;
  let passes = 0;
  for (let first = 0; first < WARP_SIZE; first += lanesPerPart)
    passes += partPasses(addresses, active, first, lesser(WARP_SIZE, first + lanesPerPart), words, banks);
  return greater(1, passes);
}

/** Passes of an atomic: lanes that change one word do so one after the other, so equal words conflict, too. */
export function atomicPasses(addresses: Float64Array, active: i32, banks: i32): i32 {
  load.fill(0);
  let passes = 1;
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if ((active & (1 << lane)) === 0) continue;
    const inBank = ++load[i32(Math.floor(addresses[lane]! / f64(WORD_BYTES))) % banks]!;
    if (inBank > passes) passes = inBank;
  }
  return passes;
}

/** Room for the words of one part: 32 lanes of two words, or 16 of four. */
const seen = new Float64Array(64);
const load = new Int32Array(64);

function partPasses(addresses: Float64Array, active: i32, first: i32, end: i32, words: i32, banks: i32): i32 {
  load.fill(0);
  let count = 0;
  let most = 0;
  for (let lane = first; lane < end; lane++) {
    if ((active & (1 << lane)) === 0) continue;
    const start = Math.floor(addresses[lane]! / f64(WORD_BYTES));
    for (let k = 0; k < words; k++) {
      const word = start + f64(k);
      if (isSeen(word, count)) continue;
      seen[count++] = word;
      const bank = bankOf(word, banks);
      load[bank]!++;
      if (load[bank]! > most) most = load[bank]!;
    }
  }
  return most;
}

/** Words are counted from the first lane's, and others may lie below it. */
function bankOf(word: f64, banks: i32): i32 {
  const whole = f64(banks);
  return i32(word - whole * Math.floor(word / whole));
}

function isSeen(word: f64, count: i32): boolean {
  for (let i = 0; i < count; i++) if (seen[i] === word) return true;
  return false;
}
