/** Slots of a new map; a power of two. */
const FIRST_SLOTS = 1 << 12;
/** Numbers that differ in so many of their lowest bits only are a run. */
const RUN_BITS = 8;
const RUN_MASK = (1 << RUN_BITS) - 1;
const STEP = RUN_MASK + 2;
/** Part of the slots that may be taken. */
const FULL = 0.6;

/** Whole numbers by whole numbers, for millions of them: 12 bytes a slot, where a `Map` takes several times that. */
export class NumberMap {
  private keys = new Float64Array(FIRST_SLOTS).fill(Number.NaN);
  private values = new Uint32Array(FIRST_SLOTS);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The value of a key; -1 when it is not there. */
  get(key: number): number {
    const slot = this.slotOf(key);
    return this.keys[slot] === key ? (this.values[slot] ?? -1) : -1;
  }

  /** Sets the value of a key that is a number, from 0 to 2^32 - 1. */
  set(key: number, value: number): void {
    if (Number.isNaN(key)) return;
    const slot = this.slotOf(key);
    if (this.keys[slot] !== key) {
      this.keys[slot] = key;
      this.count++;
    }
    this.values[slot] = value;
    if (this.count > FULL * this.keys.length) this.grow();
  }

  /**
   * The slot of a key, or the empty one where it would be. Numbers that follow each other, as those of calls do, have
   * slots that follow each other: most of a long recording's are found in memory that is at hand. What shares a slot
   * goes on by an odd step, so that runs of numbers do not pile up behind each other and every slot is reached.
   */
  private slotOf(key: number): number {
    const mask = this.keys.length - 1;
    const low = key | 0;
    // Fibonacci hashing of the run: the highest bits of a product with 2^32 / φ.
    const run = Math.imul((low >>> RUN_BITS) ^ Math.imul((key / 2 ** 32) | 0, 0x85ebca6b), 0x9e3779b1);
    const base = run >>> Math.clz32(mask);
    let slot = (base & ~RUN_MASK) | ((base + low) & RUN_MASK);
    for (let other = this.keys[slot]; other !== key && !Number.isNaN(other); other = this.keys[slot])
      slot = (slot + STEP) & mask;
    return slot;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2).fill(Number.NaN);
    this.values = new Uint32Array(keys.length * 2);
    this.count = 0;
    for (let i = 0; i < keys.length; i++) this.set(keys[i] ?? Number.NaN, values[i] ?? 0);
  }
}
